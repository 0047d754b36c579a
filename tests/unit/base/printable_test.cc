#include "base/printable.h"

#include <gtest/gtest.h>

namespace stalemate {
namespace {

TEST(Printable, LeavesTextAlone) {
  EXPECT_EQ(printable("plain, žluťoučký, 漢字, 🙂"), "plain, žluťoučký, 漢字, 🙂");
  EXPECT_EQ(printable_report("a\tb\n\x1b[1;31mred\x1b[0m\n", true), "a\tb\n\x1b[1;31mred\x1b[0m\n");
}

TEST(Printable, StopsWhatSteersATerminal) {
  EXPECT_EQ(printable("a\x1b[31mb\n\r\a\x7f"), "a?[31mb????");
  EXPECT_EQ(printable_report("\x1b[2J\x1b]0;title\x07\x1b[31", true), "?[2J?]0;title??[31");
  EXPECT_EQ(printable_report("\x1b[8mhidden", true), "?[8mhidden");
  EXPECT_EQ(printable_report("\x1b[31mred\n", false), "?[31mred\n");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "??2J");  // CSI in one character
}

TEST(Printable, StopsWhatIsNoUtf8) {
  EXPECT_EQ(printable("\xff\xfe"), "??");
  EXPECT_EQ(printable("\xc0\xaf"), "??");            // a longer way to write /
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");       // half a pair
  EXPECT_EQ(printable("\xe6\xbc"), "??");            // cut off
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");  // beyond the last
}

}  // namespace
}  // namespace stalemate

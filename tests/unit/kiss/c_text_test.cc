#include "kiss/c_text.h"

#include <gtest/gtest.h>

namespace stalemate::kiss {
namespace {

TEST(CText, KnowsVariablesFromMembersNumbersAndLiterals) {
  EXPECT_EQ(identifiers_in("a->b + c . d + 0x1f + 1e5 + \"e \\\" f\" + 'g' + h_1"),
            (std::vector<std::string>{"a", "c", "h_1"}));
}

TEST(CText, KnowsWhatMayChange) {
  for (const char* text : {"p = 1", "p += 1", "p <<= 2", "p++", "--p", "f(&p)", "q = p = 0"})
    EXPECT_TRUE(may_change(text, "p")) << text;
  for (const char* text :
       {"p == 1", "p <= 1", "q = p", "p->x = 1", "&p->x", "q && p", "q->p = 1", "\"p = 1\""})
    EXPECT_FALSE(may_change(text, "p")) << text;
}

TEST(CText, RenamesFunctionsAndNothingElse) {
  EXPECT_EQ(with_prefix("t = malloc(a.malloc + sizeof(\"malloc\")), my_malloc(malloc)", {"malloc"}),
            "t = kiss_malloc(a.malloc + sizeof(\"malloc\")), my_malloc(kiss_malloc)");
}

TEST(CText, KeepsCommentsClosed) {
  EXPECT_EQ(comment("a */ b /* c \n d"), "/* a * / b / * c   d */");
  EXPECT_EQ(comment("*"), "/* * */");
}

}  // namespace
}  // namespace stalemate::kiss

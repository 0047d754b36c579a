#include "campaign/rerun/code_places.h"

#include <gtest/gtest.h>

namespace stalemate::host {
namespace {

constexpr const char* kModules =
    "555555554000 555555558000 0 /home/me/queue test\n"
    "555555558000 555555560000 4000 /home/me/queue test\n"
    "7ffff7000000 7ffff7100000 26000 /lib/libz.so.1\n";

TEST(CodePlace, IsModuleAndOffsetInItsFile) {
  EXPECT_EQ(code_place(kModules, 0x555555554123), "queue test+0x123");
  EXPECT_EQ(code_place(kModules, 0x555555558123), "queue test+0x4123");
  EXPECT_EQ(code_place(kModules, 0x7ffff7000000), "libz.so.1+0x26000");
  EXPECT_EQ(code_place(kModules, 0x1000), "");
}

TEST(CodePlace, LeadsBackToTheAddress) {
  for (const std::uint64_t address : {0x555555554123u, 0x555555558123u, 0x7ffff70fffffu})
    EXPECT_EQ(code_address(kModules, code_place(kModules, address)), address);
}

TEST(CodePlace, IsRefusedWhereNoModuleHasIt) {
  for (const char* place : {"", "queue test", "queue test+0x", "queue test+0x12g", "queue test+0xc000",
                            "libz.so.1+0x25fff", "other+0x123", "+0x1"})
    EXPECT_EQ(code_address(kModules, place), std::nullopt) << place;
  EXPECT_EQ(code_address("nonsense\n1 2\n", "queue+0x1"), std::nullopt);
}

}  // namespace
}  // namespace stalemate::host

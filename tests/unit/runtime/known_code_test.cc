#include "runtime/known_code.h"

#include <gtest/gtest.h>

namespace stalemate::rt {
namespace {

TEST(KnownCode, IsNotTheProgramsOwn) {
  for (const char* name :
       {"_start", "__do_global_dtors_aux", "_ZThn8_N4Both3twoEi", "__ubsan_handle_add_overflow",
        "_ZN7testing16AssertionSuccessEv", "_ZNK5Catch9AssertionEv"})
    EXPECT_TRUE(is_known_function(name)) << name;
  for (const char* name :
       {"count", "_started", "start", "_ZN4mine7testingEv", "_ZNSt6vectorIiSaIiEE9push_backERKi"})
    EXPECT_FALSE(is_known_function(name)) << name;
}

TEST(KnownCode, KnowsMovedParts) {
  EXPECT_TRUE(is_moved_part("_ZN4mine4workEv.cold"));
  EXPECT_TRUE(is_moved_part("work.cold.12"));
  EXPECT_FALSE(is_moved_part("work.part.0"));
}

}  // namespace
}  // namespace stalemate::rt

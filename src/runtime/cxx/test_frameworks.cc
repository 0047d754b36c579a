#include "runtime/core/test_frameworks.h"

extern "C" {
// Catch::getResultCapture() is in every program that uses Catch2; the variable in those with our listener.
__attribute__((weak)) void stalemate_rt_catch2() asm("_ZN5Catch16getResultCaptureEv");
extern __attribute__((weak)) char stalemate_watches_catch2;
}

namespace stalemate::rt {

const char* watch_test_frameworks(bool whole) {
  watch_gtest();
  const bool unseen = stalemate_rt_catch2 != nullptr && &stalemate_watches_catch2 == nullptr;
  if (!unseen || whole) return nullptr;
  return "it uses Catch2, whose failed checks are seen only with <stalemate/catch2.h>; include that in a "
         "file "
         "of the test";
}

}  // namespace stalemate::rt

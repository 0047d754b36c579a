// Invariants that stay on in release builds: a checker that continues after a broken one reports wrong
// results. Allocates nothing and needs libc only, so that the runtime may use it too.
#pragma once

namespace stalemate {

[[noreturn]] void check_failed(const char* condition, const char* why, const char* file, int line);

}  // namespace stalemate

#define STALEMATE_CHECK(condition, why)                               \
  do {                                                                \
    if (!(condition)) [[unlikely]]                                    \
      ::stalemate::check_failed(#condition, why, __FILE__, __LINE__); \
  } while (false)

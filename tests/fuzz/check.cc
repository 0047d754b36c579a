// A broken invariant is a crash that libFuzzer keeps the bytes of.
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace stalemate {

void check_failed(const char* condition, const char* why, const char* file, int line) {
  std::fprintf(stderr, "internal error: %s (%s) at %s:%d\n", why, condition, file, line);
  std::abort();
}

}  // namespace stalemate

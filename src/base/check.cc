#include "base/check.h"

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/last_words.h"
#include "base/leftovers.h"

namespace stalemate {

namespace {

void (*last_words)() = nullptr;

}  // namespace

void set_last_words(void (*speak)()) { last_words = speak; }

// Weak: a unit test that explores has it twice, from the runtime and from the explorer.
__attribute__((weak)) void check_failed(const char* condition, const char* why, const char* file, int line) {
  char text[512];
  const int length = std::snprintf(text, sizeof text, "stalemate: internal error: %s (%s) at %s:%d\n", why,
                                   condition, file, line);
  if (length > 0) {
    [[maybe_unused]] const auto written = write(2, text, static_cast<unsigned long>(length));
  }
  if (void (*const speak)() = std::exchange(last_words, nullptr)) speak();
  remove_leftovers();
  _exit(70);
}

}  // namespace stalemate

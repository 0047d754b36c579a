// A check of ours that fails inside the program: said to whoever runs the command, and never taken for an end
// of the program. The server finds it in the channel and refuses to go on.
#include <cstdio>

#include "base/check.h"
#include "runtime/kernel.h"
#include "runtime/state.h"

namespace stalemate {

void check_failed(const char* condition, const char* why, const char* file, int line) {
  char text[512];
  const int length = std::snprintf(text, sizeof text, "stalemate: internal error: %s (%s) at %s:%d\n", why,
                                   condition, file, line);
  if (length > 0) rt::kernel::call(SYS_write, 2, rt::kernel::word(text), length);
  if (rt::g.channel != nullptr)
    std::snprintf(rt::g.channel->refusal, sizeof rt::g.channel->refusal, "internal error: %s (%s:%d)", why,
                  file, line);
  rt::kernel::exit(70);
}

}  // namespace stalemate

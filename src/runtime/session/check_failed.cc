// What a broken invariant of the runtime does in a program under control. The program's exit() and stderr are
// not used: the message goes to the host, and the verdict is an error, whatever the process seems to end
// with.
#include <cstdio>

#include "base/check.h"
#include "runtime/core/state.h"
#include "runtime/platform/kernel.h"
#include "runtime/session/server.h"

namespace stalemate {

namespace kernel = rt::kernel;

void check_failed(const char* condition, const char* why, const char* file, int line) {
  char text[512];
  const int length = std::snprintf(text, sizeof text, "%s%s (%s) at %s:%d\n", wire::kInternalError, why,
                                   condition, file, line);
  const auto bytes = static_cast<long>(length > 0 && length < static_cast<int>(sizeof text) ? length : 0);
  kernel::call(SYS_write, 2, kernel::word(text), bytes);
  if (rt::g.channel != nullptr)
    std::snprintf(rt::g.channel->refusal, sizeof rt::g.channel->refusal, "%.*s", static_cast<int>(bytes) - 1,
                  text);
  kernel::exit(rt::kFaultStatus);
}

}  // namespace stalemate

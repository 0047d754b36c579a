#include "tools/stalemate/cli/complain.h"

#include <cstdio>
#include <exception>
#include <new>

#include "base/printable.h"

namespace stalemate::tools {

int exit_code(Code code) {
  switch (code) {
    case Code::kUsage:
    case Code::kBadFile:
    case Code::kTooNew: return 2;
    case Code::kNotDeterministic: return 4;
    case Code::kCannotStart:
    case Code::kIo: return 5;
    case Code::kInternal: return 70;
    case Code::kInterrupted: return 130;
  }
  return 70;
}

int complain(const Error& error) {
  const std::string next = error.next.empty() ? "" : "; " + error.next;
  std::fprintf(stderr, "stalemate: %s%s\n", printable(error.sentence).c_str(), printable(next).c_str());
  return exit_code(error.code);
}

bool report_lack_of_memory() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    std::fputs(
        "stalemate: there is not enough memory; raise the limit on it (ulimit -v), or explore less with "
        "fewer --jobs\n",
        stderr);
    return true;
  } catch (...) {
  }
  return false;
}

}  // namespace stalemate::tools

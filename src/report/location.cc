#include "report/location.h"

namespace stalemate::report {

Location location_at(const ObjectNames& names, const std::string& thread, const trace::CallStack& stack) {
  Location out;
  const symbolize::Frame frame = names.best_frame(stack);
  out.thread = thread;
  out.file = frame.file;
  out.line = frame.line;
  out.function = frame.function;
  for (const symbolize::Frame& user : names.user_frames(stack))
    out.stack.push_back({user.function, user.file, user.line});
  return out;
}

}  // namespace stalemate::report

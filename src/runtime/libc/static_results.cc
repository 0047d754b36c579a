// Functions that return memory of the C library which later calls change. Where that is becomes known by a
// call; once the write has been announced, which lets other threads run, the call is repeated.
#include <ctime>

#include "runtime/libc/checked_memory.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

std::size_t size_of(const std::tm* result) { return sizeof *result; }
std::size_t size_of(const char* result) { return stalemate_rt_strlen(result) + 1; }

template <class Result, class Time>
Result* convert(Result* (*function)(const Time*), const Time* time, std::uintptr_t pc) {
  if (racing.tracked) track_unseen();
  if (!is_checked_call(pc)) return function(time);
  const CheckedCall call(pc);
  call.read(time, sizeof *time);
  if (const Result* result = function(time); result != nullptr) call.write(result, size_of(result));
  return function(time);
}

}  // namespace

STALEMATE_STANDS_FOR(std::tm*, localtime, (const std::time_t* time)) {
  return convert(string_functions().localtime, time, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(std::tm*, gmtime, (const std::time_t* time)) {
  return convert(string_functions().gmtime, time, STALEMATE_CALLER);
}

// It uses the result of localtime as well.
STALEMATE_STANDS_FOR(char*, ctime, (const std::time_t* time)) {
  if (is_checked_call(STALEMATE_CALLER)) convert(string_functions().localtime, time, STALEMATE_CALLER);
  return convert(string_functions().ctime, time, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(char*, asctime, (const std::tm* time)) {
  return convert(string_functions().asctime, time, STALEMATE_CALLER);
}

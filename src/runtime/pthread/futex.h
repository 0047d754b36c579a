// futex(2) between the program's threads. A wait is two steps (S1): compare and sleep; wake up. Which of
// several sleepers a wake takes is explored (S5), each set of them once. A sleeper with a deadline may end at
// any moment: scheduling it is the timeout (S3). A wait never ends spuriously, and never by a signal.
#pragma once

#include <cstdint>
#include <ctime>

namespace stalemate::rt {

struct FutexCall {
  std::uint32_t* word = nullptr;
  int operation = 0;  // FUTEX_WAIT, …, with its flags
  std::uint32_t value = 0;
  std::uintptr_t timeout = 0;  // a timespec, or the second count of the operations that wake and move
  std::uint32_t* other = nullptr;
  std::uint32_t third = 0;
  std::uintptr_t pc = 0;
};

// What the kernel would return: a count, or an error as a negative number. Only in an execution.
long futex(const FutexCall& call);

}  // namespace stalemate::rt

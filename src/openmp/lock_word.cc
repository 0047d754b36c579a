#include "openmp/lock_word.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "openmp/runtime_calls.h"
#include "openmp/team.h"

namespace stalemate::omp {
namespace {

// 0: free, 1: locked, 2: locked, and a thread waits.
bool replace(int* word, int from, int to) {
  return __atomic_compare_exchange_n(word, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

}  // namespace

void lock(int* word) {
  if (stalemate_rt_lock(word) != 0) return;
  if (replace(word, 0, 1)) return;
  while (__atomic_exchange_n(word, 2, __ATOMIC_ACQ_REL) != 0)
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 2, nullptr, nullptr, 0);
}

bool try_lock(int* word) {
  const int answer = stalemate_rt_try_lock(word);
  return answer != 0 ? answer > 0 : replace(word, 0, 1);
}

void unlock(int* word) {
  if (stalemate_rt_unlock(word) != 0) return;
  if (__atomic_exchange_n(word, 0, __ATOMIC_ACQ_REL) == 2)
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace stalemate::omp

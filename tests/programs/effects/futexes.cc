// Futexes, and what waits by them.
#include "families.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>

namespace {

std::uint32_t word = 0;
long futex(int operation, std::uint32_t value, const timespec* timeout = nullptr,
           std::uint32_t* other = nullptr, std::uint32_t third = 0) {
  return syscall(SYS_futex, &word, operation, value, timeout, other, third);
}
void* sleeps_on_word(void*) {
  while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 0) futex(FUTEX_WAIT, 0);
  return nullptr;
}
void* sleeps_on_word_for_a_while(void*) {
  const timespec second = {1, 0};
  futex(FUTEX_WAIT, 0, &second);
  return nullptr;
}
void futexes() {
  two(sleeps_on_word, sleeps_on_word);
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  futex(FUTEX_WAKE, 2);
  threads.join();
}
void timed_futexes() {
  two(sleeps_on_word_for_a_while, sleeps_on_word_for_a_while);
  futex(FUTEX_WAKE, 1);
  threads.join();
}
void* requeues(void*) {
  static std::uint32_t other = 0;
  syscall(SYS_futex, &word, FUTEX_REQUEUE, 1, 1, &other, 0);
  return nullptr;
}
void requeue() {
  two(sleeps_on_word_for_a_while, requeues);
  threads.join();
}
void* wakes_and_changes(void*) {
  static std::uint32_t other = 0;
  syscall(SYS_futex, &word, FUTEX_WAKE_OP, 1, 1, &other, FUTEX_OP(FUTEX_OP_SET, 1, FUTEX_OP_CMP_EQ, 0));
  return nullptr;
}
void wake_op() {
  two(sleeps_on_word_for_a_while, wakes_and_changes);
  threads.join();
}
void* waits_for_flag(void*) {
  flag.wait(0);
  return nullptr;
}
void atomic_wait() {
  threads.start(waits_for_flag);
  flag = 1;
  flag.notify_one();
  threads.join();
}

const Family kFamilies[] = {
    FAMILY(futexes), FAMILY(timed_futexes), FAMILY(requeue), FAMILY(wake_op), FAMILY(atomic_wait),
};

}  // namespace

std::span<const Family> families::futexes() { return kFamilies; }

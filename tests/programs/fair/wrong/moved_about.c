// A loop without a yield, of a thread that changes the processor each time round. Good-samaritan: where it
// runs is written into its process by the kernel, and is nothing that could end the loop.
//
// Least preemptions 0: main blocks in the join, and the one who waits starts first.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>

static _Atomic int flag;
static unsigned long allowed[16];

// The kernel itself: nobody is to know of these calls.
static long kernel(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}

static int may_run_on(unsigned processor) { return (int)(allowed[processor / 64] >> processor % 64 & 1); }

// To the next processor, round and round; where there is only one, nowhere.
static __attribute__((noinline)) void move(void) {
  unsigned long wanted[16] = {0};
  unsigned processor = 0;
  kernel(SYS_getcpu, (long)&processor, 0, 0);
  do processor = (processor + 1) % 1024;
  while (!may_run_on(processor));
  wanted[processor / 64] = 1UL << processor % 64;
  kernel(SYS_sched_setaffinity, 0, sizeof wanted, (long)wanted);
}

// Nothing stays on the stack of what move() had there.
static __attribute__((noinline)) void forget(void) {
  volatile char below[4096];
  for (size_t n = 0; n < sizeof below; ++n) below[n] = 0;
}

static void* wait_for_it(void* unused) {
  while (!flag) {
    move();
    forget();
  }
  return unused;
}

static void* set(void* unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  kernel(SYS_sched_getaffinity, 0, sizeof allowed, (long)allowed);
  pthread_create(&threads[0], NULL, wait_for_it, NULL);
  pthread_create(&threads[1], NULL, set, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}

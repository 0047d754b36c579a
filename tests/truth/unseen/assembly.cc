// Inline assembly in instrumented code: a lock of its own (LOCKED, EXCHANGED), a system call (CALLED), a variable (STORED,
// LOADED), and what leaves memory alone. ALONE: before there are threads.
#include <thread>

long word;

[[gnu::noinline]] void nothing() { asm volatile(""); }

void assemble() {
  nothing();
#if defined(LOCKED)
  asm volatile("lock incq %0" : "+m"(word) : : "memory");
#elif defined(EXCHANGED)
  long one = 1;
  asm volatile("xchgq %0, %1" : "+r"(one), "+m"(word) : : "memory");
#elif defined(CALLED)
  long result;
  asm volatile("syscall" : "=a"(result) : "0"(24L) : "rcx", "r11", "memory");
#elif defined(STORED)
  asm volatile("movq $1, %0" : "=m"(word));
#elif defined(LOADED)
  long value;
  asm volatile("movq %1, %0" : "=r"(value) : "m"(word));
#else
  unsigned low, high;
  asm volatile("" ::: "memory");
  asm volatile("pause; nop; mfence; lfence; sfence" ::: "memory");
  asm volatile("lock orl $0, (%%rsp)" ::: "memory", "cc");
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
#endif
}

int main() {
#ifdef ALONE
  assemble();
  std::thread one(nothing), two(nothing);
#else
  std::thread one(assemble), two(assemble);
#endif
  one.join();
  two.join();
}

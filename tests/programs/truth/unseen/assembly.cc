// Inline assembly in instrumented code: a lock of its own (LOCKED, EXCHANGED), a system call (CALLED), a variable (STORED,
// LOADED), memory behind a pointer (POINTED: a memory operand, POINTER: a register, CLOBBERED: all memory, TAKEN: a local
// variable of which another thread knows), and what leaves memory alone. ALONE: before there are threads.
#include <thread>

long word;
long* volatile pointer = &word;
long* volatile taken;

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
#elif defined(POINTED)
  long* shared = pointer;
  asm volatile("movq $1, %0" : "=m"(*shared));
#elif defined(POINTER)
  long* shared = pointer;
  asm volatile("movq $1, (%0)" : : "r"(shared));
#elif defined(CLOBBERED)
  void* to = pointer;
  long bytes = sizeof word;
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(0) : "memory");
#elif defined(TAKEN)
  long local = 0;
  taken = &local;
  asm volatile("movq $1, %0" : "=m"(local));
  taken = nullptr;
#else
  [[maybe_unused]] unsigned low, high;
  long local = 1, sum;
  asm volatile("movq $2, %0" : "=m"(local));
  asm volatile("addq %1, %0" : "=r"(sum) : "m"(local), "0"(3L));
  local = sum;
  asm volatile("rep; nop\n\trep nop # waits" ::: "memory");
  asm volatile("prefetcht0 %0" : : "m"(word));
  asm volatile("" ::: "memory");
  asm volatile("pause; nop; mfence; lfence; sfence" ::: "memory");
  asm volatile("lock orl $0, (%%rsp)" ::: "memory", "cc");
#ifdef COUNTER
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
#endif
#ifdef INTRINSIC
  sum = static_cast<long>(__builtin_ia32_rdtsc());
#endif
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

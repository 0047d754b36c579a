// Switching between stacks in one kernel thread: callee-saved registers, stack pointer, thread pointer.
// Floating-point control words are not saved: they are the same for every fiber unless the program
// changes them, which only affects programs that set rounding modes per thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// Parks the running context at *save and continues at `load`.
extern "C" void stalemate_rt_switch(void** save, void* load);

// A thread's registers when it passed to the scheduler, and where its stack began: all that it will continue
// with.
struct Passed {
  std::uint64_t stack = 0;
  std::uint64_t registers[6] = {};  // those that calls preserve
};
// Of the last caller of stalemate_rt_pass_noting (scheduler.h).
extern "C" Passed stalemate_rt_passed;

// stalemate_rt_track (stretch.cc), which leaves nothing on the stack if it returns true.
extern "C" void stalemate_rt_track_wiping(std::uintptr_t address, std::size_t bytes, bool write,
                                          std::uintptr_t pc);

// Zeroes what lies below the caller's frame, as far as the runtime may have reached: an uninitialised
// variable of the program must not read it.
extern "C" void stalemate_rt_wipe_stack();

// A stack that, when first switched to, calls entry(argument) and never returns.
void* prepare_stack(void* top, void (*entry)(void*), void* argument);

// Whether user space may set the thread pointer with one instruction (FSGSBASE); determined at start.
void find_thread_pointer_instruction();
extern bool has_thread_pointer_instruction;
void set_thread_pointer_by_kernel(void* tcb);
inline void set_thread_pointer(void* tcb) {
  if (!has_thread_pointer_instruction) [[unlikely]]
    return set_thread_pointer_by_kernel(tcb);
  asm volatile("wrfsbase %0" ::"r"(tcb) : "memory");
}
inline void* thread_pointer() {
  void* tcb;
  asm("movq %%fs:0x10, %0" : "=r"(tcb));
  return tcb;
}

}  // namespace stalemate::rt

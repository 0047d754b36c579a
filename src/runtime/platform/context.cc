#include "runtime/platform/context.h"

#include <sys/auxv.h>

#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {
constexpr int kArchSetFs = 0x1002;
}  // namespace

bool has_thread_pointer_instruction = false;

// `pop; jmp` instead of `ret`: the return-stack predictor would mispredict every switch.
// The entry has no caller (cfi_undefined rip), so that unwinding a fiber ends there.
asm(R"(
.text
.globl stalemate_rt_switch
.hidden stalemate_rt_switch
.type stalemate_rt_switch, @function
stalemate_rt_switch:
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  pushq %r12
  .cfi_adjust_cfa_offset 8
  pushq %r13
  .cfi_adjust_cfa_offset 8
  pushq %r14
  .cfi_adjust_cfa_offset 8
  pushq %r15
  .cfi_adjust_cfa_offset 8
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  .cfi_adjust_cfa_offset -8
  popq %r14
  .cfi_adjust_cfa_offset -8
  popq %r13
  .cfi_adjust_cfa_offset -8
  popq %r12
  .cfi_adjust_cfa_offset -8
  popq %rbx
  .cfi_adjust_cfa_offset -8
  popq %rbp
  .cfi_adjust_cfa_offset -8
  popq %rcx
  jmp *%rcx
  .cfi_endproc
.size stalemate_rt_switch, .-stalemate_rt_switch

.globl stalemate_rt_pass_noting
.hidden stalemate_rt_pass_noting
.type stalemate_rt_pass_noting, @function
stalemate_rt_pass_noting:
  .cfi_startproc
  leaq 8(%rsp), %rax
  leaq stalemate_rt_passed(%rip), %r10
  movq %rax, (%r10)
  movq %rbx, 8(%r10)
  movq %rbp, 16(%r10)
  movq %r12, 24(%r10)
  movq %r13, 32(%r10)
  movq %r14, 40(%r10)
  movq %r15, 48(%r10)
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  callq stalemate_rt_pass
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  testb %al, %al
  jnz stalemate_rt_wipe_stack
  retq
  .cfi_endproc
.size stalemate_rt_pass_noting, .-stalemate_rt_pass_noting

.globl stalemate_rt_track_wiping
.hidden stalemate_rt_track_wiping
.type stalemate_rt_track_wiping, @function
stalemate_rt_track_wiping:
  .cfi_startproc
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  callq stalemate_rt_track
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  testb %al, %al
  jnz stalemate_rt_wipe_stack
  retq
  .cfi_endproc
.size stalemate_rt_track_wiping, .-stalemate_rt_track_wiping

.globl stalemate_rt_wipe_stack
.hidden stalemate_rt_wipe_stack
.type stalemate_rt_wipe_stack, @function
stalemate_rt_wipe_stack:
  .cfi_startproc
  leaq -4096(%rsp), %rdi
  movl $512, %ecx
  xorl %eax, %eax
  rep stosq
  retq
  .cfi_endproc
.size stalemate_rt_wipe_stack, .-stalemate_rt_wipe_stack

.globl stalemate_rt_enter
.hidden stalemate_rt_enter
.type stalemate_rt_enter, @function
stalemate_rt_enter:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  callq *%rbx
  ud2
  .cfi_endproc
.size stalemate_rt_enter, .-stalemate_rt_enter
)");

extern "C" void stalemate_rt_enter();

extern "C" {
Passed stalemate_rt_passed;
}
static_assert(offsetof(Passed, stack) == 0 && offsetof(Passed, registers) == 8);

void* prepare_stack(void* top, void (*entry)(void*), void* argument) {
  auto* word = static_cast<void**>(top);
  *--word =
      nullptr;  // keeps the stack aligned at the call in stalemate_rt_enter, and ends frame-pointer walks
  *--word = nullptr;
  *--word = reinterpret_cast<void*>(&stalemate_rt_enter);
  *--word = nullptr;                         // rbp
  *--word = reinterpret_cast<void*>(entry);  // rbx
  *--word = argument;                        // r12
  *--word = nullptr;                         // r13
  *--word = nullptr;                         // r14
  *--word = nullptr;                         // r15
  return word;
}

void find_thread_pointer_instruction() {
  constexpr unsigned long kHwcap2FsGsBase = 2;
  has_thread_pointer_instruction = (getauxval(AT_HWCAP2) & kHwcap2FsGsBase) != 0;
}

void set_thread_pointer_by_kernel(void* tcb) { kernel::call(SYS_arch_prctl, kArchSetFs, kernel::word(tcb)); }

}  // namespace stalemate::rt

#include "kiss/engine/switch.h"

extern "C" {
std::uint64_t kiss_engine_stack;
std::uint64_t kiss_engine_registers[7];
}

asm(R"(
  .text
  .globl kiss_engine_enter
  .type kiss_engine_enter, @function
kiss_engine_enter:
  push %rbx
  push %rbp
  push %r12
  push %r13
  push %r14
  push %r15
  sub $8, %rsp
  mov %rsp, kiss_engine_stack(%rip)
  mov %rsi, %rsp
  xor %ebx, %ebx
  xor %ebp, %ebp
  xor %r12d, %r12d
  xor %r13d, %r13d
  xor %r14d, %r14d
  xor %r15d, %r15d
  call *%rdi
  .globl kiss_engine_leave
  .type kiss_engine_leave, @function
kiss_engine_leave:
  mov kiss_engine_stack(%rip), %rsp
  add $8, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbp
  pop %rbx
  ret
  .size kiss_engine_enter, .-kiss_engine_enter

  .globl kiss_choose
  .type kiss_choose, @function
kiss_choose:
  mov %rbx, kiss_engine_registers(%rip)
  mov %rbp, 8+kiss_engine_registers(%rip)
  mov %r12, 16+kiss_engine_registers(%rip)
  mov %r13, 24+kiss_engine_registers(%rip)
  mov %r14, 32+kiss_engine_registers(%rip)
  mov %r15, 40+kiss_engine_registers(%rip)
  mov %rsp, 48+kiss_engine_registers(%rip)
  mov kiss_engine_stack(%rip), %rsp
  call kiss_engine_choose
  mov 48+kiss_engine_registers(%rip), %rsp
  ret
  .size kiss_choose, .-kiss_choose
)");

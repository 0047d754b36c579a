#include "runtime/uninstrumented/analysis/code_effects.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

namespace stalemate::rt {
namespace {

const std::uint64_t kConstants[4] = {};

// The effect of machine code, with kConstants as the only data that is never written.
CodeEffect effect(std::vector<std::uint8_t> code, bool judges_calls = false) {
  CodeSurroundings surroundings;
  const auto constants = reinterpret_cast<std::uint64_t>(kConstants);
  surroundings.constant[surroundings.constants++] = {constants, constants + sizeof kConstants};
  if (judges_calls) surroundings.judged = [](std::uint64_t, const void*) { return true; };
  const auto begin = reinterpret_cast<std::uint64_t>(code.data());
  return effect_of({begin, begin + code.size()}, surroundings);
}

std::vector<std::uint8_t> movabs(int opcode, const void* address) {  // mov register, address
  std::vector<std::uint8_t> code{0x48, static_cast<std::uint8_t>(opcode)};
  const auto value = reinterpret_cast<std::uint64_t>(address);
  for (int n = 0; n < 8; ++n) code.push_back(static_cast<std::uint8_t>(value >> (8 * n)));
  return code;
}

std::vector<std::uint8_t> then(std::vector<std::uint8_t> code, std::initializer_list<std::uint8_t> more) {
  code.insert(code.end(), more);
  return code;
}

TEST(CodeEffects, ArithmeticTouchesNothing) {
  EXPECT_EQ(effect({0x8d, 0x04, 0x3f, 0xc3}), CodeEffect::kNone);  // lea eax, [rdi + rdi]; ret
}

TEST(CodeEffects, TheStackIsTheThreadsOwn) {
  // push rbp; mov rbp, rsp; mov [rbp - 4], edi; mov eax, [rbp - 4]; pop rbp; ret
  EXPECT_EQ(effect({0x55, 0x48, 0x89, 0xe5, 0x89, 0x7d, 0xfc, 0x8b, 0x45, 0xfc, 0x5d, 0xc3}),
            CodeEffect::kNone);
  // lea rax, [rsp - 40]; mov [rax + rdi * 4], esi; add rax, 4; mov [rax], esi; ret
  EXPECT_EQ(
      effect({0x48, 0x8d, 0x44, 0x24, 0xd8, 0x89, 0x34, 0xb8, 0x48, 0x83, 0xc0, 0x04, 0x89, 0x30, 0xc3}),
      CodeEffect::kNone);
  // push rbp; mov rbp, rsp; shr rax, 2; mov [rbp - 8], rax; pop rbp; ret: /5 is the shift, not rbp
  EXPECT_EQ(effect({0x55, 0x48, 0x89, 0xe5, 0x48, 0xc1, 0xe8, 2, 0x48, 0x89, 0x45, 0xf8, 0x5d, 0xc3}),
            CodeEffect::kNone);
  EXPECT_EQ(effect({0x64, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0, 0xc3}), CodeEffect::kNone);  // mov eax, fs:[40]
}

TEST(CodeEffects, WhatAPointerLeadsToIsShared) {
  EXPECT_EQ(effect({0x8b, 0x07, 0xc3}), CodeEffect::kAny);                          // mov eax, [rdi]
  EXPECT_EQ(effect({0x89, 0x37, 0xc3}), CodeEffect::kAny);                          // mov [rdi], esi
  EXPECT_EQ(effect({0x01, 0x37, 0xc3}), CodeEffect::kAny);                          // add [rdi], esi
  EXPECT_EQ(effect({0x8b, 0x05, 0, 1, 0, 0, 0xc3}), CodeEffect::kAny);              // mov eax, [rip + 256]
  EXPECT_EQ(effect({0xf3, 0x48, 0xab, 0xc3}), CodeEffect::kAny);                    // rep stosq
  EXPECT_EQ(effect({0x65, 0x8b, 0x04, 0x25, 0, 0, 0, 0, 0xc3}), CodeEffect::kAny);  // mov eax, gs:[0]
  EXPECT_EQ(effect({0x0f, 0x05, 0xc3}), CodeEffect::kAny);                          // syscall
}

// The address of an object that is returned in memory is the first argument, and what rax holds at the end.
TEST(CodeEffects, AnObjectThatIsReturnedIsStoredTo) {
  // mov rax, rdi; mov [rdi], esi; ret
  EXPECT_EQ(effect({0x48, 0x89, 0xf8, 0x89, 0x37, 0xc3}), CodeEffect::kStores);
  EXPECT_EQ(effect({0x48, 0x89, 0xf8, 0xf3, 0x48, 0xab, 0x48, 0x89, 0xf8, 0xc3}), CodeEffect::kAny);
  // Something else is stored to: mov rax, rdi; mov [rsi], edx; ret
  EXPECT_EQ(effect({0x48, 0x89, 0xf8, 0x89, 0x16, 0xc3}), CodeEffect::kAny);
  // mov rax, rdi; mov [rip + 256], esi; ret
  EXPECT_EQ(effect({0x48, 0x89, 0xf8, 0x89, 0x35, 0, 1, 0, 0, 0xc3}), CodeEffect::kAny);
  // push rbp; mov rbp, rsp; mov [rbp - 8], rdi; mov rax, [rbp - 8]; mov [rax], esi; mov rax, [rbp - 8]; pop
  // rbp; ret
  const std::vector<std::uint8_t> kept{0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0x7d, 0xf8, 0x48, 0x8b,
                                       0x45, 0xf8, 0x89, 0x30, 0x48, 0x8b, 0x45, 0xf8, 0x5d, 0xc3};
  EXPECT_EQ(effect(kept), CodeEffect::kStores);
  // The same with mov [rbp - 8], rsi after the first.
  auto overwritten = kept;
  overwritten.insert(overwritten.begin() + 8, {0x48, 0x89, 0x75, 0xf8});
  EXPECT_EQ(effect(overwritten), CodeEffect::kAny);
}

TEST(CodeEffects, OwnAccessesCountWhateverIsCalled) {
  const auto own = [](const std::vector<std::uint8_t>& code) {
    const auto begin = reinterpret_cast<std::uint64_t>(code.data());
    return own_effect_of({begin, begin + code.size()}, CodeSurroundings{});
  };
  EXPECT_EQ(own({0xe8, 0, 1, 0, 0, 0xff, 0xd3, 0xc3}), CodeEffect::kNone);  // call; call rbx; ret
  EXPECT_EQ(own({0xe8, 0, 1, 0, 0, 0x8b, 0x03, 0xc3}), CodeEffect::kAny);   // call; mov eax, [rbx]
  EXPECT_EQ(own({0xe8, 0, 1, 0, 0, 0x89, 0x05, 0, 1, 0, 0, 0xc3}),
            CodeEffect::kAny);  // call; mov [rip + 256], eax
  EXPECT_EQ(own({0xe8, 0, 1, 0, 0, 0x89, 0x04, 0x24, 0xe9, 0, 1, 0, 0}),
            CodeEffect::kNone);  // call; mov [rsp], eax; jmp
}

TEST(CodeEffects, OwnAccessesAreNotThoseBehindAReturn) {
  // call; ret; mov [rbp - 8], rax
  const std::vector<std::uint8_t> code{0xe8, 0, 1, 0, 0, 0xc3, 0x48, 0x89, 0x45, 0xf8};
  const auto begin = reinterpret_cast<std::uint64_t>(code.data());
  EXPECT_EQ(own_effect_of({begin, begin + code.size()}, CodeSurroundings{}), CodeEffect::kNone);
}

TEST(CodeEffects, ConstantsAreNotShared) {
  const auto table = movabs(0xb8, kConstants);                                  // mov rax, kConstants
  EXPECT_EQ(effect(then(table, {0x8b, 0x04, 0xb8, 0xc3})), CodeEffect::kNone);  // mov eax, [rax + rdi * 4]
  EXPECT_EQ(effect(then(table, {0x48, 0x8b, 0x00, 0x8b, 0x00, 0xc3})),
            CodeEffect::kAny);  // what is found there may be
  int variable = 0;
  EXPECT_EQ(effect(then(movabs(0xb8, &variable), {0x8b, 0x00, 0xc3})), CodeEffect::kAny);
}

TEST(CodeEffects, EveryWayToAnAccessCounts) {
  // test edi, edi; je +4; lea rsi, [rsp]; mov eax, [rsi]; ret: rsi is anything if the jump is taken
  EXPECT_EQ(effect({0x85, 0xff, 0x74, 0x04, 0x48, 0x8d, 0x34, 0x24, 0x8b, 0x06, 0xc3}), CodeEffect::kAny);
  // lea rsi, [rsp]; again: mov eax, [rsi]; mov rsi, rdi; jne again; ret: in the second round it is
  EXPECT_EQ(effect({0x48, 0x8d, 0x34, 0x24, 0x8b, 0x06, 0x48, 0x89, 0xfe, 0x75, 0xf9, 0xc3}),
            CodeEffect::kAny);
  // The same with rsi left alone.
  EXPECT_EQ(effect({0x48, 0x8d, 0x34, 0x24, 0x8b, 0x06, 0x48, 0x89, 0xfa, 0x75, 0xf9, 0xc3}),
            CodeEffect::kNone);
  // Behind a return, where only an exception leads.
  EXPECT_EQ(effect({0xc3, 0x8b, 0x07, 0xc3}), CodeEffect::kAny);
  // A jump into the middle of an instruction.
  EXPECT_EQ(effect({0xeb, 0x01, 0xb8, 0x8b, 0x07, 0xc3, 0x90, 0xc3}), CodeEffect::kAny);
}

TEST(CodeEffects, CallsAreJudgedByWhatIsCalled) {
  const std::vector<std::uint8_t> calls{0xe8, 0, 1, 0, 0, 0xc3};
  EXPECT_EQ(effect(calls), CodeEffect::kAny);
  EXPECT_EQ(effect(calls, true), CodeEffect::kNone);
  EXPECT_EQ(effect({0xff, 0xd7, 0xc3}, true), CodeEffect::kAny);  // call rdi
  // mov [rbx], eax beside a call is not what a function returns.
  EXPECT_EQ(effect(then(calls, {0x89, 0x03, 0xc3}), true), CodeEffect::kAny);
  // After a call, registers that it may use hold anything: lea rdi, [rsp]; call; mov eax, [rdi]; ret
  EXPECT_EQ(effect({0x48, 0x8d, 0x3c, 0x24, 0xe8, 0, 1, 0, 0, 0x8b, 0x07, 0xc3}, true), CodeEffect::kAny);
}

}  // namespace
}  // namespace stalemate::rt

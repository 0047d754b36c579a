#include "runtime/uninstrumented/analysis/instruction.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

namespace stalemate::rt {
namespace {

Instruction decoded(std::initializer_list<int> bytes) {
  std::vector<std::uint8_t> code(bytes.begin(), bytes.end());
  return decode(code.data(), code.size());
}

TEST(Instruction, EndsWhereTheNextBegins) {
  EXPECT_EQ(decoded({0xc3, 0x90}).length, 1);                                 // ret
  EXPECT_EQ(decoded({0x48, 0x89, 0xe5, 0x90}).length, 3);                     // mov rbp, rsp
  EXPECT_EQ(decoded({0x48, 0x8d, 0x05, 1, 2, 3, 4, 0x90}).length, 7);         // lea rax, [rip + …]
  EXPECT_EQ(decoded({0x8b, 0x44, 0x8c, 0x10, 0x90}).length, 4);               // mov eax, [rsp + rcx * 4 + 16]
  EXPECT_EQ(decoded({0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8, 0x90}).length, 10);  // movabs
  EXPECT_EQ(decoded({0x66, 0xc7, 0x00, 1, 2, 0x90}).length, 5);               // mov word [rax], …
  EXPECT_EQ(decoded({0xf7, 0x00, 1, 2, 3, 4, 0x90}).length, 6);               // test dword [rax], …
  EXPECT_EQ(decoded({0xf7, 0x18, 0x90}).length, 2);                           // neg dword [rax]
  EXPECT_EQ(decoded({0xc5, 0xf8, 0x77, 0x90}).length, 3);                     // vzeroupper
  EXPECT_EQ(decoded({0xc4, 0xe3, 0x7d, 0x19, 0xc1, 1, 0x90}).length, 6);      // vextractf128
  EXPECT_EQ(decoded({0x62, 0xf1, 0x7c, 0x48, 0x11, 0x07, 0x90}).length, 6);   // vmovups [rdi], zmm0
  EXPECT_EQ(decoded({0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0, 0x90}).length, 10);  // nop
}

TEST(Instruction, IsNoneWhereBytesAreMissingOrNotOne) {
  EXPECT_EQ(decoded({0x48}).length, 0);
  EXPECT_EQ(decoded({0xe8, 1, 2, 3}).length, 0);
  EXPECT_EQ(decoded({0x8b, 0x44}).length, 0);
  EXPECT_EQ(decoded({0x06}).length, 0);
  EXPECT_EQ(decoded({0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
                     0x90})
                .length,
            0);
}

TEST(Instruction, KnowsItsOperandInMemory) {
  const Instruction load = decoded({0x4d, 0x8b, 0x6c, 0xcc, 0xf8});  // mov r13, [r12 + rcx * 8 - 8]
  EXPECT_TRUE(load.memory);
  EXPECT_EQ(load.reg, 13);
  EXPECT_EQ(load.base, 12);
  EXPECT_EQ(load.index, 1);
  EXPECT_EQ(load.scale, 8);
  EXPECT_EQ(load.displacement, -8);
  EXPECT_EQ(decoded({0x8b, 0x05, 1, 0, 0, 0}).base, Instruction::kInstructionPointer);
  EXPECT_EQ(decoded({0x8b, 0x04, 0x25, 1, 0, 0, 0}).base, Instruction::kNoRegister);
  EXPECT_FALSE(decoded({0x89, 0xc8}).memory);
  EXPECT_TRUE(decoded({0x64, 0x8b, 0x04, 0x25, 0, 0, 0, 0}).thread_local_segment);
  EXPECT_TRUE(decoded({0xf0, 0xff, 0x00}).locked);
}

TEST(Instruction, KnowsWhereItJumps) {
  const Instruction call = decoded({0xe8, 0xfb, 0xff, 0xff, 0xff});
  EXPECT_TRUE(call.is_call());
  EXPECT_EQ(target_of(call, 0x1000), 0x1000u);
  const Instruction back = decoded({0x75, 0xfe});
  EXPECT_TRUE(back.is_conditional_jump());
  EXPECT_EQ(target_of(back, 0x1000), 0x1000u);
  EXPECT_TRUE(decoded({0x0f, 0x84, 0, 0, 0, 0}).is_conditional_jump());
  EXPECT_TRUE(decoded({0xeb, 0x10}).ends_flow());
  EXPECT_TRUE(decoded({0x3e, 0xff, 0xe0}).is_indirect_jump());
  EXPECT_TRUE(decoded({0xff, 0x15, 0, 0, 0, 0}).is_indirect_call());
  EXPECT_TRUE(decoded({0xf3, 0xc3}).is_return());
}

}  // namespace
}  // namespace stalemate::rt

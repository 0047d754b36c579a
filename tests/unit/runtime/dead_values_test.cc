// Liveness over machine code, on snippets: cx holds the value in question, and what follows uses it or not.
#include "runtime/awaits/dead_values.h"

#include <gtest/gtest.h>

#include <vector>

#include "runtime/awaits/hooks.h"
#include "runtime/awaits/workspace.h"
#include "runtime/platform/constant_memory.h"

namespace stalemate::rt {

// No code here calls hooks.
Hook find_hook(std::uint64_t) { return {}; }
bool is_constant_memory(std::uint64_t) { return false; }

namespace {
Workspace own_workspace;
}
Workspace* workspace = &own_workspace;

namespace {

using Bytes = std::vector<std::uint8_t>;

// The caller: ax, cx and dx are set anew, and then it goes round for ever.
const Bytes kCaller = {0x31, 0xc0, 0x31, 0xc9, 0x31, 0xd2, 0xeb, 0xfe};

bool is_dead(Bytes code, bool in_slot = false) {
  code.insert(code.begin(), 0x90);  // nop
  code.resize(code.size() + 16);
  Bytes caller = kCaller;
  caller.resize(caller.size() + 16);
  std::uint64_t stack[64] = {};
  stack[32] = reinterpret_cast<std::uint64_t>(caller.data());
  OwnMemory own;
  own.stack_begin = reinterpret_cast<std::uint64_t>(stack);
  own.stack_end = own.stack_begin + sizeof stack;
  Machine machine;
  machine.start(reinterpret_cast<std::uint64_t>(code.data()), reinterpret_cast<std::uint64_t>(&stack[32]), 0);
  machine.trust_stack(own.stack_begin, own.stack_end);
  machine.follow_tags();
  EXPECT_TRUE(machine.step());
  for (const unsigned which : {Machine::kAx, Machine::kCx, Machine::kDx, Machine::kBx}) machine.set(which, 1);
  machine.set_tagged(Machine::kDi, 0, symbol(1, 8));  // any value
  if (in_slot)
    mark_dead(machine, reinterpret_cast<std::uint64_t>(&stack[31]), 8);
  else
    mark_dead(machine, Machine::kCx);
  return are_dead(machine, own);
}

TEST(DeadValuesTest, AValueThatIsOverwrittenIsDead) { EXPECT_TRUE(is_dead({0xb9, 0x05, 0, 0, 0, 0xc3})); }

TEST(DeadValuesTest, AValueThatTheCallerOverwritesIsDead) { EXPECT_TRUE(is_dead({0xc3})); }

TEST(DeadValuesTest, ACopyIsNoUse) { EXPECT_TRUE(is_dead({0x89, 0xc8, 0xc3})); }

TEST(DeadValuesTest, AnAddressIsAUse) { EXPECT_FALSE(is_dead({0x8b, 0x01, 0xc3})); }

TEST(DeadValuesTest, AJumpThatDependsOnItIsAUse) { EXPECT_FALSE(is_dead({0x85, 0xc9, 0x74, 0x00, 0xc3})); }

// test edi, edi; je over; mov ecx, 5 or a use of it on one of the two ways
TEST(DeadValuesTest, AllWaysAreFollowed) {
  EXPECT_TRUE(is_dead({0x85, 0xff, 0x74, 0x05, 0xb9, 0x05, 0, 0, 0, 0xc3}));
  EXPECT_FALSE(is_dead({0x85, 0xff, 0x74, 0x02, 0x8b, 0x01, 0xc3}));
  EXPECT_FALSE(is_dead({0x85, 0xff, 0x75, 0x02, 0x8b, 0x01, 0xc3}));
}

// again: test edi, edi; je again; ret
TEST(DeadValuesTest, ALoopIsFollowedOnce) { EXPECT_TRUE(is_dead({0x85, 0xff, 0x74, 0xfc, 0xc3})); }

// A value that nothing overwrites may still be used where nobody has looked.
TEST(DeadValuesTest, AValueThatStaysIsNotKnownToBeDead) { EXPECT_FALSE(is_dead({0xeb, 0xfe})); }

TEST(DeadValuesTest, ASlotOfAFrameThatIsLeftIsDead) {
  EXPECT_TRUE(is_dead({0x48, 0x83, 0xec, 0x10, 0x48, 0x83, 0xc4, 0x10, 0xc3}, true));
  EXPECT_FALSE(
      is_dead({0x48, 0x8b, 0x44, 0x24, 0xf8, 0x8a, 0x00, 0xc3}, true));  // by one that calls no other
  // mov rax, [rsp + 8]; mov al, [rax]
  EXPECT_FALSE(is_dead(
      {0x48, 0x83, 0xec, 0x10, 0x48, 0x8b, 0x44, 0x24, 0x08, 0x8a, 0x00, 0x48, 0x83, 0xc4, 0x10, 0xc3},
      true));
}

// mov [rdx], ecx, and dx is no address of the stack
TEST(DeadValuesTest, WhatOthersMayReadIsUsed) { EXPECT_FALSE(is_dead({0x89, 0x0a, 0xc3})); }

// A read through a pointer that is not known may read it.
TEST(DeadValuesTest, AnyPointerMayPointToIt) {
  EXPECT_FALSE(is_dead({0x48, 0x83, 0xec, 0x10, 0x8b, 0x07, 0x48, 0x83, 0xc4, 0x10, 0xc3}, true));
}

}  // namespace
}  // namespace stalemate::rt

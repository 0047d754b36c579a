#include "runtime/awaits/swap_reach.h"

#include "runtime/awaits/hooks.h"
#include "runtime/awaits/machine.h"

namespace stalemate::rt {

namespace {

// Its length is 0 if it is not known, or not there.
Instruction instruction_at(std::uint64_t at) {
  constexpr std::uint64_t kLongest = 15;
  if (!can_read(at) || !can_read(at + kLongest)) return {};
  return decode(reinterpret_cast<const std::uint8_t*>(at), kLongest);
}

// A call of a shared library's function goes by a stub that jumps through memory.
std::uint64_t through_stub(std::uint64_t function) {
  std::uint64_t at = function;
  for (int n = 0; n < 2; ++n) {
    const Instruction in = instruction_at(at);
    if (in.length == 0) break;
    if (in.is_indirect_jump() && in.memory && in.base == Instruction::kInstructionPointer)
      return *reinterpret_cast<const std::uint64_t*>(
          at + in.length + static_cast<std::uint64_t>(std::int64_t{in.displacement}));
    at += in.length;  // endbr64
  }
  return function;
}

// Instructions after a call, along all jumps.
class Reach {
 public:
  bool comes_to_swap(std::uint64_t at, bool past_loads);
  bool comes_back(std::uint64_t at);

 private:
  static constexpr std::uint32_t kMost = 160, kMostTargets = 24;
  bool add(std::uint64_t target);
  std::uint64_t targets_[kMostTargets];
  std::uint32_t count_ = 0, next_ = 0;
};

bool Reach::add(std::uint64_t target) {
  for (std::uint32_t n = 0; n < count_; ++n)
    if (targets_[n] == target) return true;
  if (count_ == kMostTargets) return false;
  targets_[count_++] = target;
  return true;
}

// Where it is not known, it may.
bool Reach::comes_to_swap(std::uint64_t at, bool past_loads) {
  add(at);
  for (std::uint32_t n = 0; next_ < count_; ++next_) {
    for (std::uint64_t pc = targets_[next_];;) {
      if (++n > kMost) return true;
      const Instruction in = instruction_at(pc);
      if (in.length == 0) break;
      if (in.is_return() || in.is_indirect_call()) return true;  // to a function that is not known here
      if (in.is_indirect_jump()) return true;
      if (in.is_call()) {
        const HookKind kind = find_hook(through_stub(target_of(in, pc))).kind;
        if (kind == HookKind::kNone || kind == HookKind::kCas || kind == HookKind::kCasValue) return true;
        if (is_atomic(kind) && !(past_loads && kind == HookKind::kLoad)) break;
        if (kind == HookKind::kYield) break;
      }
      if ((in.is_conditional_jump() || in.is_jump()) && !add(target_of(in, pc))) return true;
      if (in.ends_flow()) break;
      pc += in.length;
    }
  }
  return false;
}

// The same: to the call that returns here.
bool Reach::comes_back(std::uint64_t at) {
  add(at);
  for (std::uint32_t n = 0; next_ < count_; ++next_) {
    for (std::uint64_t pc = targets_[next_];;) {
      if (++n > kMost) return true;
      const Instruction in = instruction_at(pc);
      if (in.length == 0) break;
      if (in.is_return() || in.is_indirect_jump()) return true;
      pc += in.length;
      if (in.is_call() && pc == at) return true;
      if ((in.is_conditional_jump() || in.is_jump()) && !add(target_of(in, pc - in.length))) return true;
      if (in.ends_flow()) break;
    }
  }
  return false;
}

struct Reached {
  std::uint64_t at = 0;
  bool found = false;
};

// By the addresses that were looked at before.
class Memory {
 public:
  template <class Find>
  bool look_up(std::uint64_t at, Find find) {
    Reached& known = reached_[(at ^ at >> 9) % kReached];
    if (known.at != at) known = {at, find()};
    return known.found;
  }

 private:
  static constexpr std::uint32_t kReached = 256;
  Reached reached_[kReached];
};

}  // namespace

bool may_reach_swap(std::uint64_t return_address) {
  static Memory memory;
  return memory.look_up(return_address, [=] { return Reach().comes_to_swap(return_address, false); });
}

bool may_begin_try(std::uint64_t return_address) {
  static Memory memory;
  return memory.look_up(return_address, [=] {
    return Reach().comes_to_swap(return_address, true) || Reach().comes_back(return_address);
  });
}

}  // namespace stalemate::rt

#include "runtime/uninstrumented/analysis/code_effects.h"

#include <cstring>
#include <initializer_list>

#include "runtime/uninstrumented/analysis/instruction.h"

namespace stalemate::rt {

namespace {

using Map = Instruction::Map;

// What a register holds: two bits each, in one word.
enum Value : std::uint32_t { kAnything = 0, kPrivate = 1, kConstant = 2, kResult = 3 };
constexpr std::uint32_t kUnreached = ~0u;  // no state: the stack pointer never is 3
enum Register : std::uint8_t {
  kRax = 0,
  kRcx = 1,
  kRdx = 2,
  kRbx = 3,
  kRsp = 4,
  kRbp = 5,
  kRsi = 6,
  kRdi = 7
};

struct Registers {
  std::uint32_t all = kPrivate << (2 * kRsp);

  Value at(unsigned n) const { return static_cast<Value>((all >> (2 * n)) & 3); }
  void set(unsigned n, Value value) {
    if (n == kRsp) return;  // it always points to the stack
    all = (all & ~(3u << (2 * n))) | (static_cast<std::uint32_t>(value) << (2 * n));
  }
  void forget(unsigned n) {
    if (n < 16) set(n, kAnything);
  }
  // If the result is returned in memory, the first argument is its address.
  static Registers at_entry() {
    Registers registers;
    registers.set(kRdi, kResult);
    return registers;
  }
};

std::uint32_t merged(std::uint32_t a, std::uint32_t b) {
  if (a == kUnreached) return b;
  if (b == kUnreached) return a;
  const std::uint32_t differs = a ^ b;
  const std::uint32_t either = (differs | (differs >> 1)) & 0x55555555u;
  return a & ~(either * 3);
}

class Interpreter {
 public:
  Interpreter(MemoryRange code, const CodeSurroundings& surroundings, bool ignores_calls)
      : code_(code), surroundings_(surroundings), ignores_calls_(ignores_calls) {}

  CodeEffect run() {
    const CodeEffect unknown = ignores_calls_ ? CodeEffect::kNone : CodeEffect::kAny;
    const std::uint64_t size = code_.end - code_.begin;
    if (size > kMostBytes) return unknown;
    for (std::uint64_t at = 0; at < size; ++at) places_[at] = {};
    places_[0].before = Registers::at_entry().all;
    find_result_slot(size);
    // Each pass can only forget; a function has few nested loops.
    for (int pass = 0; pass < kMostPasses; ++pass) {
      changed_ = false;
      effect_ = CodeEffect::kNone;
      calls_ = returns_other_ = false;
      if (!pass_over(size)) return unknown;
      if (!changed_ && (ignores_calls_ || !reach_the_rest(size))) return summary();
    }
    return unknown;
  }

 private:
  CodeEffect summary() const {
    const bool no_result = returns_other_ || (calls_ && !ignores_calls_);
    return effect_ == CodeEffect::kStores && no_result ? CodeEffect::kAny : effect_;
  }

  // Unoptimized code stores the first argument on the stack: in a separate place, written once.
  void find_result_slot(std::uint64_t size) {
    bool found = false;
    has_result_slot_ = false;
    for (std::uint64_t at = 0; at < size;) {
      const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(code_.begin + at), size - at);
      if (now.length == 0) return;
      at += now.length;
      const bool frame = now.memory && now.base == kRbp && now.index == Instruction::kNoRegister;
      if (!frame || only_names(now) || now.is(Map::kOneByte, 0x8b)) continue;
      const bool keeps = now.is(Map::kOneByte, 0x89) && now.wide && now.reg == kRdi;
      if (!found && keeps) {
        found = has_result_slot_ = true;
        result_slot_ = now.displacement;
        continue;
      }
      const int bytes = now.vector_prefix ? 64 : now.map == Map::kOneByte ? 8 : 16;  // at most
      if (found && now.displacement > result_slot_ - bytes && now.displacement < result_slot_ + 8)
        has_result_slot_ = false;
    }
  }

  static constexpr std::uint64_t kMostBytes = 8192;
  static constexpr int kMostPasses = 40;

  // The registers before the instruction that begins at a place, if there is one.
  struct Place {
    std::uint32_t before = kUnreached;
    bool begins = false;
  };

  // False: nothing is known.
  bool pass_over(std::uint64_t size) {
    std::uint32_t falls = kUnreached;
    for (std::uint64_t at = 0; at < size;) {
      const std::uint64_t address = code_.begin + at;
      const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(address), size - at);
      if (now.length == 0) return false;
      places_[at].begins = true;
      reach(at, falls);
      falls = kUnreached;
      if (places_[at].before != kUnreached) {
        Registers registers{places_[at].before};
        if (!step(now, address, registers)) return false;
        if (!now.ends_flow()) falls = registers.all;
      }
      at += now.length;
    }
    // A jump into the middle of an instruction: another instruction is there.
    for (std::uint64_t at = 0; at < size; ++at)
      if (places_[at].before != kUnreached && !places_[at].begins) return false;
    return true;
  }

  // What no jump leads to is reached by a jump table or by an exception. False: there is no such place.
  bool reach_the_rest(std::uint64_t size) {
    const bool by_table = indirect_ != kUnreached && !calls_;
    bool any = false, after_reached = true;
    for (std::uint64_t at = 0; at < size; ++at) {
      if (!places_[at].begins) continue;
      const bool reached = places_[at].before != kUnreached;
      if (!reached && after_reached) {
        places_[at].before = by_table ? indirect_ : Registers{}.all;
        any = true;
      }
      after_reached = reached;
    }
    return any;
  }

  void reach(std::uint64_t at, std::uint32_t state) {
    const std::uint32_t all = merged(places_[at].before, state);
    changed_ |= all != places_[at].before;
    places_[at].before = all;
  }

  Value of_address(std::uint64_t address) const {
    return surroundings_.is_constant(address) ? kConstant : kAnything;
  }

  // Where the operand lies; `exact` is its address, if known.
  Value place_of(const Instruction& now, std::uint64_t address, const Registers& registers,
                 std::uint64_t& exact) const {
    exact = 0;
    const auto displacement = static_cast<std::uint64_t>(std::int64_t{now.displacement});
    if (now.base == Instruction::kInstructionPointer) {
      exact = address + now.length + displacement;
      return of_address(exact);
    }
    if (now.base == Instruction::kNoRegister && now.index == Instruction::kNoRegister) {
      exact = displacement;
      return of_address(exact);
    }
    const Value base = now.base < 16 ? registers.at(now.base) : of_address(displacement);
    const Value index = now.index < 16 && now.scale == 1 ? registers.at(now.index) : kAnything;
    if (base != kAnything) return index == kAnything ? base : kAnything;
    return now.base < 16 ? index : kAnything;
  }

  static bool is_store(const Instruction& now) {
    const std::uint8_t op = now.opcode;
    if (now.map == Map::kOneByte) return op == 0x88 || op == 0x89 || op == 0xc6 || op == 0xc7;
    if (now.map != Map::k0F) return false;
    if (op == 0x7e) return !now.repeated;
    return op == 0x11 || op == 0x13 || op == 0x17 || op == 0x29 || op == 0x2b || op == 0x7f || op == 0xc3 ||
           op == 0xd6 || op == 0xe7 || (op >= 0x90 && op <= 0x9f && !now.vector_prefix);
  }

  void doubt(bool stores_result) {
    if (!stores_result)
      effect_ = CodeEffect::kAny;
    else if (effect_ == CodeEffect::kNone)
      effect_ = CodeEffect::kStores;
  }

  // Names an address and does not access it.
  static bool only_names(const Instruction& now) {
    if (now.map == Map::kOneByte) return now.opcode == 0x8d;
    return now.map == Map::k0F && !now.vector_prefix &&
           (now.opcode == 0x0d || (now.opcode >= 0x18 && now.opcode <= 0x1f));
  }

  void check_operand(const Instruction& now, std::uint64_t address, const Registers& registers) {
    if (!now.memory || only_names(now)) return;
    if (now.other_segment) return doubt(false);
    if (now.thread_local_segment) return;
    std::uint64_t exact;
    const Value place = place_of(now, address, registers, exact);
    const bool gathers =
        now.vector_prefix && now.map == Map::k0F38 && now.opcode >= 0x90 && now.opcode <= 0x93;
    if (place == kAnything || place == kResult || gathers) doubt(place == kResult && is_store(now));
    has_table_ |= place == kConstant;
  }

  // False: its effect is unknown.
  bool check_special(const Instruction& now, Registers& registers) {
    if (now.map == Map::k0F && !now.vector_prefix) {
      const std::uint8_t op = now.opcode;
      return op != 0x05 && op != 0x34 && op != 0xf7 && op != 0x07 && op != 0x35;
    }
    if (now.map == Map::kOther) return false;
    if (now.map != Map::kOneByte) return true;
    const std::uint8_t op = now.opcode;
    const bool copies = op >= 0xa4 && op <= 0xaf && op != 0xa8 && op != 0xa9;
    if (copies) {
      const bool reads = op <= 0xa7 || op == 0xac || op == 0xad;
      const Value from = registers.at(kRsi), to = registers.at(kRdi);
      if (reads && (from == kAnything || from == kResult)) doubt(false);
      if (op != 0xac && op != 0xad && (to == kAnything || to == kResult))
        doubt(to == kResult && (op == 0xaa || op == 0xab));
      for (const unsigned n : {kRcx, kRsi, kRdi}) registers.forget(n);
    }
    return op != 0xcd && op != 0xd7 && !(op >= 0xa0 && op <= 0xa3) && !(op >= 0x6c && op <= 0x6f) &&
           !(op >= 0xe4 && op <= 0xe7) && !(op >= 0xec && op <= 0xef);
  }

  bool jump(const Instruction& now, std::uint64_t address, const Registers& registers) {
    const std::uint64_t target = target_of(now, address);
    if (code_.holds(target) && !now.is_call()) {
      reach(target - code_.begin, registers.all);
      return true;
    }
    calls_ = true;
    if (ignores_calls_) return true;
    return surroundings_.judged != nullptr && surroundings_.judged(target, surroundings_.argument);
  }

  bool step(const Instruction& now, std::uint64_t address, Registers& registers) {
    check_operand(now, address, registers);
    if (!check_special(now, registers) && !ignores_calls_) return false;
    // Without optimization, the result is loaded last: what a store has left in rax is not the result.
    if (now.memory && now.base == kRax && is_store(now)) stored_by_rax_ = has_result_slot_;
    if (now.is(Map::kOneByte, 0x8b) && now.reg == kRax) stored_by_rax_ = false;
    if (now.is_return()) returns_other_ |= registers.at(kRax) != kResult || stored_by_rax_;
    if (now.is_conditional_jump() || now.is_jump()) return jump(now, address, registers);
    if (now.is_call() || (now.is_indirect_call() && ignores_calls_)) {
      if (now.is_call() && !jump(now, address, registers)) return false;
      calls_ = true;
      for (const unsigned n : {0, 1, 2, 6, 7, 8, 9, 10, 11}) registers.forget(n);
      return true;
    }
    if (now.is_indirect_call()) return false;
    if (now.is_indirect_jump()) {
      if (!now.memory && !has_table_) return ignores_calls_;
      const std::uint32_t all = merged(indirect_, registers.all);
      changed_ |= all != indirect_;
      indirect_ = all;
      return true;
    }
    write_registers(now, address, registers);
    return true;
  }

  static Value sum(Value a, Value b) {
    if (a == kAnything) return b;
    return b == kAnything ? a : kAnything;
  }

  // The result of a load: the word itself if it can never change.
  Value loaded(const Instruction& now, std::uint64_t address, const Registers& registers) const {
    if (now.thread_local_segment)
      return now.base == Instruction::kNoRegister && now.index == Instruction::kNoRegister &&
                     now.displacement == 0
                 ? kPrivate
                 : kAnything;
    if (has_result_slot_ && now.base == kRbp && now.index == Instruction::kNoRegister &&
        now.displacement == result_slot_ && registers.at(kRbp) == kPrivate)
      return kResult;
    std::uint64_t exact;
    if (place_of(now, address, registers, exact) != kConstant || exact == 0) return kAnything;
    std::uint64_t word;
    std::memcpy(&word, reinterpret_cast<const void*>(exact), sizeof word);
    return of_address(word);
  }

  // Arithmetic of the form "reg, r/m" (3 in the low bits) or "r/m, reg" (1).
  void write_sum(const Instruction& now, Registers& registers, bool subtracts) {
    const bool to_reg = (now.opcode & 2) != 0;
    if (!to_reg && now.memory) return;
    const unsigned to = to_reg ? now.reg : now.rm;
    const Value other = now.memory ? kAnything : registers.at(to_reg ? now.rm : now.reg);
    const Value old = registers.at(to);
    if (subtracts && other != kAnything) return registers.forget(to);
    registers.set(to, now.wide ? sum(old, other) : kAnything);
  }

  void write_registers(const Instruction& now, std::uint64_t address, Registers& registers) {
    if (now.map == Map::kOneByte)
      write_one_byte(now, address, registers);
    else
      write_others(now, registers);
  }

  void write_one_byte(const Instruction& now, std::uint64_t address, Registers& registers) {
    const std::uint8_t op = now.opcode;
    std::uint64_t exact;
    if (op >= 0xb8 && op <= 0xbf)
      return registers.set(
          now.rm, of_address(static_cast<std::uint64_t>(now.immediate) & (now.wide ? ~0ull : 0xffffffffull)));
    if ((op >= 0x50 && op <= 0x57) || (op == 0x90 && now.rm == 0)) return;
    if (op >= 0x58 && op <= 0x5f) return registers.forget(now.rm);  // pop
    if (op == 0xc9) return registers.forget(kRbp);                  // leave
    if (op < 0x40 && (op & 7) < 4) {
      const unsigned kind = op >> 3;
      if (kind == 7) return;  // cmp
      if ((kind == 0 || kind == 5) && (op & 1) != 0) return write_sum(now, registers, kind == 5);
      return forget_operands(now, registers);
    }
    switch (op) {
      case 0x88:
      case 0x89:
      case 0x8b:
      case 0xc6:
      case 0xc7: break;
      case 0x8d:
        return registers.set(
            now.reg, now.wide || now.base >= 16 ? place_of(now, address, registers, exact) : kAnything);
      case 0x80:
      case 0x81:
      case 0x83: {
        const unsigned kind = now.reg & 7;  // add, and, sub, cmp preserve what is pointed to
        if (now.memory || kind == 7 || (now.wide && (kind == 0 || kind == 4 || kind == 5))) return;
        return registers.forget(now.rm);
      }
      case 0xff:
        if (now.memory || ((now.reg & 7) < 2 && now.wide)) return;
        return registers.forget(now.rm);
      case 0x84:
      case 0x85:
      case 0xa8:
      case 0xa9:
      case 0x68:
      case 0x6a:

      case 0xf4: return;
      default: return forget_operands(now, registers);
    }
    if (now.memory && op != 0x8b) return;
    if (op == 0xc6 || op == 0xc7 || op == 0x88) return registers.forget(now.rm);
    if (op == 0x89) return registers.set(now.rm, now.wide ? registers.at(now.reg) : kAnything);
    const Value value = now.memory ? loaded(now, address, registers) : registers.at(now.rm);
    registers.set(now.reg, now.wide ? value : kAnything);
  }

  // Vector instructions do not change the general registers, with a few exceptions.
  static bool is_vector(const Instruction& now) {
    const std::uint8_t op = now.opcode;
    if (now.map == Map::k0F)
      return (op >= 0x10 && op <= 0x17) || (op >= 0x28 && op <= 0x2b) || op == 0x2e || op == 0x2f ||
             (op >= 0x51 && op <= 0x77) || (op >= 0x7c && op <= 0x7d) || op == 0x7f || op == 0xc2 ||
             op == 0xc4 || op == 0xc6 || (op >= 0xd0 && op != 0xd7 && op != 0xf0 && op != 0xff) ||
             (op >= 0x18 && op <= 0x1f) || (op == 0x7e && now.repeated) || op == 0x77;
    if (now.map == Map::k0F38) return op < 0xf0;
    return now.map == Map::k0F3A && (op < 0x14 || (op > 0x17 && op < 0x39) || (op > 0x3b && op < 0x60));
  }

  void write_others(const Instruction& now, Registers& registers) {
    if (is_vector(now) || now.is_conditional_jump()) return;
    // cmov: the one or the other
    if (now.map == Map::k0F && !now.vector_prefix && now.opcode >= 0x40 && now.opcode <= 0x4f) {
      const Value other = now.memory ? kAnything : registers.at(now.rm);
      if (!now.wide || other != registers.at(now.reg)) registers.forget(now.reg);
      return;
    }
    forget_operands(now, registers);
  }

  // The field for a register selects the operation.
  static bool is_group(const Instruction& now) {
    const std::uint8_t op = now.opcode;
    if (now.map == Map::k0F) return op == 0xba || op == 0xc7 || op == 0xae || op == 0x00 || op == 0x01;
    return now.map == Map::kOneByte &&
           (op == 0xc0 || op == 0xc1 || (op >= 0xd0 && op <= 0xd3) || op == 0xf6 || op == 0xf7 ||
            op == 0xfe || op == 0x8f || (op >= 0xd8 && op <= 0xdf));
  }

  // Whatever it may write.
  static void forget_operands(const Instruction& now, Registers& registers) {
    if (now.has_modrm && !is_group(now)) registers.forget(now.reg);
    if (!now.memory) registers.forget(now.rm);
    registers.forget(now.extra);
    for (const unsigned n : {kRax, kRcx, kRdx}) registers.forget(n);
    if (now.is(Map::k0F, 0xa2)) registers.forget(kRbx);  // cpuid
  }

  MemoryRange code_;
  const CodeSurroundings& surroundings_;
  std::uint32_t indirect_ = kUnreached;  // the registers at a jump through a table
  CodeEffect effect_ = CodeEffect::kNone;
  bool ignores_calls_;
  bool changed_ = false, calls_ = false, has_table_ = false;
  bool returns_other_ = false;  // than what the first argument was
  bool has_result_slot_ = false, stored_by_rax_ = false;
  std::int32_t result_slot_ = 0;  // from the frame pointer
  static Place places_[kMostBytes];
};

Interpreter::Place Interpreter::places_[Interpreter::kMostBytes];

}  // namespace

CodeEffect effect_of(MemoryRange code, const CodeSurroundings& surroundings) {
  return Interpreter(code, surroundings, false).run();
}

CodeEffect own_effect_of(MemoryRange code, const CodeSurroundings& surroundings) {
  return Interpreter(code, surroundings, true).run();
}

}  // namespace stalemate::rt

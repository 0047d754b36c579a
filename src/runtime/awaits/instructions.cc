// What the instructions do: Intel SDM volume 2, appendix A has the opcodes.
#include "runtime/awaits/machine.h"

namespace stalemate::rt {

namespace {

constexpr unsigned kCompare = 7, kAnd = 4;

constexpr unsigned full_bytes(const Instruction& in) { return in.wide ? 8 : in.operand16 ? 2 : 4; }
constexpr unsigned bytes_of(const Instruction& in) { return (in.opcode & 1) == 0 ? 1 : full_bytes(in); }
constexpr std::uint64_t immediate_of(const Instruction& in) {
  return static_cast<std::uint64_t>(in.immediate);
}
constexpr std::uint64_t signed_from(std::uint64_t value, unsigned bytes) {
  const unsigned unused = 64 - 8 * bytes;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

}  // namespace

bool Machine::run_one_byte(const Instruction& in) {
  const std::uint8_t op = in.opcode;
  if (in.repeated && op != 0x90 && op != 0xc3) return false;  // string instructions; `pause` and `rep ret`
  if (op < 0x40) return run_arithmetic(in);
  if (op < 0x60 || op == 0x68 || op == 0x6a || op == 0xc9) return run_stack(in);
  if ((op >= 0x70 && op < 0x80) || op == 0xc3 || (op >= 0xe8 && op <= 0xeb)) return run_flow(in);
  if (op == 0xc0 || op == 0xc1 || (op >= 0xd0 && op <= 0xd3)) return run_shift(in);
  if (op == 0x80 || op == 0x81 || op == 0x83 || op == 0xf6 || op == 0xf7 || op >= 0xfe) return run_groups(in);
  return run_moves(in);
}

// add, or, adc, sbb, and, sub, xor, cmp with two operands or an immediate.
bool Machine::run_arithmetic(const Instruction& in) {
  const unsigned operation = in.opcode >> 3, form = in.opcode & 7, bytes = bytes_of(in);
  if (form > 5) return false;
  // A register combined with itself is zero, whatever it is.
  const bool clears = (operation == 6 || operation == 5) && form < 4 && !in.memory && in.reg == in.rm;
  if (clears) write_named(in, in.rm, 0, bytes);
  if (form >= 4) {
    const std::uint64_t result = compute(operation, read_register(kAx, bytes), immediate_of(in), bytes);
    if (operation != kCompare) write_register(kAx, result, bytes);
    return ok_;
  }
  const bool into_register = form >= 2;
  const std::uint64_t operand = read_operand(in, bytes), named = read_named(in, in.reg, bytes);
  if (!ok_) return false;
  const std::uint64_t result =
      into_register ? compute(operation, named, operand, bytes) : compute(operation, operand, named, bytes);
  if (operation == kCompare) return ok_;
  into_register ? write_named(in, in.reg, result, bytes) : write_operand(in, result, bytes);
  return ok_;
}

bool Machine::run_stack(const Instruction& in) {
  const std::uint8_t op = in.opcode;
  if (in.operand16) return false;
  if (op == 0x68 || op == 0x6a) {
    push(immediate_of(in));
  } else if (op == 0xc9) {  // leave
    set(kSp, get(kBp));
    set(kBp, pop());
  } else if (op >= 0x58 && op < 0x60) {
    const std::uint64_t value = pop();
    set(in.rm, value);
  } else if (op >= 0x50 && op < 0x58) {
    push(get(in.rm));
  } else {
    return false;
  }
  return ok_;
}

bool Machine::run_flow(const Instruction& in) {
  const std::uint8_t op = in.opcode;
  const std::uint64_t target = at_ + immediate_of(in);
  if (op < 0x80) {
    return jump_if(op & 15, target);
  } else if (op == 0xe8) {
    push(at_);
    return enter(target);
  } else if (op == 0xe9 || op == 0xeb) {
    at_ = target;
    entered_ = true;  // perhaps a tail call
  } else if (op == 0xc3) {
    return leave_function();
  } else {
    return false;
  }
  return ok_;
}

bool Machine::run_shift(const Instruction& in) {
  const unsigned bytes = bytes_of(in), operation = in.reg & 7;
  if (in.opcode >= 0xd2 && is_tagged(kCx)) return false;
  const std::uint64_t by = in.opcode < 0xd0 ? immediate_of(in) : in.opcode < 0xd2 ? 1 : read_register(kCx, 1);
  const auto count = static_cast<unsigned>(by & (bytes == 8 ? 63 : 31));
  const std::uint64_t value = read_operand(in, bytes);
  if (!ok_ || operation < 4 || count >= bytes * 8) return false;
  if (count == 0) return true;
  std::uint64_t result = 0, last = 0;
  if (operation == 5) {
    result = value >> count;
    last = value >> (count - 1) & 1;
  } else if (operation == 7) {
    result = static_cast<std::uint64_t>(static_cast<std::int64_t>(signed_from(value, bytes)) >> count);
    last = value >> (count - 1) & 1;
  } else {
    result = value << count;
    last = value >> (bytes * 8 - count) & 1;
  }
  set_flag(kCarry, last != 0);
  set_result_flags(result, bytes);
  known_flags_ &= static_cast<std::uint8_t>(~kOverflow);
  write_operand(in, result, bytes);
  return ok_;
}

// Opcodes whose operation is in the register field.
bool Machine::run_groups(const Instruction& in) {
  const unsigned bytes = bytes_of(in), operation = in.reg & 7;
  if (in.opcode < 0x90) {
    const unsigned wide = in.opcode == 0x80 ? 1 : full_bytes(in);
    const std::uint64_t value = read_operand(in, wide);
    const std::uint64_t result = compute(operation, value, immediate_of(in), wide);
    if (operation != kCompare) write_operand(in, result, wide);
    return ok_;
  }
  if (in.opcode >= 0xfe && operation < 2) {  // inc, dec: the carry stays
    const std::uint8_t carry = flags_ & kCarry;
    std::uint8_t known = known_flags_ & kCarry;
    if (flags_tag_.is_set() || (in.memory ? follows_tags_ : is_tagged(in.rm))) known = 0;
    const std::uint64_t result = compute(operation == 0 ? 0 : 5, read_operand(in, bytes), 1, bytes);
    flags_ = static_cast<std::uint8_t>((flags_ & ~kCarry) | carry);
    known_flags_ = static_cast<std::uint8_t>((known_flags_ & ~kCarry) | known);
    write_operand(in, result, bytes);
    return ok_;
  }
  if (in.opcode == 0xff) {
    if (operation != 2 && operation != 4 && operation != 6) return false;
    // Where functions are is not the program's data: on_read does not see it.
    const bool is_fixed = in.memory && in.base == Instruction::kInstructionPointer && operation != 6;
    const std::uint64_t value = is_fixed    ? read_number(address_of(in), 8)
                                : in.memory ? read(address_of(in), 8)
                                            : get(in.rm);
    if (operation == 6) return push(value), ok_;
    if (follows_tags_ && classes_ != 0) return false;
    if (operation == 2) push(at_);
    return enter(value);
  }
  if (in.opcode == 0xfe) return false;
  if (operation < 2) return compute(kAnd, read_operand(in, bytes), immediate_of(in), bytes), ok_;
  if (operation == 2) return write_operand(in, ~read_operand(in, bytes), bytes), ok_;
  if (operation == 3) return write_operand(in, compute(5, 0, read_operand(in, bytes), bytes), bytes), ok_;
  return false;
}

bool Machine::run_moves(const Instruction& in) {
  const std::uint8_t op = in.opcode;
  const unsigned bytes = bytes_of(in), full = full_bytes(in);
  if (op >= 0xb0 && op < 0xb8) return write_named(in, in.rm, immediate_of(in), 1), ok_;
  if (op >= 0xb8 && op < 0xc0) return write_register(in.rm, immediate_of(in), full), ok_;
  switch (op) {
    case 0x63: return write_register(in.reg, signed_from(read_operand(in, 4), 4), full), ok_;
    case 0x69:
    case 0x6b: {
      const std::uint64_t value = signed_from(read_operand(in, full), full);
      known_flags_ = 0;
      return write_register(in.reg, value * immediate_of(in), full), ok_;
    }
    case 0x84:
    case 0x85: return compute(kAnd, read_operand(in, bytes), read_named(in, in.reg, bytes), bytes), ok_;
    case 0x86:
    case 0x87: {  // with memory it is atomic
      if (in.memory) return false;
      const std::uint64_t a = read_operand(in, bytes), b = read_named(in, in.reg, bytes);
      write_operand(in, b, bytes);
      return write_named(in, in.reg, a, bytes), ok_;
    }
    case 0x88:
    case 0x89: return write_operand(in, read_named(in, in.reg, bytes), bytes), ok_;
    case 0x8a:
    case 0x8b: return write_named(in, in.reg, read_operand(in, bytes), bytes), ok_;
    case 0x8d: return write_register(in.reg, address_of(in), full), ok_ && !in.thread_local_segment;
    case 0x90: return in.rm == 0;
    case 0x98: return write_register(kAx, signed_from(read_register(kAx, full / 2), full / 2), full), ok_;
    case 0x99: {
      const bool negative = (signed_from(read_register(kAx, full), full) >> 63) != 0;
      return write_register(kDx, negative ? ~std::uint64_t{0} : 0, full), ok_;
    }
    case 0xa8:
    case 0xa9: return compute(kAnd, read_register(kAx, bytes), immediate_of(in), bytes), ok_;
    case 0xc6:
    case 0xc7: return (in.reg & 7) == 0 && (write_operand(in, immediate_of(in), bytes), ok_);
    default: return false;
  }
}

bool Machine::run_two_byte(const Instruction& in) {
  const std::uint8_t op = in.opcode;
  const unsigned full = full_bytes(in);
  if (op >= 0x80 && op < 0x90) {
    return jump_if(op & 15, at_ + immediate_of(in));
  }
  if (op == 0x1e || op == 0x1f) return true;  // endbr64, nop
  if (in.repeated) return false;
  if (op >= 0x90 && op < 0xa0) return write_operand(in, holds(op & 15) ? 1 : 0, 1), ok_;
  if (op >= 0x40 && op < 0x50) {  // the operand is read in any case; four bytes clear the others
    return run_conditional_move(in, full);
  }
  if (op == 0xaf) {
    known_flags_ = 0;
    const std::uint64_t value = read_operand(in, full);
    return write_register(in.reg, value * read_register(in.reg, full), full), ok_;
  }
  return run_extended_move(in);
}

// Where the condition does not depend on a symbol, the value that stays or comes has its own tag.
bool Machine::run_conditional_move(const Instruction& in, unsigned bytes) {
  const bool takes = holds(in.opcode & 15);
  const bool decided = classes_ == 0;
  std::uint64_t value = read_operand(in, bytes);
  const Tag tag = last_;
  const std::uint64_t before = read_register(in.reg, bytes);
  if (!decided) return write_register(in.reg, takes ? value : before, bytes), ok_;
  moves_ = true;
  if (takes) last_ = tag;
  classes_ = last_.classes;
  value = takes ? value : before;
  return write_register(in.reg, value, bytes), ok_;
}

// movzx, movsx
bool Machine::run_extended_move(const Instruction& in) {
  const std::uint8_t op = in.opcode;
  if (op != 0xb6 && op != 0xb7 && op != 0xbe && op != 0xbf) return false;
  const unsigned from = (op & 1) == 0 ? 1 : 2;
  const std::uint64_t value = read_operand(in, from);
  write_register(in.reg, op >= 0xbe ? signed_from(value, from) : value, full_bytes(in));
  return ok_;
}

}  // namespace stalemate::rt

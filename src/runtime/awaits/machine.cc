#include "runtime/awaits/machine.h"

#include <sys/syscall.h>

#include <cstring>
#include <initializer_list>

#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

using Map = Instruction::Map;

constexpr std::uint64_t kPageBytes = 4096;

constexpr std::uint64_t sign_of(unsigned bytes) { return std::uint64_t{1} << (bytes * 8 - 1); }

// Of a value whose first bytes are replaced by a part.
Tag joined(const Tag& tag, std::uint64_t value, const Tag& part, std::uint64_t part_value, unsigned bytes) {
  const std::uint64_t rest = tag.is_set() ? tag.expression : value & ~mask_of(bytes);
  const std::uint64_t other = part.is_set() ? part.expression : part_value;
  return {mix(mix(rest, other), bytes), static_cast<std::uint8_t>(tag.classes | part.classes), 8};
}

}  // namespace

bool Scratch::set(std::uint64_t word, std::uint64_t value, std::uint64_t mask, bool assumed) {
  std::uint32_t n = 0;
  while (n < count_ && entries_[n].word != word) ++n;
  if (n == kMost) return false;
  if (n == count_) entries_[count_++] = {word, 0, 0, 0, 0};
  Entry& entry = entries_[n];
  entry.value = (entry.value & ~mask) | (value & mask);
  entry.mask |= mask;
  entry.written = assumed ? entry.written & ~mask : entry.written | mask;
  if (!assumed) entry.is_newer |= mask;
  return true;
}

void Scratch::apply(std::uint64_t word, std::uint64_t& value) const {
  for (const Entry& entry : *this)
    if (entry.word == word) value = (value & ~entry.mask) | entry.value;
}

bool Scratch::is_new(std::uint64_t address, unsigned bytes) const {
  const std::uint64_t word = address & ~std::uint64_t{7};
  const std::uint64_t mask = mask_of(bytes) << (address - word) * 8;
  for (const Entry& entry : *this)
    if (entry.word == word) return address - word + bytes <= 8 && (entry.is_newer & mask) == mask;
  return false;
}

void Scratch::age() {
  for (std::uint32_t n = 0; n < count_; ++n) entries_[n].is_newer = 0;
}

// ---- memory

// The kernel reads eight bytes before it finds the first argument invalid.
bool can_read(std::uint64_t address) {
  constexpr long kInvalid = 99, kSetBytes = 8, kFault = -14;
  return kernel::call(SYS_rt_sigprocmask, kInvalid, static_cast<long>(address), 0, kSetBytes) != kFault;
}

void Machine::start(std::uint64_t at, std::uint64_t stack, std::uint64_t thread_pointer) {
  at_ = at;
  thread_pointer_ = thread_pointer;
  ok_ = true;
  entered_ = false;
  returned_ = true;
  known_flags_ = 0;
  scratch_.clear();
  std::memset(known_, 0, sizeof known_);
  std::memset(pages_, 0, sizeof pages_);
  stack_bytes_ = 0;
  next_page_ = 0;
  follows_tags_ = undecided_ = follows_any_memory_ = accessed_anywhere_ = false;
  set(kSp, stack);
}

void Machine::trust_stack(std::uint64_t begin, std::uint64_t end) {
  stack_begin_ = begin;
  stack_bytes_ = end - begin;
}

void Machine::trust_page(std::uint64_t address) {
  pages_[next_page_++ % kPages] = address & ~(kPageBytes - 1);
}

bool Machine::is_readable(std::uint64_t address, unsigned bytes) {
  if (address - stack_begin_ < stack_bytes_) return true;
  if (address < kPageBytes || address >> 47 != 0) return false;
  const std::uint64_t first = address & ~(kPageBytes - 1);
  if (first != ((address + bytes - 1) & ~(kPageBytes - 1))) {
    const auto before = static_cast<unsigned>(first + kPageBytes - address);
    return is_readable(address, before) && is_readable(address + before, bytes - before);
  }
  for (const std::uint64_t page : pages_)
    if (page == first) return true;
  if (!can_read(first)) return false;
  trust_page(first);
  return true;
}

std::uint64_t Machine::load(std::uint64_t address, unsigned bytes) {
  if (!is_readable(address, bytes)) {
    ok_ = false;
    return 0;
  }
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
  return value;
}

std::uint64_t Machine::read(std::uint64_t address, unsigned bytes) {
  Tag tag;
  if (follows_tags_) tag = memory_tag(address, bytes);
  if (follows_any_memory_ && !tag.is_set() && address - stack_begin_ >= stack_bytes_ &&
      address - own_begin_ >= own_bytes_ && (is_constant == nullptr || !is_constant(address))) {
    note_input({mix(at_, 1), Tag::kSymbol, static_cast<std::uint8_t>(bytes)}, 0);
    return 0;
  }
  const std::uint64_t value = read_number(address, bytes);
  if (follows_tags_) note_input(tag, value);
  return value;
}

std::uint64_t Machine::read_number(std::uint64_t address, unsigned bytes) {
  std::uint64_t value = load(address, bytes);
  const std::uint64_t word = address & ~std::uint64_t{7};
  const auto shift = static_cast<unsigned>(address - word) * 8;
  std::uint64_t low = value << shift;
  scratch_.apply(word, low);
  value = low >> shift;
  if (shift != 0 && shift + bytes * 8 > 64) {
    std::uint64_t high = load(address, bytes) >> (64 - shift);
    scratch_.apply(word + 8, high);
    value |= high << (64 - shift);
  }
  return value & mask_of(bytes);
}

void Machine::write(std::uint64_t address, std::uint64_t value, unsigned bytes) {
  if (follows_tags_) ok_ &= tagged_.set(address, bytes, output(bytes));
  const std::uint64_t word = address & ~std::uint64_t{7};
  const auto shift = static_cast<unsigned>(address - word) * 8;
  const std::uint64_t mask = mask_of(bytes);
  ok_ &= scratch_.set(word, value << shift, mask << shift, false);
  if (shift != 0 && shift + bytes * 8 > 64)
    ok_ &= scratch_.set(word + 8, value >> (64 - shift), mask >> (64 - shift), false);
}

void Machine::assume(std::uint64_t address, std::uint64_t value, unsigned bytes) {
  const std::uint64_t word = address & ~std::uint64_t{7};
  const auto shift = static_cast<unsigned>(address - word) * 8;
  ok_ &= shift + bytes * 8 <= 64 && scratch_.set(word, value << shift, mask_of(bytes) << shift, true);
}

void Machine::push(std::uint64_t value) {
  registers_[kSp] -= 8;
  write(registers_[kSp], value, 8);
}

std::uint64_t Machine::pop() {
  registers_[kSp] += 8;
  return read(registers_[kSp] - 8, 8);
}

// ---- registers and operands

std::uint64_t Machine::read_register(unsigned which, unsigned bytes) {
  const std::uint64_t mask = mask_of(bytes);
  if ((known_[which] & mask) != mask) ok_ = false;
  if (follows_tags_)
    note_input(bytes <= numbers_[which] ? Tag{} : part_of(tags_[which], 0, bytes), registers_[which] & mask);
  return registers_[which] & mask;
}

// Four bytes clear the others; one or two leave them.
void Machine::write_register(unsigned which, std::uint64_t value, unsigned bytes) {
  const std::uint64_t mask = bytes == 4 ? ~std::uint64_t{0} : mask_of(bytes);
  if (follows_tags_) {
    const Tag tag = output(bytes);
    numbers_[which] = static_cast<std::uint8_t>(bytes < 4 && !tag.is_set() ? bytes : 0);
    if (bytes >= 4)
      tags_[which] = tag;
    else if (tag.is_set() || tags_[which].is_set())  // a part of it changes
      tags_[which] = joined(tags_[which], registers_[which], tag, value & mask, bytes);
    if (which == kSp && tag.is_set()) ok_ = false;
  }
  registers_[which] = (registers_[which] & ~mask) | (value & mask_of(bytes));
  known_[which] |= mask;
}

// Without a REX prefix, 4 to 7 are the second bytes of the first four registers.
std::uint64_t Machine::read_named(const Instruction& in, unsigned which, unsigned bytes) {
  if (bytes != 1 || in.extended || which < 4) return read_register(which, bytes);
  if (is_tagged(which - 4)) ok_ = false;
  return read_register(which - 4, 2) >> 8;
}

void Machine::write_named(const Instruction& in, unsigned which, std::uint64_t value, unsigned bytes) {
  if (bytes != 1 || in.extended || which < 4) return write_register(which, value, bytes);
  constexpr std::uint64_t kSecond = 0xff00;
  if (is_tagged(which - 4) || (follows_tags_ && classes_ != 0)) ok_ = false;
  std::uint64_t& target = registers_[which - 4];
  target = (target & ~kSecond) | (value << 8 & kSecond);
  known_[which - 4] |= kSecond;
}

std::uint64_t Machine::address_of(const Instruction& in) {
  auto address = static_cast<std::uint64_t>(std::int64_t{in.displacement});
  if (in.base == Instruction::kInstructionPointer)
    address += at_;  // already the next instruction
  else if (in.base != Instruction::kNoRegister)
    address += get(in.base);
  if (in.index != Instruction::kNoRegister) address += get(in.index) * in.scale;
  if (in.thread_local_segment) address += thread_pointer_;
  return address;
}

std::uint64_t Machine::read_operand(const Instruction& in, unsigned bytes) {
  if (!in.memory) return read_named(in, in.rm, bytes);
  std::uint64_t address = 0;
  if (!find_memory(in, address)) return 0;
  const std::uint64_t value = read(address, bytes);
  if (ok_ && on_read != nullptr) on_read(context, address, bytes, value);
  return value;
}

void Machine::write_operand(const Instruction& in, std::uint64_t value, unsigned bytes) {
  if (!in.memory) return write_named(in, in.rm, value, bytes);
  std::uint64_t address = 0;
  if (!find_memory(in, address)) return;
  write(address, value & mask_of(bytes), bytes);
  if (ok_ && on_write != nullptr) on_write(context, address, bytes);
}

// The address of the operand is no input of what the instruction computes. False: it is not known.
bool Machine::find_memory(const Instruction& in, std::uint64_t& address) {
  if (!follows_tags_) {
    address = address_of(in);
    return ok_;
  }
  const std::uint64_t inputs = inputs_;
  const std::uint8_t classes = classes_;
  const Tag last = last_, before_last = before_last_;
  classes_ = 0;
  address = address_of(in);
  const std::uint8_t of_address = classes_;
  inputs_ = inputs;
  classes_ = classes;
  last_ = last;
  before_last_ = before_last;
  if (of_address == 0) return ok_;
  if (!follows_any_memory_ || (of_address & Tag::kDead) != 0) return ok_ = false;
  accessed_anywhere_ = true;
  note_input({mix(at_, 1), Tag::kSymbol, 8}, 0);
  return false;
}

void Machine::forget_after_call() {
  for (const unsigned which : {0u, 1u, 2u, 6u, 7u, 8u, 9u, 10u, 11u}) {
    known_[which] = 0;
    tags_[which] = {};
  }
  known_flags_ = 0;
  flags_tag_ = {};
  classes_ = 0;
}

bool Machine::leave_function() {
  at_ = pop();
  returned_ = true;
  if (follows_tags_ && last_.is_set()) ok_ = false;
  return ok_;
}

// ---- tags

void Machine::follow_tags() {
  follows_tags_ = true;
  for (Tag& tag : tags_) tag = {};
  flags_tag_ = {};
  tagged_.clear();
  classes_ = 0;
  one_ = other_ = {};
}

void Machine::take_for_different(const Tag& one, const Tag& other) {
  one_ = one;
  other_ = other;
}

// What is known in neither is used by neither: that would end a run.
bool Machine::has_register_of(const Machine& other, unsigned which) const {
  if (known_[which] != other.known_[which] || tags_[which] != other.tags_[which]) return false;
  std::uint64_t numbers = known_[which];
  if (tags_[which].is_set()) {
    if (numbers_[which] != other.numbers_[which]) return false;
    numbers &= numbers_[which] == 0 ? 0 : mask_of(numbers_[which]);
  }
  return ((registers_[which] ^ other.registers_[which]) & numbers) == 0;
}

bool Machine::has_flags_of(const Machine& other) const {
  return known_flags_ == other.known_flags_ && flags_tag_ == other.flags_tag_ &&
         zero_is_known_ == other.zero_is_known_ &&
         (flags_tag_.is_set() || ((flags_ ^ other.flags_) & known_flags_) == 0);
}

void Machine::mark_flags_dead() {
  flags_tag_ = {1, Tag::kDead, 8};
  zero_is_known_ = false;
}

void Machine::follow_any_memory(std::uint64_t begin, std::uint64_t end) {
  follows_any_memory_ = true;
  own_begin_ = begin;
  own_bytes_ = end - begin;
}

void Machine::set_tagged(unsigned which, std::uint64_t value, const Tag& tag) {
  classes_ = 0;
  set(which, value);
  tags_[which] = tag;
  numbers_[which] = 0;
}

void Machine::tag_memory(std::uint64_t address, unsigned bytes, const Tag& tag) {
  ok_ &= tagged_.set(address, bytes, tag);
}

Tag Machine::memory_tag(std::uint64_t address, unsigned bytes) {
  Tag tag;
  ok_ &= tagged_.find(address, bytes, tag);
  return tag;
}

void Machine::write_tagged(std::uint64_t address, std::uint64_t value, unsigned bytes, const Tag& tag) {
  classes_ = 0;
  write(address, value, bytes);
  tag_memory(address, bytes, tag);
}

// An expression is the operation, and its inputs in the order in which they are read.
void Machine::begin_instruction(const Instruction& in) {
  const std::uint8_t op = in.opcode;
  const bool one_byte = in.map == Map::kOneByte;
  const bool grouped = one_byte && ((op >= 0x80 && op < 0x84) || op == 0xc0 || op == 0xc1 ||
                                    (op >= 0xd0 && op < 0xd4) || op == 0xf6 || op == 0xf7 || op >= 0xfe);
  moves_ = one_byte && ((op >= 0x88 && op < 0x8c) || (op >= 0x50 && op < 0x60) || op == 0xc9 ||
                        (op == 0xff && (in.reg & 7) == 6));
  inputs_ = mix(static_cast<std::uint64_t>(in.map) << 8 | op, static_cast<std::uint64_t>(in.immediate));
  inputs_ = mix(inputs_, static_cast<std::uint64_t>(in.wide) << 1 | in.operand16);
  if (grouped) inputs_ = mix(inputs_, in.reg & 7u);
  if (one_byte && op == 0x8d) {
    const bool has_base = in.base != Instruction::kNoRegister,
               has_index = in.index != Instruction::kNoRegister;
    inputs_ = mix(inputs_, static_cast<std::uint64_t>(in.displacement) * 16 + in.scale);
    inputs_ = mix(inputs_, static_cast<std::uint64_t>(has_base) << 1 | has_index);
  }
  classes_ = outputs_ = 0;
  accessed_anywhere_ = false;
  last_ = before_last_ = {};
}

void Machine::note_input(const Tag& tag, std::uint64_t value) {
  inputs_ = mix(inputs_, tag.is_set() ? tag.expression : value);
  classes_ |= tag.classes;
  before_last_ = last_;
  last_ = tag;
}

Tag Machine::output(unsigned bytes) {
  if (classes_ == 0) return {};
  if (moves_) return part_of(last_, 0, bytes);
  return {mix(inputs_, ++outputs_), classes_, static_cast<std::uint8_t>(bytes)};
}

void Machine::decide(bool jumps) {
  undecided_ = false;
  at_ = jumps ? target_ : next_;
}

// ---- flags

void Machine::set_flag(Flag flag, bool value) {
  flags_ = static_cast<std::uint8_t>(value ? flags_ | flag : flags_ & ~flag);
  known_flags_ |= flag;
  zero_is_known_ = false;
  flags_tag_ = {};
  if (follows_tags_ && classes_ != 0) flags_tag_ = {mix(inputs_, 0), classes_, 8};
}

bool Machine::flag(Flag flag) {
  if ((known_flags_ & flag) == 0) ok_ = false;
  const bool is = (flags_ & flag) != 0;
  if (follows_tags_) note_input(flag == kZero && zero_is_known_ ? Tag{} : flags_tag_, is ? 1 : 0);
  return is;
}

void Machine::set_result_flags(std::uint64_t result, unsigned bytes) {
  set_flag(kZero, (result & mask_of(bytes)) == 0);
  set_flag(kSign, (result & sign_of(bytes)) != 0);
  set_flag(kParity, (__builtin_popcountll(result & 0xff) & 1) == 0);
}

// In the order in which instructions number them: add, or, adc, sbb, and, sub, xor, cmp.
std::uint64_t Machine::compute(unsigned operation, std::uint64_t a, std::uint64_t b, unsigned bytes) {
  const std::uint64_t mask = mask_of(bytes), sign = sign_of(bytes);
  a &= mask;
  b &= mask;
  std::uint64_t result = 0;
  switch (operation) {
    case 1: result = a | b; break;
    case 4: result = a & b; break;
    case 6: result = a ^ b; break;
    case 0:
    case 2: {
      const std::uint64_t carry = operation == 2 && flag(kCarry) ? 1 : 0;
      result = (a + b + carry) & mask;
      set_flag(kCarry, result < a || (carry != 0 && result == a));
      set_flag(kOverflow, (~(a ^ b) & (a ^ result) & sign) != 0);
      set_result_flags(result, bytes);
      return result;
    }
    default: {
      const std::uint64_t borrow = operation == 3 && flag(kCarry) ? 1 : 0;
      result = (a - b - borrow) & mask;
      set_flag(kCarry, a < b || (borrow != 0 && a == b));
      set_flag(kOverflow, ((a ^ b) & (a ^ result) & sign) != 0);
      set_result_flags(result, bytes);
      if (operation != 3) note_difference();
      return result;
    }
  }
  set_flag(kCarry, false);
  set_flag(kOverflow, false);
  set_result_flags(result, bytes);
  if (operation == 6) note_difference();
  return result;
}

// A value is equal to itself, and two symbols may be known to be different.
void Machine::note_difference() {
  if (!follows_tags_ || !last_.is_set() || !before_last_.is_set()) return;
  if (last_ == before_last_ && !last_.is_dead()) {
    classes_ = 0;
    set_flag(kCarry, false);
    set_flag(kOverflow, false);
    set_result_flags(0, 8);
    return;
  }
  if ((last_ != one_ || before_last_ != other_) && (last_ != other_ || before_last_ != one_)) return;
  flags_ &= static_cast<std::uint8_t>(~kZero);
  zero_is_known_ = true;
}

// As the low four bits of conditional instructions number them.
bool Machine::holds(unsigned condition) {
  bool is = false;
  switch (condition >> 1) {
    case 0: is = flag(kOverflow); break;
    case 1: is = flag(kCarry); break;
    case 2: is = flag(kZero); break;
    case 3: is = flag(kCarry) | flag(kZero); break;
    case 4: is = flag(kSign); break;
    case 5: is = flag(kParity); break;
    case 6: is = flag(kSign) != flag(kOverflow); break;
    default: is = flag(kZero) | (flag(kSign) != flag(kOverflow)); break;
  }
  return is != ((condition & 1) != 0);
}

// ---- instructions

namespace {

// Instructions that were decoded before, each with the bytes that it was decoded from.
struct Decoded {
  static constexpr unsigned kBytes = 16;
  std::uint8_t code[kBytes];
  Instruction in;
};
constexpr std::uint32_t kDecoded = 512;
Decoded decoded[kDecoded];

}  // namespace

bool Machine::fetch(Instruction& in) {
  constexpr unsigned kLongest = 15;
  const auto* code = reinterpret_cast<const std::uint8_t*>(at_);
  if (!is_readable(at_, Decoded::kBytes)) {  // at the end of what there is
    const auto left = static_cast<unsigned>(kPageBytes - at_ % kPageBytes);
    if (!is_readable(at_, left < kLongest ? left : kLongest)) return false;
    in = decode(code, left < kLongest ? left : kLongest);
  } else {
    Decoded& known = decoded[at_ % kDecoded];
    if (known.in.length == 0 || std::memcmp(known.code, code, Decoded::kBytes) != 0) {
      std::memcpy(known.code, code, Decoded::kBytes);
      known.in = decode(code, kLongest);
    }
    in = known.in;
  }
  return in.length != 0 && !in.vector_prefix && !in.locked && !in.other_segment && !in.short_address;
}

bool Machine::step() {
  Instruction in;
  entered_ = returned_ = false;
  if (!fetch(in)) return false;
  if (follows_tags_) begin_instruction(in);
  instruction_ = at_;
  at_ += in.length;
  return run(in) && ok_;
}

bool Machine::run(const Instruction& in) {
  if (in.map == Map::kOneByte) return run_one_byte(in);
  return in.map == Map::k0F && run_two_byte(in);
}

bool Machine::jump_if(unsigned condition, std::uint64_t target) {
  const bool jumps = holds(condition);
  if (!ok_) return false;
  if (follows_tags_ && classes_ != 0) {
    undecided_ = true;
    would_jump_ = jumps;
    condition_ = condition;
    target_ = target;
    next_ = at_;
    at_ = instruction_;
    return false;
  }
  if (jumps) at_ = target;
  return true;
}

bool Machine::enter(std::uint64_t target) {
  at_ = target;
  entered_ = true;
  return ok_;
}

}  // namespace stalemate::rt

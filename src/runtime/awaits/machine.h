// Runs machine code of the program on paper: registers are numbers, writes go to a scratch copy, and nothing
// of the program changes. Knows the instructions that compilers use for integers and pointers; any other one,
// a register or flag that is not known, and memory that cannot be read end the run. So its result is either
// what the processor would do, or none.
//
// A run may also be made with values that stand for any value: symbols, and what is computed from them, have
// tags (tag.h). Two values with the same tag are equal, whatever the symbols stand for. A jump that depends
// on one is left to the caller.
//
// Allocates nothing. Does not call the program.
#pragma once

#include <cstdint>

#include "runtime/awaits/tag.h"
#include "runtime/uninstrumented/analysis/instruction.h"

namespace stalemate::rt {

// What a run has written, and what it assumes about memory, in words of eight bytes.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch& other) { *this = other; }
  Scratch& operator=(const Scratch& other) {  // what is there, not all that there could be
    if (this == &other) return *this;
    count_ = other.count_;
    for (std::uint32_t n = 0; n < count_; ++n) entries_[n] = other.entries_[n];
    return *this;
  }
  void clear() { count_ = 0; }
  // The bytes in `mask`, at an address that is a multiple of eight. False: there is no room.
  bool set(std::uint64_t word, std::uint64_t value, std::uint64_t mask, bool assumed);
  // Replaces the bytes of `value` that are known here.
  void apply(std::uint64_t word, std::uint64_t& value) const;

  // Whether all these bytes have been written since the last call of age().
  bool is_new(std::uint64_t address, unsigned bytes) const;
  void age();

  struct Entry {
    std::uint64_t word = 0, value = 0;
    std::uint64_t mask = 0;      // bytes that have a value
    std::uint64_t written = 0;   // and that were written, not only assumed
    std::uint64_t is_newer = 0;  // and that since age() was called
  };
  const Entry* begin() const { return entries_; }
  const Entry* end() const { return entries_ + count_; }

 private:
  static constexpr std::uint32_t kMost = 160;
  Entry entries_[kMost];
  std::uint32_t count_ = 0;
};

// The bits of a value of so many bytes.
constexpr std::uint64_t mask_of(unsigned bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes * 8) - 1;
}

// Whether eight bytes at the address can be read. A system call.
bool can_read(std::uint64_t address);

class Machine {
 public:
  // By their numbers in instructions.
  enum Register : std::uint8_t { kAx, kCx, kDx, kBx, kSp, kBp, kSi, kDi, kR8, kR12 = 12, kR15 = 15 };

  // Nothing is known but the place and the stack. As if a function had just returned there.
  void start(std::uint64_t at, std::uint64_t stack, std::uint64_t thread_pointer);
  // Memory that is known to be there: the thread's own stack; the page with an address.
  void trust_stack(std::uint64_t begin, std::uint64_t end);
  void trust_page(std::uint64_t address);
  std::uint64_t at() const { return at_; }
  void set(unsigned which, std::uint64_t value) { write_register(which, value, 8); }
  // Of all its eight bytes; ok() is false if some are not known.
  std::uint64_t get(unsigned which) { return read_register(which, 8); }
  std::uint64_t get(unsigned which, unsigned bytes) { return read_register(which, bytes); }
  // What a call leaves undefined.
  void forget_after_call();
  // Returns from the function that has just been entered.
  bool leave_function();

  // The next instruction; false: the run is over without a result.
  bool step();
  // The last instruction entered another function, by a call or by a jump through memory.
  bool entered() const { return entered_; }
  // It returned from a function.
  bool returned() const { return returned_; }
  bool ok() const { return ok_; }

  // ---- values with tags
  // From here on they are followed.
  void follow_tags();
  // The two stand for different values; the latest two do.
  void take_for_different(const Tag& one, const Tag& other);
  void set_tagged(unsigned which, std::uint64_t value, const Tag& tag);
  void tag_memory(std::uint64_t address, unsigned bytes, const Tag& tag);
  const Tag& tag_of(unsigned which) const { return tags_[which]; }
  const Tag& flags_tag() const { return flags_tag_; }
  Tag memory_tag(std::uint64_t address, unsigned bytes);
  TaggedMemory& tagged_memory() { return tagged_; }
  // step() has come to a jump that depends on a tagged value: at() is its address. Continues either way.
  bool is_undecided() const { return undecided_; }
  bool depends_on_dead() const { return (classes_ & Tag::kDead) != 0; }
  void decide(bool jumps);
  // What it would do with the values that the symbols have here, and its condition as instructions number it.
  bool would_jump() const { return would_jump_; }
  unsigned condition() const { return condition_; }
  bool has_flags_of(const Machine& other) const;
  bool has_register_of(const Machine& other, unsigned which) const;
  void mark_flags_dead();
  // Memory that others can reach may have any value, other than the stack and this range. Accesses through
  // pointers that are not known are allowed: they read any value, and write nothing that is followed.
  void follow_any_memory(std::uint64_t begin, std::uint64_t end);
  // The last instruction made such an access.
  bool accessed_anywhere() const { return accessed_anywhere_; }
  std::uint64_t stack() const { return registers_[kSp]; }
  std::uint64_t number_at(std::uint64_t address, unsigned bytes) { return read_number(address, bytes); }
  // What it would be if its symbols had the values that were given for them.
  std::uint64_t known_number(unsigned which) const { return registers_[which]; }

  std::uint64_t read(std::uint64_t address, unsigned bytes);
  void write(std::uint64_t address, std::uint64_t value, unsigned bytes);
  // The same, as a move of one value.
  void write_tagged(std::uint64_t address, std::uint64_t value, unsigned bytes, const Tag& tag);
  // From here on the run takes these bytes for the memory's.
  void assume(std::uint64_t address, std::uint64_t value, unsigned bytes);
  const Scratch& scratch() const { return scratch_; }
  Scratch& scratch() { return scratch_; }

  // Called for every read of memory by an instruction.
  void (*on_read)(void* context, std::uint64_t address, unsigned bytes, std::uint64_t value) = nullptr;
  // Memory that nothing writes.
  bool (*is_constant)(std::uint64_t address) = nullptr;
  // Called for every write of memory by an instruction.
  void (*on_write)(void* context, std::uint64_t address, unsigned bytes) = nullptr;
  void* context = nullptr;

 private:
  enum Flag : std::uint8_t { kCarry = 1, kZero = 2, kSign = 4, kOverflow = 8, kParity = 16, kAllFlags = 31 };

  std::uint64_t read_register(unsigned which, unsigned bytes);
  void write_register(unsigned which, std::uint64_t value, unsigned bytes);
  std::uint64_t address_of(const Instruction& in);
  std::uint64_t read_operand(const Instruction& in, unsigned bytes);
  void write_operand(const Instruction& in, std::uint64_t value, unsigned bytes);
  bool find_memory(const Instruction& in, std::uint64_t& address);
  std::uint64_t read_number(std::uint64_t address, unsigned bytes);
  std::uint64_t read_named(const Instruction& in, unsigned which, unsigned bytes);
  void write_named(const Instruction& in, unsigned which, std::uint64_t value, unsigned bytes);
  std::uint64_t load(std::uint64_t address, unsigned bytes);
  bool is_readable(std::uint64_t address, unsigned bytes);
  bool fetch(Instruction& in);
  void push(std::uint64_t value);
  std::uint64_t pop();

  bool run(const Instruction& in);
  bool run_one_byte(const Instruction& in);
  bool run_arithmetic(const Instruction& in);
  bool run_moves(const Instruction& in);
  bool run_stack(const Instruction& in);
  bool run_groups(const Instruction& in);
  bool run_shift(const Instruction& in);
  bool run_flow(const Instruction& in);
  bool run_two_byte(const Instruction& in);
  bool run_extended_move(const Instruction& in);
  bool run_conditional_move(const Instruction& in, unsigned bytes);
  std::uint64_t compute(unsigned operation, std::uint64_t a, std::uint64_t b, unsigned bytes);
  void set_result_flags(std::uint64_t result, unsigned bytes);
  void note_difference();
  void set_flag(Flag flag, bool value);
  bool flag(Flag flag);
  bool holds(unsigned condition);
  bool enter(std::uint64_t target);
  bool jump_if(unsigned condition, std::uint64_t target);

  void begin_instruction(const Instruction& in);
  void note_input(const Tag& tag, std::uint64_t value);
  Tag output(unsigned bytes);
  bool is_tagged(unsigned which) const { return follows_tags_ && tags_[which].is_set(); }

  std::uint64_t registers_[16] = {};
  std::uint64_t known_[16] = {};  // their bits that are
  std::uint64_t at_ = 0, thread_pointer_ = 0;
  std::uint8_t flags_ = 0, known_flags_ = 0;
  bool ok_ = true;
  bool entered_ = false, returned_ = false;

  bool follows_tags_ = false;
  bool undecided_ = false, would_jump_ = false;
  unsigned condition_ = 0;
  bool follows_any_memory_ = false, accessed_anywhere_ = false;
  std::uint64_t own_begin_ = 0, own_bytes_ = 0;
  bool zero_is_known_ = false;  // although the flags have a tag
  bool moves_ = false;          // the instruction copies one value
  Tag tags_[16];
  std::uint8_t numbers_[16] = {};  // how many of their first bytes are known numbers all the same
  Tag flags_tag_;
  Tag last_, before_last_;  // inputs of the instruction
  Tag one_, other_;
  std::uint64_t inputs_ = 0;
  std::uint8_t classes_ = 0;                               // of the inputs' tags
  std::uint8_t outputs_ = 0;                               // of the instruction so far
  std::uint64_t instruction_ = 0, target_ = 0, next_ = 0;  // of a jump that is undecided
  TaggedMemory tagged_;

  Scratch scratch_;
  std::uint64_t stack_begin_ = 0, stack_bytes_ = 0;
  static constexpr std::uint32_t kPages = 4;
  std::uint64_t pages_[kPages] = {};  // that can be read, found out in this run
  std::uint32_t next_page_ = 0;
};

}  // namespace stalemate::rt

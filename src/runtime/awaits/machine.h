// Runs machine code of the program on paper: registers are numbers, writes go to a scratch copy, and nothing
// of the program changes. Knows the instructions that compilers use for integers and pointers; any other one,
// a register or flag that is not known, and memory that cannot be read end the run. So its result is either
// what the processor would do, or none.
//
// Allocates nothing. Does not call the program.
#pragma once

#include <cstdint>

#include "runtime/uninstrumented/analysis/instruction.h"

namespace stalemate::rt {

// What a run has written, and what it assumes about memory, in words of eight bytes.
class Scratch {
 public:
  void clear() { count_ = 0; }
  // The bytes in `mask`, at an address that is a multiple of eight. False: there is no room.
  bool set(std::uint64_t word, std::uint64_t value, std::uint64_t mask, bool assumed);
  // Replaces the bytes of `value` that are known here.
  void apply(std::uint64_t word, std::uint64_t& value) const;

  struct Entry {
    std::uint64_t word = 0, value = 0;
    std::uint64_t mask = 0;     // bytes that have a value
    std::uint64_t written = 0;  // and that were written, not only assumed
  };
  const Entry* begin() const { return entries_; }
  const Entry* end() const { return entries_ + count_; }

 private:
  static constexpr std::uint32_t kMost = 64;
  Entry entries_[kMost];
  std::uint32_t count_ = 0;
};

class Machine {
 public:
  // By their numbers in instructions.
  enum Register : std::uint8_t { kAx, kCx, kDx, kBx, kSp, kBp, kSi, kDi, kR12 = 12, kR15 = 15 };

  // Nothing is known but the place and the stack.
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
  bool ok() const { return ok_; }

  std::uint64_t read(std::uint64_t address, unsigned bytes);
  void write(std::uint64_t address, std::uint64_t value, unsigned bytes);
  // From here on the run takes these bytes for the memory's.
  void assume(std::uint64_t address, std::uint64_t value, unsigned bytes);
  const Scratch& scratch() const { return scratch_; }

  // Called for every read of memory by an instruction.
  void (*on_read)(void* context, std::uint64_t address, unsigned bytes, std::uint64_t value) = nullptr;
  void* context = nullptr;

 private:
  enum Flag : std::uint8_t { kCarry = 1, kZero = 2, kSign = 4, kOverflow = 8, kParity = 16, kAllFlags = 31 };

  std::uint64_t read_register(unsigned which, unsigned bytes);
  void write_register(unsigned which, std::uint64_t value, unsigned bytes);
  std::uint64_t address_of(const Instruction& in);
  std::uint64_t read_operand(const Instruction& in, unsigned bytes);
  void write_operand(const Instruction& in, std::uint64_t value, unsigned bytes);
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
  std::uint64_t compute(unsigned operation, std::uint64_t a, std::uint64_t b, unsigned bytes);
  void set_result_flags(std::uint64_t result, unsigned bytes);
  void set_flag(Flag flag, bool value);
  bool flag(Flag flag);
  bool holds(unsigned condition);
  bool enter(std::uint64_t target);

  std::uint64_t registers_[16] = {};
  std::uint64_t known_[16] = {};  // their bits that are
  std::uint64_t at_ = 0, thread_pointer_ = 0;
  std::uint8_t flags_ = 0, known_flags_ = 0;
  bool ok_ = true;
  bool entered_ = false;
  Scratch scratch_;
  std::uint64_t stack_begin_ = 0, stack_bytes_ = 0;
  static constexpr std::uint32_t kPages = 4;
  std::uint64_t pages_[kPages] = {};  // that can be read, found out in this run
  std::uint32_t next_page_ = 0;
};

}  // namespace stalemate::rt

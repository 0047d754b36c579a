// One machine instruction of x86-64, decoded far enough to find the next one, its jump target, and which
// memory it accesses: Intel SDM volume 2, chapter 2 and appendix A. Pure.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Instruction {
  enum class Map : std::uint8_t { kOneByte, k0F, k0F38, k0F3A, kOther };
  static constexpr std::uint8_t kNoRegister = 16, kInstructionPointer = 17;

  std::uint8_t length = 0;  // 0: unknown instruction
  Map map = Map::kOneByte;
  std::uint8_t opcode = 0;
  bool vector_prefix = false;  // VEX or EVEX
  bool wide = false;           // REX.W
  bool extended = false;       // REX
  bool locked = false;
  bool repeated = false;              // F2 or F3
  bool operand16 = false;             // 66
  bool thread_local_segment = false;  // FS
  bool other_segment = false;         // GS
  bool short_address = false;         // 67

  bool has_modrm = false;
  std::uint8_t reg = 0;              // with its extension
  std::uint8_t rm = 0;               // if it is a register
  std::uint8_t extra = kNoRegister;  // VEX.vvvv
  bool memory = false;               // the operand of ModRM is memory: base + index * scale + displacement
  std::uint8_t base = kNoRegister, index = kNoRegister, scale = 1;
  std::int32_t displacement = 0;
  std::int64_t immediate = 0;

  bool is(Map in, std::uint8_t code) const { return map == in && opcode == code; }
  bool is_conditional_jump() const;
  bool is_jump() const;  // unconditional and direct
  bool is_call() const;  // direct
  bool is_indirect_jump() const;
  bool is_indirect_call() const;
  bool is_return() const;
  // The next instruction is reached only by a jump.
  bool ends_flow() const;
};

// The instruction at `code`, of which `bytes` may be read.
Instruction decode(const std::uint8_t* code, std::uint64_t bytes);

// The target of a direct jump or call at `address`.
inline std::uint64_t target_of(const Instruction& jump, std::uint64_t address) {
  return address + jump.length + static_cast<std::uint64_t>(jump.immediate);
}

}  // namespace stalemate::rt

#include "runtime/uninstrumented/analysis/inline_assembly.h"

namespace stalemate::rt {

namespace {

Instruction instruction_at(std::uint64_t at, std::uint64_t end) {
  return decode(reinterpret_cast<const std::uint8_t*>(at), end - at);
}

// A fence, or a hint that a loop waits.
bool is_of_waiting(const Instruction& now) {
  const bool fence = now.is(Instruction::Map::k0F, 0xae) && !now.memory && (now.reg & 7) == 6;
  return fence || (now.is(Instruction::Map::kOneByte, 0x90) && now.repeated);
}

}  // namespace

bool is_only_assembly(const Instruction& now) {
  using Map = Instruction::Map;
  const bool stack = now.memory && now.base == 4;
  if (now.locked) return !stack;
  if (now.map == Map::kOneByte) {
    const bool exchanges = (now.opcode == 0x86 || now.opcode == 0x87) && now.memory;
    return (exchanges && !stack) || now.opcode == 0xcd;
  }
  if (now.map != Map::k0F || now.vector_prefix) return false;
  const std::uint8_t op = now.opcode;
  const bool updates =
      op == 0xb0 || op == 0xb1 || op == 0xc0 || op == 0xc1 || (op == 0xc7 && (now.reg & 7) == 1);
  return op == 0x05 || op == 0x34 || (updates && now.memory && !stack);
}

bool reads_what_varies(const Instruction& now) {
  using Map = Instruction::Map;
  if (now.vector_prefix || now.memory) return false;
  const bool random = now.is(Map::k0F, 0xc7) && ((now.reg & 7) == 6 || (now.reg & 7) == 7);
  const bool counter_and_id = now.is(Map::k0F, 0x01) && (now.reg & 7) == 7 && (now.rm & 7) == 1;
  return now.is(Map::k0F, 0x31) || counter_and_id || random;
}

Instruction next_assembly(MemoryRange code, std::uint64_t& at) {
  while (at < code.end) {
    const Instruction now = instruction_at(at, code.end);
    if (now.length == 0 || is_only_assembly(now)) return now;
    at += now.length;
  }
  return {};
}

bool has_assembly(MemoryRange code) {
  std::uint64_t at = code.begin;
  return next_assembly(code, at).length != 0;
}

bool has_ordering_instructions(MemoryRange code) {
  for (std::uint64_t at = code.begin; at < code.end;) {
    const Instruction now = instruction_at(at, code.end);
    if (now.length == 0 || is_only_assembly(now) || is_of_waiting(now)) return true;
    at += now.length;
  }
  return false;
}

}  // namespace stalemate::rt

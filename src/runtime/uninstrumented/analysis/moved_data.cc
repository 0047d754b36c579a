#include "runtime/uninstrumented/analysis/moved_data.h"

#include "runtime/uninstrumented/analysis/instruction.h"

namespace stalemate::rt {

namespace {

using Map = Instruction::Map;

// The address of a memory operand without a register; 0: it has one.
std::uint64_t named_operand(const Instruction& now, std::uint64_t at) {
  if (!now.memory || now.thread_local_segment || now.other_segment) return 0;
  const auto displacement = static_cast<std::uint64_t>(std::int64_t{now.displacement});
  if (now.base == Instruction::kInstructionPointer) return at + now.length + displacement;
  return now.base == Instruction::kNoRegister && now.index == Instruction::kNoRegister ? displacement : 0;
}

// clflush, clflushopt, clwb.
bool writes_cache_back(const Instruction& now) {
  const std::uint8_t which = now.reg & 7;
  return now.opcode == 0xae && (which == 7 || (which == 6 && now.operand16));
}

// An operand that is not accessed, or is code: lea, nops and hints, calls and jumps.
bool is_no_access(const Instruction& now) {
  if (now.map == Map::k0F && !now.vector_prefix)
    return now.opcode == 0x1f || now.opcode == 0x18 || now.opcode == 0x0d || writes_cache_back(now);
  if (now.map != Map::kOneByte) return false;
  return now.opcode == 0x8d || now.is_indirect_call() || now.is_indirect_jump();
}

// The address that the instruction puts into a register, in position-independent code and other code; 0:
// none.
std::uint64_t taken_address(const Instruction& now, std::uint64_t at) {
  if (now.map != Map::kOneByte) return 0;
  if (now.opcode == 0x8d) return named_operand(now, at);
  const bool moves = (now.opcode >= 0xb8 && now.opcode <= 0xbf) || (now.opcode == 0xc7 && !now.memory);
  return moves ? static_cast<std::uint64_t>(now.immediate) : 0;
}

template <class Visit>
void each_instruction(MemoryRange code, const Visit& visit) {
  for (std::uint64_t at = code.begin; at < code.end;) {
    const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(at), code.end - at);
    if (now.length == 0) return;
    visit(now, at);
    at += now.length;
  }
}

}  // namespace

void each_named_access(MemoryRange code, const NamedData& named, VisitAccess visit, void* argument) {
  each_instruction(code, [&](const Instruction& now, std::uint64_t at) {
    if (is_no_access(now)) return;
    const std::uint64_t data = named_operand(now, at);
    if (data != 0 && named.is_data(data, named.argument)) visit({at, at + now.length}, data, argument);
  });
}

bool takes_address_near(MemoryRange code, std::uint64_t data) {
  bool found = false;
  each_instruction(code, [&](const Instruction& now, std::uint64_t at) {
    const std::uint64_t address = taken_address(now, at);
    found = found || (address != 0 && address - (data - kNear) < 2 * kNear);
  });
  return found;
}

}  // namespace stalemate::rt

#include "runtime/uninstrumented/analysis/instruction.h"

#include <cstring>

namespace stalemate::rt {

namespace {

using Map = Instruction::Map;

struct Reader {
  const std::uint8_t* code;
  std::uint64_t left;
  std::uint8_t at = 0;
  bool short_of_bytes = false;

  std::uint8_t peek() {
    if (at >= left || at >= 15) {
      short_of_bytes = true;
      return 0;
    }
    return code[at];
  }
  std::uint8_t next() {
    const std::uint8_t byte = peek();
    ++at;
    return byte;
  }
  std::int64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    for (unsigned n = 0; n < bytes; ++n) value |= std::uint64_t{next()} << (8 * n);
    const unsigned unused = 64 - 8 * bytes;
    if (bytes == 0 || bytes == 8) return static_cast<std::int64_t>(value);
    return static_cast<std::int64_t>(value << unused) >> unused;
  }
};

struct Prefixes {
  std::uint8_t rex = 0;
  bool address32 = false;
};

bool take_prefix(std::uint8_t byte, Instruction& found, Prefixes& prefixes) {
  switch (byte) {
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e: return true;
    case 0x64: found.thread_local_segment = true; return true;
    case 0x65: found.other_segment = true; return true;
    case 0x66: found.operand16 = true; return true;
    case 0x67: prefixes.address32 = true; return true;
    case 0xf0: found.locked = true; return true;
    case 0xf2:
    case 0xf3: found.repeated = true; return true;
    default: return false;
  }
}

// What follows an opcode: operands in ModRM, and bytes of an immediate.
struct Form {
  bool modrm = false;
  unsigned immediate = 0;
  bool known = true;
};

Form one_byte_form(std::uint8_t op, bool wide, bool operand16, bool address32, std::uint8_t modrm) {
  const unsigned full = operand16 ? 2 : 4;
  if (op < 0x40) {
    const unsigned low = op & 7;
    if (low < 4) return {true, 0};
    if (low < 6) return {false, low == 4 ? 1 : full};
    return {false, 0, false};
  }
  if (op >= 0x70 && op <= 0x7f) return {false, 1};
  if (op >= 0xb0 && op <= 0xb7) return {false, 1};
  if (op >= 0xb8 && op <= 0xbf) return {false, wide ? 8 : full};
  if (op >= 0xd8 && op <= 0xdf) return {true, 0};
  if (op >= 0xe0 && op <= 0xe7) return {false, 1};
  switch (op) {
    case 0x60:
    case 0x61:
    case 0x82:
    case 0x9a:
    case 0xce:
    case 0xd4:
    case 0xd5:
    case 0xd6:
    case 0xea: return {false, 0, false};
    case 0x68:
    case 0xa9: return {false, full};
    case 0x69:
    case 0x81:
    case 0xc7: return {true, full};
    case 0x6a:
    case 0xa8:
    case 0xcd:
    case 0xeb: return {false, 1};
    case 0x6b:
    case 0x80:
    case 0x83:
    case 0xc0:
    case 0xc1:
    case 0xc6: return {true, 1};
    case 0xa0:
    case 0xa1:
    case 0xa2:
    case 0xa3: return {false, address32 ? 4u : 8u};
    case 0xc2:
    case 0xca: return {false, 2};
    case 0xc8: return {false, 3};
    case 0xe8:
    case 0xe9: return {false, 4};
    case 0xf6: return {true, (modrm & 0x30) == 0 ? 1u : 0u};
    case 0xf7: return {true, (modrm & 0x30) == 0 ? full : 0};
    case 0x63:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
    case 0xfe:
    case 0xff: return {true, 0};
    default: return {op >= 0x84 && op <= 0x8f, 0};
  }
}

Form two_byte_form(std::uint8_t op) {
  if (op >= 0x80 && op <= 0x8f) return {false, 4};
  if (op >= 0xc8 && op <= 0xcf) return {false, 0};
  if (op >= 0x30 && op <= 0x37) return {false, 0, op != 0x36};
  switch (op) {
    case 0x04:
    case 0x0a:
    case 0x0c:
    case 0x24:
    case 0x25:
    case 0x26:
    case 0x27:
    case 0x39:
    case 0x3b:
    case 0x3c:
    case 0x3d:
    case 0x3e:
    case 0x3f: return {false, 0, false};
    case 0x05:
    case 0x06:
    case 0x07:
    case 0x08:
    case 0x09:
    case 0x0b:
    case 0x0e:
    case 0x77:
    case 0xa0:
    case 0xa1:
    case 0xa2:
    case 0xa8:
    case 0xa9:
    case 0xaa: return {false, 0};
    case 0x0f:
    case 0x70:
    case 0x71:
    case 0x72:
    case 0x73:
    case 0xa4:
    case 0xac:
    case 0xba:
    case 0xc2:
    case 0xc4:
    case 0xc5:
    case 0xc6: return {true, 1};
    default: return {true, 0};
  }
}

Form vector_form(Map map, std::uint8_t op) {
  if (map == Map::k0F)
    return op == 0x77 ? Form{false, 0} : two_byte_form(op).immediate == 1 ? Form{true, 1} : Form{true, 0};
  return {true, map == Map::k0F3A ? 1u : 0u};
}

void read_vex(Reader& reader, std::uint8_t first, Instruction& found, Prefixes& prefixes) {
  found.vector_prefix = true;
  if (first == 0xc5) {
    const std::uint8_t byte = reader.next();
    prefixes.rex = static_cast<std::uint8_t>((byte & 0x80) != 0 ? 0 : 4);
    found.extra = static_cast<std::uint8_t>((~byte >> 3) & 15);
    found.map = Map::k0F;
  } else {
    const std::uint8_t byte = reader.next(), second = reader.next();
    prefixes.rex = static_cast<std::uint8_t>((~byte >> 5) & 7);
    found.wide = (second & 0x80) != 0;
    found.extra = static_cast<std::uint8_t>((~second >> 3) & 15);
    const unsigned map = first == 0xc4 ? byte & 0x1f : byte & 7;
    found.map = map == 1 ? Map::k0F : map == 2 ? Map::k0F38 : map == 3 ? Map::k0F3A : Map::kOther;
    if (first == 0x62) reader.next();
  }
  found.opcode = reader.next();
}

void read_operand(Reader& reader, std::uint8_t modrm, std::uint8_t rex, Instruction& found) {
  found.has_modrm = true;
  const unsigned mod = modrm >> 6;
  found.reg = static_cast<std::uint8_t>(((modrm >> 3) & 7) | ((rex & 4) != 0 ? 8 : 0));
  found.rm = static_cast<std::uint8_t>((modrm & 7) | ((rex & 1) != 0 ? 8 : 0));
  if (mod == 3) return;
  found.memory = true;
  found.base = found.rm;
  bool no_base = mod == 0 && (modrm & 7) == 5;
  if (no_base) found.base = Instruction::kInstructionPointer;
  if ((modrm & 7) == 4) {
    const std::uint8_t sib = reader.next();
    const auto index = static_cast<std::uint8_t>(((sib >> 3) & 7) | ((rex & 2) != 0 ? 8 : 0));
    if (index != 4) found.index = index;
    found.scale = static_cast<std::uint8_t>(1 << (sib >> 6));
    found.base = static_cast<std::uint8_t>((sib & 7) | ((rex & 1) != 0 ? 8 : 0));
    no_base = mod == 0 && (sib & 7) == 5;
    if (no_base) found.base = Instruction::kNoRegister;
  }
  if (mod == 1) found.displacement = static_cast<std::int32_t>(reader.number(1));
  if (mod == 2 || no_base) found.displacement = static_cast<std::int32_t>(reader.number(4));
}

Form read_opcode(Reader& reader, std::uint8_t byte, Instruction& found, Prefixes& prefixes) {
  if (byte == 0xc4 || byte == 0xc5 || byte == 0x62) {
    read_vex(reader, byte, found, prefixes);
    return vector_form(found.map, found.opcode);
  }
  found.wide = (prefixes.rex & 8) != 0;
  found.opcode = byte;
  if (byte != 0x0f)
    return one_byte_form(byte, found.wide, found.operand16, prefixes.address32, reader.peek());
  found.map = Map::k0F;
  found.opcode = reader.next();
  if (found.opcode != 0x38 && found.opcode != 0x3a) return two_byte_form(found.opcode);
  found.map = found.opcode == 0x38 ? Map::k0F38 : Map::k0F3A;
  found.opcode = reader.next();
  return {true, found.map == Map::k0F3A ? 1u : 0u};
}

}  // namespace

Instruction decode(const std::uint8_t* code, std::uint64_t bytes) {
  Instruction found;
  Prefixes prefixes;
  Reader reader{code, bytes};
  std::uint8_t byte = reader.next();
  while (take_prefix(byte, found, prefixes) && !reader.short_of_bytes) byte = reader.next();
  if ((byte & 0xf0) == 0x40) {
    prefixes.rex = byte;
    found.extended = true;
    byte = reader.next();
  }
  found.short_address = prefixes.address32;
  const Form form = read_opcode(reader, byte, found, prefixes);
  if (!form.known) return found;
  const bool peeked_beyond = reader.at >= reader.left;  // one_byte_form reads what may not exist
  if (!form.modrm && form.immediate == 0 && peeked_beyond) reader.short_of_bytes = reader.at > reader.left;
  if (form.modrm) read_operand(reader, reader.next(), prefixes.rex, found);
  // The register of an opcode that has it in its low bits.
  if (!form.modrm)
    found.rm = static_cast<std::uint8_t>((found.opcode & 7) | ((prefixes.rex & 1) != 0 ? 8 : 0));
  found.immediate = reader.number(form.immediate);
  if (!reader.short_of_bytes) found.length = reader.at;
  return found;
}

bool Instruction::is_conditional_jump() const {
  if (map == Map::kOneByte) return (opcode >= 0x70 && opcode <= 0x7f) || (opcode >= 0xe0 && opcode <= 0xe3);
  return map == Map::k0F && !vector_prefix && opcode >= 0x80 && opcode <= 0x8f;
}

bool Instruction::is_jump() const { return map == Map::kOneByte && (opcode == 0xe9 || opcode == 0xeb); }

bool Instruction::is_call() const { return is(Map::kOneByte, 0xe8); }

bool Instruction::is_indirect_jump() const {
  return is(Map::kOneByte, 0xff) && ((reg & 7) == 4 || (reg & 7) == 5);
}

bool Instruction::is_indirect_call() const {
  return is(Map::kOneByte, 0xff) && ((reg & 7) == 2 || (reg & 7) == 3);
}

bool Instruction::is_return() const {
  return map == Map::kOneByte && (opcode == 0xc3 || opcode == 0xc2 || opcode == 0xcb || opcode == 0xca);
}

bool Instruction::ends_flow() const {
  return is_jump() || is_indirect_jump() || is_return() || is(Map::k0F, 0x0b) || is(Map::kOneByte, 0xf4);
}

}  // namespace stalemate::rt

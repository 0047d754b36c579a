#include "symbolize/dwarf_variables.h"

#include <dwarf.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "symbolize/dwarf_names.h"

namespace stalemate::symbolize {
namespace {

constexpr int kDeepest = 32;

std::string hex(Dwarf_Addr value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

bool type_of(Dwarf_Die die, Dwarf_Die& type) {
  Dwarf_Attribute attribute;
  return dwarf_formref_die(dwarf_attr_integrate(&die, DW_AT_type, &attribute), &type) != nullptr;
}

std::string_view name_of_die(Dwarf_Die* die) {
  const char* name = dwarf_diename(die);
  return name != nullptr ? name : "";
}

bool is_opaque_typedef(std::string_view name) {
  return name.starts_with("pthread_") || name.starts_with("atomic_") || name == "sem_t" || name == "mtx_t" ||
         name == "cnd_t" || name == "once_flag";
}

// Through typedefs and qualifiers; false: an opaque typedef was on the way.
bool peel(Dwarf_Die& type) {
  for (int hops = 0; hops < kDeepest; ++hops) {
    const int tag = dwarf_tag(&type);
    if (tag == DW_TAG_typedef && is_opaque_typedef(name_of_die(&type))) return false;
    if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type &&
        tag != DW_TAG_atomic_type)
      return true;
    Dwarf_Die next;
    if (!type_of(type, next)) return true;
    type = next;
  }
  return true;
}

Dwarf_Addr size_of(Dwarf_Die type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

std::optional<Dwarf_Word> member_offset(Dwarf_Die member) {
  Dwarf_Attribute attribute;
  Dwarf_Word offset = 0;
  if (dwarf_attr(&member, DW_AT_data_member_location, &attribute) == nullptr)
    return dwarf_hasattr(&member, DW_AT_external) ? std::nullopt : std::optional<Dwarf_Word>(0);
  return dwarf_formudata(&attribute, &offset) == 0 ? std::optional<Dwarf_Word>(offset) : std::nullopt;
}

std::string part_of(Dwarf_Die type, Dwarf_Addr offset, int depth);

// An array may have several dimensions; one index each.
std::string element_of(Dwarf_Die array, Dwarf_Addr offset, int depth) {
  Dwarf_Die element;
  if (!type_of(array, element)) return {};
  std::vector<Dwarf_Word> counts;
  for (Dwarf_Die child : children_of(array)) {
    Dwarf_Attribute attribute;
    Dwarf_Word bound = 0;
    if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
    if (dwarf_formudata(dwarf_attr(&child, DW_AT_count, &attribute), &bound) == 0)
      counts.push_back(bound);
    else if (dwarf_formudata(dwarf_attr(&child, DW_AT_upper_bound, &attribute), &bound) == 0)
      counts.push_back(bound + 1);
    else
      return {};
  }
  Dwarf_Addr unit = size_of(element);
  if (unit == 0) return {};
  Dwarf_Addr index = offset / unit;
  std::string text;
  for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
    if (*count == 0) return {};
    text = "[" + std::to_string(index % *count) + "]" + text;
    index /= *count;
  }
  return text + part_of(element, offset % unit, depth + 1);
}

bool is_in_std(Dwarf_Die type) {
  for (Dwarf_Die scope : scopes_around(type))
    if (dwarf_tag(&scope) == DW_TAG_namespace && name_of_die(&scope) == "std") return true;
  return false;
}

// Whether `address` is inside a value of that type at `start`. Of a type that is only declared (clang leaves
// out what other units define) the first byte is known.
bool covers(Dwarf_Die type, Dwarf_Addr start, Dwarf_Addr address) {
  const Dwarf_Addr size = size_of(type);
  return address >= start && (address - start < size || (size == 0 && address == start));
}

// The member, or base class, of that tag at an offset.
bool find_member(Dwarf_Die type, int tag, Dwarf_Addr offset, Dwarf_Die& member, Dwarf_Addr& start) {
  for (Dwarf_Die child : children_of(type)) {
    Dwarf_Die inner;
    if (dwarf_tag(&child) != tag || !type_of(child, inner)) continue;
    const std::optional<Dwarf_Word> at = member_offset(child);
    if (!at || !covers(inner, *at, offset)) continue;
    member = child;
    start = *at;
    return true;
  }
  return false;
}

std::string member_at(Dwarf_Die type, Dwarf_Addr offset, int depth) {
  Dwarf_Die member, inner;
  Dwarf_Addr start = 0;
  const bool standard = is_in_std(type);
  // Members first: an empty base class claims the first byte of the first member.
  if (find_member(type, DW_TAG_member, offset, member, start)) {
    const std::string_view name = name_of_die(&member);
    const bool std_array = standard && name_of_die(&type).starts_with("array<");
    // Of the standard library only members that its users name: pair::first.
    if (standard && !std_array && (name.empty() || name[0] == '_')) return {};
    type_of(member, inner);
    const std::string text = name.empty() || std_array ? "" : "." + std::string(name);
    return text + part_of(inner, offset - start, depth + 1);
  }
  if (standard || !find_member(type, DW_TAG_inheritance, offset, member, start)) return {};
  type_of(member, inner);
  return part_of(inner, offset - start, depth + 1);
}

// The part at an offset into a value of that type: ".queue.mutex_", "[2]", or empty.
std::string part_of(Dwarf_Die type, Dwarf_Addr offset, int depth) {
  if (depth > kDeepest || !peel(type)) return {};
  switch (dwarf_tag(&type)) {
    case DW_TAG_array_type: return element_of(type, offset, depth);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type: return member_at(type, offset, depth);
    default: return {};
  }
}

std::optional<Dwarf_Addr> fixed_address(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(&die, DW_AT_location, &attribute) == nullptr) return std::nullopt;
  if (dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 1) return std::nullopt;
  if (ops[0].atom == DW_OP_addr) return ops[0].number;
  if (ops[0].atom != DW_OP_addrx && ops[0].atom != DW_OP_GNU_addr_index) return std::nullopt;
  Dwarf_Attribute indexed;
  Dwarf_Addr address = 0;
  if (dwarf_getlocation_attr(&attribute, ops, &indexed) != 0) return std::nullopt;
  return dwarf_formaddr(&indexed, &address) == 0 ? std::optional<Dwarf_Addr>(address) : std::nullopt;
}

// The value of a register in a frame, from the rule by which the unwinder would find the frame's canonical
// address: that address is the register plus a constant.
std::optional<Dwarf_Addr> register_value(Dwfl_Module* module, Dwarf_Addr pc, Dwarf_Addr cfa,
                                         unsigned number) {
  Dwarf_Addr bias = 0;
  Dwarf_CFI* cfi = dwfl_module_eh_cfi(module, &bias);
  Dwarf_Frame* frame = nullptr;
  if (cfi == nullptr || dwarf_cfi_addrframe(cfi, pc - bias, &frame) != 0) return std::nullopt;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  std::optional<Dwarf_Addr> out;
  if (dwarf_frame_cfa(frame, &ops, &count) == 0 && count == 1) {
    if (ops[0].atom == DW_OP_breg0 + number) out = cfa - ops[0].number;
    if (ops[0].atom == DW_OP_bregx && ops[0].number == number) out = cfa - ops[0].number2;
  }
  std::free(frame);
  return out;
}

// The base of DW_OP_fbreg: gcc uses the canonical frame address, clang a register.
std::optional<Dwarf_Addr> frame_base(Dwfl_Module* module, Dwarf_Die function, Dwarf_Addr pc, Dwarf_Addr cfa) {
  Dwarf_Attribute attribute;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 1)
    return std::nullopt;
  if (ops[0].atom == DW_OP_call_frame_cfa) return cfa;
  if (ops[0].atom >= DW_OP_reg0 && ops[0].atom <= DW_OP_reg31)
    return register_value(module, pc, cfa, ops[0].atom - unsigned{DW_OP_reg0});
  return std::nullopt;
}

// A place in memory: relative to the frame base, or to a register that is known.
std::optional<Dwarf_Addr> place_in_frame(Dwfl_Module* module, const Dwarf_Op& op, Dwarf_Die function,
                                         Dwarf_Addr pc, Dwarf_Addr cfa) {
  std::optional<Dwarf_Addr> base;
  if (op.atom == DW_OP_fbreg) base = frame_base(module, function, pc, cfa);
  if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31)
    base = register_value(module, pc, cfa, op.atom - unsigned{DW_OP_breg0});
  return base ? std::optional<Dwarf_Addr>(*base + op.number) : std::nullopt;
}

// Where the variable is in memory, at that pc or, if the compiler has no location there, anywhere in the
// function: what other threads use by its address does not move.
std::optional<Dwarf_Addr> address_of_local(Dwfl_Module* module, Dwarf_Die variable, Dwarf_Die function,
                                           Dwarf_Addr pc, Dwarf_Addr bias, Dwarf_Addr cfa) {
  Dwarf_Attribute attribute;
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(&variable, DW_AT_location, &attribute) == nullptr) return std::nullopt;
  if (dwarf_getlocation_addr(&attribute, pc - bias, &ops, &count, 1) == 1 && count == 1)
    if (const auto here = place_in_frame(module, ops[0], function, pc, cfa)) return here;
  Dwarf_Addr base = 0, begin = 0, end = 0;
  for (std::ptrdiff_t at = 0;
       (at = dwarf_getlocations(&attribute, at, &base, &begin, &end, &ops, &count)) > 0;)
    if (count == 1)
      if (const auto elsewhere = place_in_frame(module, ops[0], function, pc, cfa)) return elsewhere;
  return std::nullopt;
}

}  // namespace

std::string Globals::at(Dwarf_Addr address) {
  if (!indexed_) index();
  auto after = variables_.upper_bound(address);
  if (after != variables_.begin()) {
    const auto& [start, variable] = *--after;
    if (address - start < variable.size) return variable.name + part_of(variable.type, address - start, 0);
  }
  return from_symbol(address);
}

void Globals::index() {
  indexed_ = true;
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* unit = dwfl_module_nextcu(module_, nullptr, &bias); unit != nullptr;
       unit = dwfl_module_nextcu(module_, unit, &bias))
    index_children(*unit, bias);
}

void Globals::index_children(Dwarf_Die parent, Dwarf_Addr bias) {
  for (Dwarf_Die child : children_of(parent)) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_variable: index_variable(child, bias); break;
      case DW_TAG_namespace:
      case DW_TAG_subprogram:
      case DW_TAG_lexical_block: index_children(child, bias); break;
      default: break;
    }
  }
}

void Globals::index_variable(Dwarf_Die die, Dwarf_Addr bias) {
  const std::optional<Dwarf_Addr> address = fixed_address(die);
  Variable variable;
  if (!address || !type_of(die, variable.type)) return;
  variable.size = size_of(variable.type);
  variable.name = qualified_name(die);
  if (variable.size != 0 && !variable.name.empty()) variables_.emplace(*address + bias, std::move(variable));
}

std::string Globals::from_symbol(Dwarf_Addr address) const {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* name = dwfl_module_addrinfo(module_, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || offset >= symbol.st_size) return {};
  return readable_symbol(name) + (offset == 0 ? "" : "+" + hex(offset));
}

Locals::Locals(Dwfl_Module* module, Dwarf_Addr pc) {
  Dwarf_Addr bias = 0;
  Dwarf_Die unit;
  if (!unit_at(module, pc, unit, bias)) return;
  const std::vector<Dwarf_Die> scopes = code_scopes(unit, pc - bias);
  for (Dwarf_Die scope : scopes) {
    for (Dwarf_Die variable : children_of(scope)) {
      const int tag = dwarf_tag(&variable);
      Dwarf_Die type;
      if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) || !type_of(variable, type)) continue;
      // Every rule adds a constant to the frame's address: with 0 for that, the constant remains.
      const std::optional<Dwarf_Addr> start = address_of_local(module, variable, scopes.back(), pc, bias, 0);
      if (!start) continue;
      Dwarf_Die named = definition_of(variable);
      variables_.push_back({std::string(name_of_die(&named)), type, *start, size_of(type)});
    }
  }
}

std::string Locals::at(Dwarf_Addr cfa, Dwarf_Addr address) const {
  for (const Variable& variable : variables_) {
    const Dwarf_Addr offset = address - (cfa + variable.from_cfa);
    if (offset < variable.size || (variable.size == 0 && offset == 0))
      return variable.name + part_of(variable.type, offset, 0);
  }
  return {};
}

}  // namespace stalemate::symbolize

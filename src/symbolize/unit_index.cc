#include "symbolize/unit_index.h"

#include <dwarf.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace stalemate::symbolize {
namespace {

using Units = std::map<std::pair<Dwarf*, Dwarf_Off>, UnitIndex>;

Units& units() {
  static Units& all = *new Units;
  return all;
}

bool is_code(int tag) {
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block;
}

}  // namespace

UnitIndex::UnitIndex(Dwarf_Die unit) : dwarf_(dwarf_cu_getdwarf(unit.cu)) { add(unit, kNone); }

void UnitIndex::add(Dwarf_Die die, std::uint32_t parent) {
  const auto entry = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({dwarf_dieoffset(&die), parent});
  if (is_code(dwarf_tag(&die))) add_code(die, entry);
  Dwarf_Die child;
  if (dwarf_child(&die, &child) != 0) return;
  do {
    add(child, entry);
  } while (dwarf_siblingof(&child, &child) == 0);
}

void UnitIndex::add_code(Dwarf_Die die, std::uint32_t entry) {
  Dwarf_Addr base = 0, begin = 0, end = 0;
  std::ptrdiff_t at = 0;
  while ((at = dwarf_ranges(&die, at, &base, &begin, &end)) > 0) code_.push_back({begin, end, entry});
}

bool UnitIndex::is_inside(std::uint32_t entry, std::uint32_t outer) const {
  while (entry != kNone && entry > outer) entry = entries_[entry].parent;
  return entry == outer;
}

Dwarf_Die UnitIndex::die_of(std::uint32_t entry) const {
  Dwarf_Die die = {};
  dwarf_offdie(dwarf_, entries_[entry].offset, &die);
  return die;
}

std::vector<Dwarf_Die> UnitIndex::around(Dwarf_Die die) const {
  const auto found = std::ranges::lower_bound(entries_, dwarf_dieoffset(&die), {}, &Entry::offset);
  std::vector<Dwarf_Die> out;
  if (found == entries_.end() || found->offset != dwarf_dieoffset(&die)) return out;
  for (std::uint32_t at = found->parent; at != kNone; at = entries_[at].parent) out.push_back(die_of(at));
  return out;
}

// dwarf_getscopes does not find a lambda's code inside a function that does not contain it, and continues at
// the definition of an inlined function; here the nesting is that of the code.
std::vector<Dwarf_Die> UnitIndex::code_at(Dwarf_Addr pc) const {
  std::vector<std::uint32_t> nested;  // outermost first
  for (const Code& code : code_)
    if (code.begin <= pc && pc < code.end && (nested.empty() || is_inside(code.entry, nested.back())))
      if (nested.empty() || nested.back() != code.entry) nested.push_back(code.entry);
  std::vector<Dwarf_Die> out;
  for (auto entry = nested.rbegin(); entry != nested.rend(); ++entry) {
    out.push_back(die_of(*entry));
    // A function inside the function that was found is the end of the nesting.
    if (dwarf_tag(&out.back()) == DW_TAG_subprogram) break;
  }
  return out;
}

const UnitIndex& index_of(Dwarf_Die die) {
  Dwarf_Die unit;
  dwarf_diecu(&die, &unit, nullptr, nullptr);
  const std::pair key{dwarf_cu_getdwarf(unit.cu), dwarf_dieoffset(&unit)};
  const auto known = units().find(key);
  return known != units().end() ? known->second : units().emplace(key, UnitIndex(unit)).first->second;
}

void forget_units() { units().clear(); }

}  // namespace stalemate::symbolize

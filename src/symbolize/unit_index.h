// The nesting of a unit's debug information, read once: a walk through a unit of templates takes as long as
// all the rest of a report. Internal to this directory.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <vector>

namespace stalemate::symbolize {

class UnitIndex {
 public:
  explicit UnitIndex(Dwarf_Die unit);

  // The entries around one of the unit, innermost first, without itself.
  std::vector<Dwarf_Die> around(Dwarf_Die die) const;
  // The blocks, inlined functions and at last the function that contain a pc, innermost first.
  std::vector<Dwarf_Die> code_at(Dwarf_Addr pc) const;

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Entry {
    Dwarf_Off offset;
    std::uint32_t parent;
  };
  struct Code {
    Dwarf_Addr begin, end;
    std::uint32_t entry;
  };

  void add(Dwarf_Die die, std::uint32_t parent);
  void add_code(Dwarf_Die die, std::uint32_t entry);
  bool is_inside(std::uint32_t entry, std::uint32_t outer) const;
  Dwarf_Die die_of(std::uint32_t entry) const;

  Dwarf* dwarf_;
  std::vector<Entry> entries_;  // each before what it contains: in the order of their offsets
  std::vector<Code> code_;      // in the order of entries
};

// Of the unit that the entry belongs to. Valid until forget_units().
const UnitIndex& index_of(Dwarf_Die die);
// Before the debug information is closed.
void forget_units();

}  // namespace stalemate::symbolize

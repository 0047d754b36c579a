// Names of DWARF entries as in source code. Internal to this directory: no other code uses libdw.
#pragma once

#include <elfutils/libdwfl.h>

#include <string>
#include <vector>

namespace stalemate::symbolize {

// The entry that holds the name: follows abstract_origin and specification.
Dwarf_Die definition_of(Dwarf_Die die);

std::vector<Dwarf_Die> children_of(Dwarf_Die parent);

// The entries around one, innermost first, without itself.
std::vector<Dwarf_Die> scopes_around(Dwarf_Die die);

// The unit that contains the code at an address of the running program, and the bias of its addresses.
// Searches the units themselves if the compiler wrote no address table (clang).
bool unit_at(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Die& unit, Dwarf_Addr& bias);

// The blocks, inlined functions and at last the function that contain a pc of a unit, innermost first.
std::vector<Dwarf_Die> code_scopes(Dwarf_Die unit, Dwarf_Addr pc);

// Queue::pop, main::{lambda}, std::mutex; anonymous and inline namespaces are left out.
std::string qualified_name(Dwarf_Die die);

// A linker symbol, demangled, without its parameter list.
std::string readable_symbol(const char* symbol);

}  // namespace stalemate::symbolize

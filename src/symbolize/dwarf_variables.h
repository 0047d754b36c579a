// Data addresses to variables, and into them: members, base classes, array elements. Stops at opaque types:
// namespace std, pthread_mutex_t and similar ones. Internal to this directory.
#pragma once

#include <elfutils/libdwfl.h>

#include <map>
#include <string>
#include <vector>

namespace stalemate::symbolize {

// The variables of one module that live at a fixed address; an index built on first use.
class Globals {
 public:
  explicit Globals(Dwfl_Module* module) : module_(module) {}
  std::string at(Dwarf_Addr address);

 private:
  struct Variable {
    std::string name;
    Dwarf_Die type;
    Dwarf_Addr size = 0;
  };
  void index();
  void index_children(Dwarf_Die parent, Dwarf_Addr bias);
  void index_variable(Dwarf_Die die, Dwarf_Addr bias);
  std::string from_symbol(Dwarf_Addr address) const;

  Dwfl_Module* module_;
  bool indexed_ = false;
  std::map<Dwarf_Addr, Variable> variables_;
};

// The variables of the functions at one place in the code that live on the stack there.
class Locals {
 public:
  Locals(Dwfl_Module* module, Dwarf_Addr pc);
  // The one at `address`, in the frame with that canonical frame address.
  std::string at(Dwarf_Addr cfa, Dwarf_Addr address) const;

 private:
  struct Variable {
    std::string name;
    Dwarf_Die type;
    Dwarf_Addr from_cfa = 0;  // its first byte, modulo 2^64
    Dwarf_Addr size = 0;
  };
  std::vector<Variable> variables_;  // innermost scope first
};

}  // namespace stalemate::symbolize

// Data addresses to variables, and into them: members, base classes, array elements. Stops at types whose
// inside is nobody's business: namespace std, pthread_mutex_t and the like. Internal to this room.
#pragma once

#include <elfutils/libdwfl.h>

#include <map>
#include <string>

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

// The local variable at `address` in the frame of the function at `pc` with that canonical frame address.
std::string local_at(Dwfl_Module* module, Dwarf_Addr pc, Dwarf_Addr cfa, Dwarf_Addr address);

}  // namespace stalemate::symbolize

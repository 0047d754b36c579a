#include "symbolize/debug_information.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <memory>

#include "symbolize/dwfl_callbacks.h"
#include "symbolize/source_map.h"

namespace stalemate::symbolize {
namespace {

struct Closer {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};

// The runtime that is linked into every program has some debug information, too.
bool is_the_programs(Dwarf_Die& unit) {
  const char* const name = dwarf_diename(&unit);
  if (name == nullptr) return true;  // the rest of it is in another file
  return !is_system_file(name);
}

bool any_unit_is_the_programs(Dwarf* dwarf) {
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die;
  while (dwarf_get_units(dwarf, unit, &unit, nullptr, nullptr, &die, nullptr) == 0)
    if (is_the_programs(die)) return true;
  return false;
}

}  // namespace

bool has_debug_information(const std::string& path) {
  const std::unique_ptr<Dwfl, Closer> dwfl(dwfl_begin(&kFilesOnly));
  if (dwfl == nullptr) return true;
  dwfl_report_begin(dwfl.get());
  Dwfl_Module* const module = dwfl_report_elf(dwfl.get(), "", path.c_str(), -1, 0, false);
  if (module == nullptr || dwfl_report_end(dwfl.get(), nullptr, nullptr) != 0) return true;
  Dwarf_Addr bias = 0;
  Dwarf* const dwarf = dwfl_module_getdwarf(module, &bias);
  return dwarf != nullptr && any_unit_is_the_programs(dwarf);
}

}  // namespace stalemate::symbolize

#include "symbolize/dwarf_names.h"

#include <cxxabi.h>
#include <dwarf.h>

#include <cstdlib>
#include <memory>
#include <string_view>

#include "symbolize/short_name.h"
#include "symbolize/unit_index.h"

namespace stalemate::symbolize {
namespace {

bool is_lambda(std::string_view class_name) {
  return class_name.empty() || class_name.starts_with("<lambda") || class_name.starts_with("._anon") ||
         class_name.starts_with("{lambda") || class_name.starts_with("(lambda");
}

bool is_class(int tag) {
  return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

bool is_inline_namespace(Dwarf_Die die) { return dwarf_hasattr(&die, DW_AT_export_symbols) != 0; }

}  // namespace

Dwarf_Die definition_of(Dwarf_Die die) {
  for (int hops = 0; hops < 8; ++hops) {
    Dwarf_Attribute attribute;
    Dwarf_Die next;
    const bool linked = dwarf_attr(&die, DW_AT_abstract_origin, &attribute) != nullptr ||
                        dwarf_attr(&die, DW_AT_specification, &attribute) != nullptr;
    if (!linked || dwarf_formref_die(&attribute, &next) == nullptr) break;
    die = next;
  }
  return die;
}

std::vector<Dwarf_Die> children_of(Dwarf_Die parent) {
  std::vector<Dwarf_Die> out;
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return out;
  do {
    out.push_back(child);
  } while (dwarf_siblingof(&child, &child) == 0);
  return out;
}

std::vector<Dwarf_Die> scopes_around(Dwarf_Die die) { return index_of(die).around(die); }

bool unit_at(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Die& unit, Dwarf_Addr& bias) {
  // If only some of the units are in the address table, it assigns the others' code to them.
  Dwarf_Die* found = dwfl_module_addrdie(module, address, &bias);
  if (found != nullptr && dwarf_haspc(found, address - bias) > 0) {
    unit = *found;
    return true;
  }
  for (Dwarf_Die* found = dwfl_module_nextcu(module, nullptr, &bias); found != nullptr;
       found = dwfl_module_nextcu(module, found, &bias)) {
    if (dwarf_haspc(found, address - bias) <= 0) continue;
    unit = *found;
    return true;
  }
  return false;
}

std::vector<Dwarf_Die> code_scopes(Dwarf_Die unit, Dwarf_Addr pc) { return index_of(unit).code_at(pc); }

std::string qualified_name(Dwarf_Die die) {
  Dwarf_Die at = definition_of(die);
  const char* own = dwarf_diename(&at);
  std::string name = own != nullptr ? own : "";
  bool call_operator = name == "operator()";
  for (int depth = 0; depth < 16; ++depth) {
    const std::vector<Dwarf_Die> scopes = scopes_around(at);
    bool follow = false;
    for (Dwarf_Die scope : scopes) {
      const int tag = dwarf_tag(&scope);
      if (!is_class(tag) && tag != DW_TAG_namespace && tag != DW_TAG_subprogram) continue;
      if (tag == DW_TAG_subprogram) {
        // A function's scope is that of its declaration, elsewhere in the tree.
        at = definition_of(scope);
        const char* text = dwarf_diename(&at);
        name = std::string(text != nullptr ? text : "") + "::" + name;
        call_operator = text != nullptr && std::string_view(text) == "operator()";
        follow = true;
        break;
      }
      const char* text = dwarf_diename(&scope);
      if (is_class(tag) && is_lambda(text != nullptr ? text : "")) {
        if (call_operator && name.starts_with("operator()"))
          name = "{lambda}" + name.substr(10);
        else
          name = "{lambda}::" + name;
      } else if (text != nullptr && !is_inline_namespace(scope)) {
        name = std::string(text) + "::" + name;
      }
      call_operator = false;
    }
    if (!follow) break;
  }
  return short_name(name);
}

std::string readable_symbol(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                    std::free);
  if (status != 0 || text == nullptr) return symbol;
  std::string out = text.get();
  // The parameter list is the last bracket at depth 0; templates and lambdas have brackets, too.
  std::size_t end = out.rfind(')');
  int depth = 0;
  for (std::size_t i = end; end != std::string::npos && i != std::string::npos && i > 0; --i) {
    if (out[i] == ')') ++depth;
    if (out[i] == '(' && --depth == 0) {
      if (!out.substr(0, i).ends_with("operator")) out.erase(i);
      break;
    }
  }
  return short_name(out);
}

}  // namespace stalemate::symbolize

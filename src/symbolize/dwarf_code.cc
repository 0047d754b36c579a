#include "symbolize/dwarf_code.h"

#include <dwarf.h>

#include <filesystem>

#include "symbolize/dwarf_names.h"

namespace stalemate::symbolize {
namespace {

struct Place {
  std::string file;
  std::uint32_t line = 0, column = 0;
};

std::string absolute(const char* file, Dwarf_Die* unit) {
  if (file == nullptr) return {};
  std::filesystem::path path(file);
  Dwarf_Attribute attribute;
  const char* directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  if (path.is_relative() && directory != nullptr) path = std::filesystem::path(directory) / path;
  return path.lexically_normal().string();
}

Place line_at(Dwarf_Die* unit, Dwarf_Addr pc) {
  Place out;
  Dwarf_Line* line = dwarf_getsrc_die(unit, pc);
  if (line == nullptr) return out;
  int number = 0, column = 0;
  dwarf_lineno(line, &number);
  dwarf_linecol(line, &column);
  out.file = absolute(dwarf_linesrc(line, nullptr, nullptr), unit);
  out.line = static_cast<std::uint32_t>(number);
  out.column = static_cast<std::uint32_t>(column);
  return out;
}

std::uint32_t number_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_formudata(dwarf_attr(die, name, &attribute), &value) != 0) return 0;
  return static_cast<std::uint32_t>(value);
}

// Where an inlined function was called.
Place call_site(Dwarf_Die* inlined, Dwarf_Die* unit) {
  Place out;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  const std::uint32_t index = number_of(inlined, DW_AT_call_file);
  if (dwarf_getsrcfiles(unit, &files, &count) == 0 && index < count)
    out.file = absolute(dwarf_filesrc(files, index, nullptr, nullptr), unit);
  out.line = number_of(inlined, DW_AT_call_line);
  out.column = number_of(inlined, DW_AT_call_column);
  return out;
}

Frame frame_at(std::string function, const Place& place, bool inlined) {
  const bool system = is_system_file(place.file) || is_system_function(function);
  return Frame{std::move(function), place.file, place.line, place.column, system, inlined};
}

std::string symbol_at(Dwfl_Module* module, Dwarf_Addr pc) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* name = dwfl_module_addrinfo(module, pc, &offset, &symbol, nullptr, nullptr, nullptr);
  return name != nullptr ? readable_symbol(name) : std::string();
}

}  // namespace

std::vector<Frame> code_frames(Dwfl_Module* module, Dwarf_Addr pc) {
  std::vector<Frame> out;
  Dwarf_Addr bias = 0;
  Dwarf_Die unit;
  if (!unit_at(module, pc, unit, bias)) {
    if (std::string name = symbol_at(module, pc); !name.empty()) {
      const char* file = nullptr;
      dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, &file, nullptr);
      const bool system = (file != nullptr && is_system_file(file)) || is_system_function(name);
      out.push_back(Frame{std::move(name), {}, 0, 0, system, false});
    }
    return out;
  }
  Place place = line_at(&unit, pc - bias);
  for (Dwarf_Die scope : code_scopes(unit, pc - bias)) {
    const int tag = dwarf_tag(&scope);
    if (tag == DW_TAG_inlined_subroutine) {
      out.push_back(frame_at(qualified_name(scope), place, true));
      place = call_site(&scope, &unit);
    } else if (tag == DW_TAG_subprogram) {
      out.push_back(frame_at(qualified_name(scope), place, false));
    }
  }
  if (out.empty()) out.push_back(frame_at(symbol_at(module, pc), place, false));
  return out;
}

}  // namespace stalemate::symbolize

#include "campaign/rerun/code_places.h"

#include <charconv>
#include <cstdio>

namespace stalemate::host {
namespace {

struct Module {
  std::uint64_t start = 0, end = 0, offset = 0;
  std::string_view name;  // without directories
};

std::optional<std::uint64_t> read_hex(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (trouble != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<Module> read_module(std::string_view line) {
  Module module;
  for (std::uint64_t* const field : {&module.start, &module.end, &module.offset}) {
    const auto number = read_hex(line);
    if (!number || line.empty() || line.front() != ' ') return std::nullopt;
    *field = *number;
    line.remove_prefix(1);
  }
  module.name = line.substr(line.rfind('/') + 1);
  return module;
}

// The first module for which fits() is true.
template <class Fits>
std::optional<Module> find_module(std::string_view modules, Fits fits) {
  while (!modules.empty()) {
    const std::string_view line = modules.substr(0, modules.find('\n'));
    modules.remove_prefix(std::min(modules.size(), line.size() + 1));
    if (const auto module = read_module(line); module && fits(*module)) return module;
  }
  return std::nullopt;
}

}  // namespace

std::string code_place(std::string_view modules, std::uint64_t address) {
  const auto module =
      find_module(modules, [address](const Module& m) { return m.start <= address && address < m.end; });
  if (!module) return {};
  char offset[24];
  const unsigned long long in_file = address - module->start + module->offset;
  std::snprintf(offset, sizeof offset, "+0x%llx", in_file);
  return std::string(module->name) + offset;
}

std::optional<std::uint64_t> code_address(std::string_view modules, std::string_view place) {
  const std::size_t plus = place.rfind("+0x");
  if (plus == place.npos) return std::nullopt;
  const std::string_view name = place.substr(0, plus);
  std::string_view digits = place.substr(plus + 3);
  const auto offset = read_hex(digits);
  if (!offset || !digits.empty()) return std::nullopt;
  const auto module = find_module(modules, [&](const Module& m) {
    return m.name == name && m.offset <= *offset && *offset - m.offset < m.end - m.start;
  });
  if (!module) return std::nullopt;
  return module->start + (*offset - module->offset);
}

}  // namespace stalemate::host

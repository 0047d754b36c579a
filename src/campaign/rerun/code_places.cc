#include "campaign/rerun/code_places.h"

#include <charconv>
#include <cstdio>

#include "model/wire/layout.h"

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

namespace {

constexpr std::uint64_t kMostBeyond = 1u << 30;  // of variables behind a module's last part

std::string place_in(const Module& module, std::uint64_t address) {
  char offset[24];
  const unsigned long long in_file = address - module.start + module.offset;
  std::snprintf(offset, sizeof offset, "+0x%llx", in_file);
  return std::string(module.name) + offset;
}

// A place, in the module that fits(module, name, offset).
template <class Fits>
std::optional<std::uint64_t> address_of(std::string_view modules, std::string_view place, Fits fits) {
  const std::size_t plus = place.rfind("+0x");
  if (plus == place.npos) return std::nullopt;
  std::string_view digits = place.substr(plus + 3);
  const auto offset = read_hex(digits);
  if (!offset || !digits.empty()) return std::nullopt;
  const auto module = find_module(
      modules, [&](const Module& m) { return m.name == place.substr(0, plus) && fits(m, *offset); });
  if (!module) return std::nullopt;
  return module->start + (*offset - module->offset);
}

// The last part of the module before the address, if nothing else is between them.
std::optional<Module> module_before(std::string_view modules, std::uint64_t address) {
  std::optional<Module> last;
  (void)find_module(modules, [&](const Module& m) {
    if (m.end <= address && (!last || m.end > last->end)) last = m;
    return false;
  });
  if (!last || address - last->end >= kMostBeyond || layout::in_runtime_regions(address)) return std::nullopt;
  return last;
}

}  // namespace

std::string code_place(std::string_view modules, std::uint64_t address) {
  const auto module =
      find_module(modules, [address](const Module& m) { return m.start <= address && address < m.end; });
  return module ? place_in(*module, address) : std::string();
}

std::optional<std::uint64_t> code_address(std::string_view modules, std::string_view place) {
  return address_of(modules, place, [](const Module& m, std::uint64_t offset) {
    return m.offset <= offset && offset - m.offset < m.end - m.start;
  });
}

std::string word_place(std::string_view modules, std::uint64_t address) {
  std::string place = code_place(modules, address);
  if (!place.empty()) return place;
  if (const auto module = module_before(modules, address)) return place_in(*module, address);
  char number[24];
  std::snprintf(number, sizeof number, "0x%llx", static_cast<unsigned long long>(address));
  return number;
}

std::optional<std::uint64_t> word_address(std::string_view modules, std::string_view place) {
  if (place.starts_with("0x")) {
    std::string_view digits = place.substr(2);
    const auto number = read_hex(digits);
    return digits.empty() ? number : std::nullopt;
  }
  if (const auto inside = code_address(modules, place)) return inside;
  // The parts of a module come in the order of their offsets.
  std::optional<std::uint64_t> address;
  (void)address_of(modules, place, [&](const Module& m, std::uint64_t offset) {
    if (m.offset <= offset) address = m.start + (offset - m.offset);
    return false;
  });
  return address;
}

}  // namespace stalemate::host

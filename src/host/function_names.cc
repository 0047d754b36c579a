#include "host/function_names.h"

#include <cxxabi.h>
#include <elf.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

namespace stalemate::host {
namespace {

struct Place {
  std::string path;
  std::uint64_t offset = 0;  // in the file
};

// "start end offset path" per line.
Place place_of(std::string_view modules, std::uint64_t address) {
  std::istringstream lines{std::string(modules)};
  for (std::string line; std::getline(lines, line);) {
    unsigned long long start = 0, end = 0, offset = 0;
    int path_at = 0;
    if (std::sscanf(line.c_str(), "%llx %llx %llx %n", &start, &end, &offset, &path_at) < 3) continue;
    if (address >= start && address < end)
      return {line.substr(static_cast<std::size_t>(path_at)), address - start + offset};
  }
  return {};
}

// Parts of a file; what lies beyond its end is not there.
template <class T>
std::vector<T> read(std::ifstream& file, std::uint64_t at, std::uint64_t count) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 28;
  if (count > kMost / sizeof(T)) return {};
  std::vector<T> all(count);
  file.clear();
  file.seekg(static_cast<std::streamoff>(at));
  if (!file.read(reinterpret_cast<char*>(all.data()), static_cast<std::streamsize>(count * sizeof(T)))) return {};
  return all;
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || !name) return symbol;
  const std::string all = name.get();
  return all.substr(0, all.find('('));
}

std::string symbol_at(std::ifstream& file, const std::vector<Elf64_Shdr>& sections, std::uint64_t address) {
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections.size()) continue;
    const auto symbols = read<Elf64_Sym>(file, table.sh_offset, table.sh_size / sizeof(Elf64_Sym));
    const auto names = read<char>(file, sections[table.sh_link].sh_offset, sections[table.sh_link].sh_size);
    for (const Elf64_Sym& symbol : symbols) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_name >= names.size()) continue;
      if (address - symbol.st_value >= symbol.st_size) continue;
      const char* const name = names.data() + symbol.st_name;
      return demangled(std::string(name, strnlen(name, names.size() - symbol.st_name)));
    }
  }
  return {};
}

}  // namespace

std::string function_name(std::string_view modules, std::uint64_t address) {
  const Place place = place_of(modules, address);
  std::ifstream file(place.path, std::ios::binary);
  const auto head = read<Elf64_Ehdr>(file, 0, 1);
  if (head.empty() || std::memcmp(head[0].e_ident, ELFMAG, SELFMAG) != 0) return {};
  const auto parts = read<Elf64_Phdr>(file, head[0].e_phoff, head[0].e_phnum);
  const auto sections = read<Elf64_Shdr>(file, head[0].e_shoff, head[0].e_shnum);
  for (const Elf64_Phdr& part : parts)
    if (part.p_type == PT_LOAD && place.offset - part.p_offset < part.p_filesz)
      return symbol_at(file, sections, place.offset - part.p_offset + part.p_vaddr);
  return {};
}

}  // namespace stalemate::host

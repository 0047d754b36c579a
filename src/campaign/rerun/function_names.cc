#include "campaign/rerun/function_names.h"

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

// Parts of a file; bytes beyond its end are missing.
template <class T>
std::vector<T> read(std::ifstream& file, std::uint64_t at, std::uint64_t count) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 28;
  if (count > kMost / sizeof(T)) return {};
  std::vector<T> all(count);
  file.clear();
  file.seekg(static_cast<std::streamoff>(at));
  if (!file.read(reinterpret_cast<char*>(all.data()), static_cast<std::streamsize>(count * sizeof(T))))
    return {};
  return all;
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || !name) return symbol;
  std::string all = name.get();
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (std::size_t at = all.find(kUnnamed); at != all.npos; at = all.find(kUnnamed))
    all.erase(at, kUnnamed.size());
  return all.substr(0, all.find('('));
}

struct Image {
  std::ifstream file;
  std::vector<Elf64_Shdr> sections;
  Elf64_Shdr names{};         // of the sections
  std::uint64_t address = 0;  // in the file
};

// The file that contains the address; without sections if there is none.
Image image_of(std::string_view modules, std::uint64_t address) {
  const Place place = place_of(modules, address);
  Image image;
  image.file.open(place.path, std::ios::binary);
  const auto head = read<Elf64_Ehdr>(image.file, 0, 1);
  if (head.empty() || std::memcmp(head[0].e_ident, ELFMAG, SELFMAG) != 0) return image;
  for (const Elf64_Phdr& part : read<Elf64_Phdr>(image.file, head[0].e_phoff, head[0].e_phnum)) {
    if (part.p_type != PT_LOAD || place.offset - part.p_offset >= part.p_filesz) continue;
    image.address = place.offset - part.p_offset + part.p_vaddr;
    image.sections = read<Elf64_Shdr>(image.file, head[0].e_shoff, head[0].e_shnum);
    if (head[0].e_shstrndx < image.sections.size()) image.names = image.sections[head[0].e_shstrndx];
    return image;
  }
  return image;
}

std::string symbol_at(Image& image) {
  for (const Elf64_Shdr& table : image.sections) {
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= image.sections.size()) continue;
    const auto symbols = read<Elf64_Sym>(image.file, table.sh_offset, table.sh_size / sizeof(Elf64_Sym));
    const Elf64_Shdr& text = image.sections[table.sh_link];
    const auto names = read<char>(image.file, text.sh_offset, text.sh_size);
    for (const Elf64_Sym& symbol : symbols) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_name >= names.size()) continue;
      if (image.address - symbol.st_value >= symbol.st_size) continue;
      const char* const name = names.data() + symbol.st_name;
      return std::string(name, strnlen(name, names.size() - symbol.st_name));
    }
  }
  return {};
}

std::string section_text(Image& image, std::string_view name) {
  const auto names = read<char>(image.file, image.names.sh_offset, image.names.sh_size);
  for (const Elf64_Shdr& section : image.sections) {
    if (section.sh_name >= names.size()) continue;
    const char* const called = names.data() + section.sh_name;
    if (std::string_view(called, strnlen(called, names.size() - section.sh_name)) != name) continue;
    const auto text = read<char>(image.file, section.sh_offset, section.sh_size);
    return std::string(text.begin(), text.end());
  }
  return {};
}

}  // namespace

std::string function_name(std::string_view modules, std::uint64_t address) {
  Image image = image_of(modules, address);
  return demangled(symbol_at(image));
}

std::string linked_input(std::string_view modules, std::uint64_t address) {
  Image image = image_of(modules, address);
  std::istringstream list(section_text(image, ".stalemate.inputs"));
  const std::string function = symbol_at(image);
  if (function.empty()) return {};
  for (std::string line; std::getline(list, line);) {
    const std::size_t tab = line.find('\t');
    if (tab != line.npos && line.compare(tab + 1, line.npos, function) == 0) return line.substr(0, tab);
  }
  return {};
}

}  // namespace stalemate::host

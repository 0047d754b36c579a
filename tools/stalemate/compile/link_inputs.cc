#include "tools/stalemate/compile/link_inputs.h"

#include <ar.h>
#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace stalemate::tools {
namespace {

using std::string_view;

template <class T>
bool read_at(string_view bytes, std::uint64_t at, T& to) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return false;
  std::memcpy(&to, bytes.data() + at, sizeof(T));
  return true;
}

string_view part_of(string_view bytes, std::uint64_t at, std::uint64_t size) {
  return at <= bytes.size() && size <= bytes.size() - at ? bytes.substr(at, size) : string_view{};
}

string_view text_at(string_view names, std::uint64_t at) {
  if (at >= names.size()) return {};
  const string_view rest = names.substr(at);
  return rest.substr(0, rest.find('\0'));
}

// The functions of a relocatable object, unless it is instrumented.
void add_object(const std::string& name, string_view object, std::string& list) {
  Elf64_Ehdr head;
  if (!read_at(object, 0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_type != ET_REL ||
      head.e_shentsize != sizeof(Elf64_Shdr))
    return;
  const auto section_at = [&](std::uint64_t n, Elf64_Shdr& section) {
    return n < head.e_shnum && read_at(object, head.e_shoff + n * sizeof section, section);
  };
  std::string functions;
  for (std::uint64_t n = 0; n < head.e_shnum; ++n) {
    Elf64_Shdr table, names;
    if (!section_at(n, table) || table.sh_type != SHT_SYMTAB || !section_at(table.sh_link, names)) continue;
    const string_view text = part_of(object, names.sh_offset, names.sh_size);
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      if (!read_at(object, table.sh_offset + at, symbol)) return;
      const string_view called = text_at(text, symbol.st_name);
      if (symbol.st_shndx == SHN_UNDEF && called.starts_with("__tsan_")) return;
      if (symbol.st_shndx == SHN_UNDEF || ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || called.empty())
        continue;
      functions += name + '\t' + std::string(called) + '\n';
    }
  }
  list += functions;
}

// "name/" or, for a long one, "/offset" into the member that holds the names.
std::string member_name(string_view field, string_view long_names) {
  if (field.starts_with('/') && field.size() > 1 && field[1] >= '0' && field[1] <= '9') {
    const string_view rest = long_names.substr(std::min<std::size_t>(
        std::strtoul(std::string(field.substr(1)).c_str(), nullptr, 10), long_names.size()));
    return std::string(rest.substr(0, rest.find('/')));
  }
  return std::string(field.substr(0, field.find('/')));
}

void add_archive(const std::string& name, string_view archive, std::string& list) {
  string_view long_names;
  for (std::uint64_t at = SARMAG; at + sizeof(ar_hdr) <= archive.size();) {
    ar_hdr head;
    read_at(archive, at, head);
    const string_view field(head.ar_name, sizeof head.ar_name);
    const std::uint64_t size =
        std::strtoull(std::string(head.ar_size, sizeof head.ar_size).c_str(), nullptr, 10);
    at += sizeof head;
    const string_view contents = part_of(archive, at, size);
    if (field.starts_with("// "))
      long_names = contents;
    else if (!field.starts_with("/ ") && !field.starts_with("/SYM64/"))
      add_object(name + '(' + member_name(field, long_names) + ')', contents, list);
    at += size + size % 2;
  }
}

// The archive that -lNAME means, among the directories of -L.
std::string find_library(const std::string& name, const std::vector<std::string>& directories) {
  for (const std::string& directory : directories) {
    const std::string path =
        name.starts_with(':') ? directory + '/' + name.substr(1) : directory + "/lib" + name + ".a";
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  }
  return {};
}

std::string value_of(const CompilerArg& arg) {
  return arg.words.size() > 1 ? arg.words[1] : arg.words[0].substr(2);
}

template <class T>
void put(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

std::string uninstrumented_functions(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char start[SARMAG] = {};
  if (!file.read(start, SARMAG)) return {};
  const bool archive = std::memcmp(start, ARMAG, SARMAG) == 0;
  if (!archive && std::memcmp(start, ELFMAG, SELFMAG) != 0) return {};
  file.seekg(0);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const std::string name = std::filesystem::path(path).filename().string();
  std::string list;
  if (archive)
    add_archive(name, bytes, list);
  else
    add_object(name, bytes, list);
  return list;
}

std::string uninstrumented_inputs(const CompilerArgs& args) {
  std::vector<std::string> directories;
  for (const CompilerArg& arg : args.args)
    if (arg.kind == ArgKind::kLinkInput && arg.words[0].starts_with("-L"))
      directories.push_back(value_of(arg));
  std::string list;
  for (const CompilerArg& arg : args.args) {
    if (arg.kind != ArgKind::kLinkInput) continue;
    if (arg.words[0].starts_with("-l"))
      list += uninstrumented_functions(find_library(value_of(arg), directories));
    else if (!arg.words[0].starts_with('-'))
      list += uninstrumented_functions(arg.words[0]);
  }
  return list;
}

// Header, the text, the names of the sections, the sections: nothing, the text, the note that the stack need
// not be executable, the names.
std::string object_with_inputs(const std::string& list) {
  std::string names(1, '\0');
  const auto name_at = [&names](const char* name) {
    const auto at = static_cast<Elf64_Word>(names.size());
    names += name;
    names += '\0';
    return at;
  };
  Elf64_Shdr sections[4] = {};
  Elf64_Ehdr head = {};
  sections[1].sh_name = name_at(kInputSection);
  sections[1].sh_type = SHT_PROGBITS;
  sections[1].sh_flags = 1 << 21;  // SHF_GNU_RETAIN: nothing refers to it
  sections[1].sh_offset = sizeof head;
  sections[1].sh_size = list.size();
  sections[1].sh_addralign = 1;
  sections[2].sh_name = name_at(".note.GNU-stack");
  sections[2].sh_type = SHT_PROGBITS;
  sections[2].sh_offset = sizeof head;
  sections[2].sh_addralign = 1;
  sections[3].sh_name = name_at(".shstrtab");
  sections[3].sh_type = SHT_STRTAB;
  sections[3].sh_offset = sizeof head + list.size();
  sections[3].sh_size = names.size();
  sections[3].sh_addralign = 1;
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  head.e_ident[EI_VERSION] = EV_CURRENT;
  head.e_ident[EI_OSABI] = ELFOSABI_GNU;
  head.e_type = ET_REL;
  head.e_machine = EM_X86_64;
  head.e_version = EV_CURRENT;
  head.e_ehsize = sizeof head;
  head.e_shentsize = sizeof sections[0];
  head.e_shnum = 4;
  head.e_shstrndx = 3;
  const std::size_t padding = (8 - (list.size() + names.size()) % 8) % 8;
  head.e_shoff = sizeof head + list.size() + names.size() + padding;
  std::string object;
  put(object, head);
  object += list + names + std::string(padding, '\0');
  for (const Elf64_Shdr& section : sections) put(object, section);
  return object;
}

}  // namespace stalemate::tools

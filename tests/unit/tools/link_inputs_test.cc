#include "tools/stalemate/compile/link_inputs.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>

namespace stalemate::tools {
namespace {

// A relocatable object whose symbols are one function and one undefined name.
std::string object(const std::string& function, const std::string& wanted) {
  const std::string names = std::string(1, '\0') + function + '\0' + wanted + '\0';
  Elf64_Sym symbols[3] = {};
  symbols[1].st_name = 1;
  symbols[1].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbols[1].st_shndx = 1;
  symbols[2].st_name = static_cast<Elf64_Word>(function.size() + 2);
  symbols[2].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
  Elf64_Ehdr head = {};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_type = ET_REL;
  head.e_shentsize = sizeof(Elf64_Shdr);
  head.e_shnum = 3;
  head.e_shoff = sizeof head;
  Elf64_Shdr sections[3] = {};
  sections[1].sh_type = SHT_SYMTAB;
  sections[1].sh_link = 2;
  sections[1].sh_offset = sizeof head + sizeof sections;
  sections[1].sh_size = sizeof symbols;
  sections[2].sh_type = SHT_STRTAB;
  sections[2].sh_offset = sections[1].sh_offset + sizeof symbols;
  sections[2].sh_size = names.size();
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
  bytes.append(reinterpret_cast<const char*>(sections), sizeof sections);
  bytes.append(reinterpret_cast<const char*>(symbols), sizeof symbols);
  return bytes + names;
}

std::string member(const std::string& name, const std::string& bytes) {
  char head[61];
  std::snprintf(head, sizeof head, "%-16s%-12d%-6d%-6d%-8o%-10zu`\n", name.c_str(), 0, 0, 0, 0644u,
                bytes.size());
  return head + bytes + (bytes.size() % 2 != 0 ? "\n" : "");
}

std::string listed(const std::string& name, const std::string& bytes) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << bytes;
  const std::string list = uninstrumented_functions(path);
  std::remove(path.c_str());
  return list;
}

TEST(LinkInputs, ListsObjectsWithoutInstrumentation) {
  EXPECT_EQ(listed("one.o", object("parse", "malloc")), "one.o\tparse\n");
  EXPECT_EQ(listed("two.o", object("parse", "__tsan_init")), "");
}

TEST(LinkInputs, ListsTheMembersOfArchivesThatHaveNone) {
  const std::string long_name = "a_name_that_is_too_long.o/\n";
  const std::string archive =
      "!<arch>\n" + member("/", "index") + member("//", long_name) + member("one.o/", object("one", "f")) +
      member("two.o/", object("two", "__tsan_read4")) + member("/0", object("three", "g"));
  EXPECT_EQ(listed("libx.a", archive), "libx.a(one.o)\tone\nlibx.a(a_name_that_is_too_long.o)\tthree\n");
}

TEST(LinkInputs, TakesNothingFromWhatIsNoInput) {
  EXPECT_EQ(listed("text", "INPUT(-lc)"), "");
  EXPECT_EQ(uninstrumented_functions("/nowhere"), "");
  const std::string whole = "!<arch>\n" + member("one.o/", object("one", "f"));
  for (std::size_t n = 0; n < whole.size(); ++n) listed("cut.a", whole.substr(0, n));
  const std::string alone = object("one", "f");
  for (std::size_t n = 0; n < alone.size(); ++n) EXPECT_LE(listed("cut.o", alone.substr(0, n)).size(), 12u);
}

TEST(LinkInputs, MakesAnObjectOfTheList) {
  const std::string made = object_with_inputs("one.o\tparse\n");
  EXPECT_EQ(made.compare(0, SELFMAG, ELFMAG), 0);
  EXPECT_NE(made.find("one.o\tparse\n"), made.npos);
  EXPECT_NE(made.find(kInputSection), made.npos);
  EXPECT_EQ(made.size() % 8, 0u);
}

}  // namespace
}  // namespace stalemate::tools

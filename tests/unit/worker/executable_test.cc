#include "worker/executable.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

#include "model/wire/entry.h"

namespace stalemate::host {
namespace {

// A file with these bytes, executable unless said otherwise.
std::string file_with(const std::string& bytes, mode_t mode = 0755) {
  const std::string path =
      ::testing::TempDir() + "executable_" + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  unlink(path.c_str());
  std::ofstream(path, std::ios::binary) << bytes;
  chmod(path.c_str(), mode);
  return path;
}

template <class T>
std::string bytes_of(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

struct Part {
  std::uint32_t type;
  std::string bytes;
};

Elf64_Ehdr header(std::uint16_t type) {
  Elf64_Ehdr elf{};
  std::memcpy(elf.e_ident, ELFMAG, SELFMAG);
  elf.e_ident[EI_CLASS] = ELFCLASS64;
  elf.e_ident[EI_DATA] = ELFDATA2LSB;
  elf.e_type = type;
  elf.e_machine = EM_X86_64;
  elf.e_phoff = sizeof elf;
  return elf;
}

// Header, table of parts, then the bytes of each part; what lies at an offset is loaded at that address.
std::string elf_with(const std::vector<Part>& parts, Elf64_Ehdr elf = header(ET_EXEC)) {
  elf.e_phnum = static_cast<Elf64_Half>(parts.size());
  std::string table, contents;
  for (const Part& part : parts) {
    Elf64_Phdr entry{};
    entry.p_type = part.type;
    entry.p_offset = entry.p_vaddr = sizeof elf + parts.size() * sizeof entry + contents.size();
    entry.p_filesz = part.bytes.size();
    table += bytes_of(entry);
    contents += part.bytes;
  }
  return bytes_of(elf) + table + contents;
}

std::string note(const std::string& owner) {
  const Elf64_Nhdr head{static_cast<Elf64_Word>(owner.size()), 4, 1};
  return bytes_of(head) + owner + std::string((4 - owner.size() % 4) % 4, '\0') + std::string(4, '\1');
}

const std::string kOurs(wire::kNoteOwner, sizeof wire::kNoteOwner);
const Part kLoader{PT_INTERP, "/lib64/ld-linux-x86-64.so.2"};

std::string complaint_about(const std::string& bytes) {
  const auto executable = inspect_executable(file_with(bytes));
  return executable ? "nothing to complain about" : executable.error().sentence;
}

Linkage linkage_of(const std::string& bytes) {
  const auto executable = inspect_executable(file_with(bytes));
  EXPECT_TRUE(executable) << executable.error().sentence;
  return executable ? executable->linkage : Linkage::kStatic;
}

#define EXPECT_SAYS(sentence, part) EXPECT_NE((sentence).find(part), std::string::npos) << (sentence)

TEST(Executable, KnowsAProgramWithTheRuntimeByItsNote) {
  EXPECT_EQ(linkage_of(elf_with({kLoader, {PT_NOTE, note(kOurs)}})), Linkage::kWithRuntime);
  EXPECT_EQ(linkage_of(elf_with({{PT_NOTE, note(kOurs)}})), Linkage::kWithRuntime);
}

TEST(Executable, LooksBeyondTheNotesOfOthers) {
  const std::string gnu(ELF_NOTE_GNU, sizeof ELF_NOTE_GNU);
  EXPECT_EQ(linkage_of(elf_with({kLoader, {PT_NOTE, note(gnu) + note(kOurs)}})), Linkage::kWithRuntime);
  EXPECT_EQ(linkage_of(elf_with({kLoader, {PT_NOTE, note(gnu)}})), Linkage::kDynamic);
}

TEST(Executable, KnowsAProgramThatNeedsTheSharedRuntime) {
  std::string names(1, '\0');
  names.append(wire::kSharedRuntime).push_back('\0');
  const std::size_t names_at = sizeof(Elf64_Ehdr) + 3 * sizeof(Elf64_Phdr) + kLoader.bytes.size();
  std::string dynamic;
  for (const auto& [tag, value] : {std::pair<Elf64_Sxword, Elf64_Xword>{DT_STRTAB, names_at},
                                   {DT_STRSZ, names.size()},
                                   {DT_NEEDED, 1},
                                   {DT_NULL, 0}})
    dynamic += bytes_of(Elf64_Dyn{tag, {value}});
  EXPECT_EQ(linkage_of(elf_with({kLoader, {PT_LOAD, names}, {PT_DYNAMIC, dynamic}})), Linkage::kWithRuntime);
}

TEST(Executable, TellsALoaderFromNone) {
  EXPECT_EQ(linkage_of(elf_with({kLoader})), Linkage::kDynamic);
  EXPECT_EQ(linkage_of(elf_with({{PT_LOAD, "code"}})), Linkage::kStatic);
}

TEST(Executable, SaysWhyAFileIsNoProgram) {
  EXPECT_SAYS(complaint_about("#!/bin/sh\nexit 0\n"), "is a script");
  EXPECT_SAYS(complaint_about("hello"), "has no ELF header");
  EXPECT_SAYS(complaint_about(""), "has no ELF header");
  EXPECT_SAYS(complaint_about("\177ELF rubbish"), "is cut off");
  EXPECT_SAYS(complaint_about(elf_with({}, header(ET_REL))), "not a program");
  EXPECT_SAYS(complaint_about(elf_with({}, header(ET_DYN))), "is a shared library");
  Elf64_Ehdr narrow = header(ET_EXEC);
  narrow.e_ident[EI_CLASS] = ELFCLASS32;
  EXPECT_SAYS(complaint_about(elf_with({}, narrow)), "is a 32-bit program");
  Elf64_Ehdr foreign = header(ET_EXEC);
  foreign.e_machine = EM_AARCH64;
  EXPECT_SAYS(complaint_about(elf_with({}, foreign)), "for another machine");
}

TEST(Executable, SaysWhyAPathIsNoProgram) {
  const auto sentence = [](const std::string& path) { return inspect_executable(path).error().sentence; };
  EXPECT_SAYS(sentence("/no/such/program"), "was not found");
  EXPECT_SAYS(sentence("no-such-program-anywhere"), "was not found");
  EXPECT_SAYS(sentence(::testing::TempDir()), "is a directory");
  EXPECT_SAYS(sentence(file_with(elf_with({kLoader}), 0644)), "is not executable");
}

TEST(Executable, SurvivesOffsetsThatLeadNowhere) {
  Elf64_Ehdr elf = header(ET_EXEC);
  elf.e_phoff = ~0ull - 8;
  EXPECT_EQ(linkage_of(elf_with({kLoader}, elf)), Linkage::kStatic);
  Elf64_Nhdr endless{~0u, ~0u, 1};
  EXPECT_EQ(linkage_of(elf_with({kLoader, {PT_NOTE, bytes_of(endless)}})), Linkage::kDynamic);
  const Elf64_Dyn names{DT_STRTAB, {~0ull}}, bytes{DT_STRSZ, {~0ull}}, needed{DT_NEEDED, {~0ull}};
  EXPECT_EQ(
      linkage_of(elf_with({kLoader, {PT_DYNAMIC, bytes_of(names) + bytes_of(bytes) + bytes_of(needed)}})),
      Linkage::kDynamic);
}

TEST(Executable, IsLookedUpAsAShellDoes) {
  const auto shell = inspect_executable("sh");
  ASSERT_TRUE(shell) << shell.error().sentence;
  EXPECT_TRUE(shell->path.ends_with("/sh"));
  EXPECT_EQ(shell->linkage, Linkage::kDynamic);
}

TEST(Executable, SaysWhoChangesTheUser) {
  const std::string path = file_with(elf_with({kLoader}));
  EXPECT_FALSE(inspect_executable(path)->changes_user);
  chmod(path.c_str(), 04755);
  EXPECT_TRUE(inspect_executable(path)->changes_user);
}

}  // namespace
}  // namespace stalemate::host

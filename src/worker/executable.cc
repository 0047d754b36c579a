#include "worker/executable.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "model/wire/entry.h"

namespace stalemate::host {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // of a table that is read; a larger one is not a program's

// A file that is read in parts; bytes beyond its end are missing.
class File {
 public:
  explicit File(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool readable() const { return fd_ >= 0; }
  // The part of [at, at + bytes) that exists.
  std::string read(std::uint64_t at, std::uint64_t bytes) const {
    std::string part(std::min<std::uint64_t>(bytes, kMostBytes), '\0');
    const ssize_t got = pread(fd_, part.data(), part.size(), static_cast<off_t>(at));
    part.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return part;
  }

 private:
  int fd_;
};

template <class T>
std::vector<T> array_of(const std::string& bytes) {
  std::vector<T> all(bytes.size() / sizeof(T));
  if (!all.empty()) std::memcpy(all.data(), bytes.data(), all.size() * sizeof(T));
  return all;
}

std::optional<std::string> found_in_path(const std::string& name) {
  const char* const variable = std::getenv("PATH");
  std::string_view left = variable != nullptr ? variable : "/bin:/usr/bin";
  while (true) {
    const std::string_view folder = left.substr(0, left.find(':'));
    const std::string path = (folder.empty() ? std::string(".") : std::string(folder)) + '/' + name;
    struct stat file {};
    if (stat(path.c_str(), &file) == 0 && S_ISREG(file.st_mode) && access(path.c_str(), X_OK) == 0)
      return path;
    if (folder.size() == left.size()) return std::nullopt;
    left.remove_prefix(folder.size() + 1);
  }
}

// The file offset of what the loader maps at `address`.
std::uint64_t file_offset(const std::vector<Elf64_Phdr>& parts, std::uint64_t address) {
  for (const Elf64_Phdr& part : parts)
    if (part.p_type == PT_LOAD && address - part.p_vaddr < part.p_filesz)
      return part.p_offset + (address - part.p_vaddr);
  return address;
}

// Which of our notes the file has: stripped programs have them, too.
struct OurNotes {
  bool runtime = false;      // it was linked with the runtime
  bool asserts_off = false;  // include/stalemate/detail/std/assert.h
};

void read_our_notes(const File& file, const Elf64_Phdr& part, OurNotes& found) {
  const std::string notes = file.read(part.p_offset, part.p_filesz);
  const std::string_view owner{wire::kNoteOwner, sizeof wire::kNoteOwner};
  const auto padded = [](std::uint64_t bytes) { return (bytes + 3) & ~std::uint64_t{3}; };
  for (std::uint64_t at = 0; at + sizeof(Elf64_Nhdr) <= notes.size();) {
    Elf64_Nhdr note;
    std::memcpy(&note, notes.data() + at, sizeof note);
    at += sizeof note;
    if (std::string_view(notes).substr(at, note.n_namesz) == owner) {
      found.runtime |= note.n_type == 1;
      found.asserts_off |= note.n_type == 2;
    }
    at += padded(note.n_namesz) + padded(note.n_descsz);
  }
}

struct Dynamic {
  bool needs_runtime = false;
  bool position_independent_program = false;
};

Dynamic read_dynamic(const File& file, const std::vector<Elf64_Phdr>& parts, const Elf64_Phdr& part) {
  Dynamic read;
  const auto entries = array_of<Elf64_Dyn>(file.read(part.p_offset, part.p_filesz));
  std::uint64_t names_at = 0, names_bytes = 0;
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag == DT_STRTAB) names_at = file_offset(parts, entry.d_un.d_ptr);
    if (entry.d_tag == DT_STRSZ) names_bytes = entry.d_un.d_val;
    if (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE) != 0)
      read.position_independent_program = true;
  }
  const std::string names = file.read(names_at, names_bytes);
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag != DT_NEEDED || entry.d_un.d_val >= names.size()) continue;
    if (std::strcmp(names.c_str() + entry.d_un.d_val, wire::kSharedRuntime) == 0) read.needs_runtime = true;
  }
  return read;
}

tl::unexpected<Error> cannot(const std::string& name, const std::string& why, const std::string& next) {
  return fail(Code::kCannotStart, '\'' + name + "' " + why, next);
}

Result<Linkage> linkage_of(const std::string& name, const File& file, OurNotes& notes) {
  const char* const build_first = "check that it is a program for this machine";
  const std::string head = file.read(0, sizeof(Elf64_Ehdr));
  if (head.starts_with("#!"))
    return cannot(name, "is a script, not a program",
                  "name the program that it runs; --unmodified=off starts the script, for one that runs a "
                  "program compiled with stalemate in its place");
  if (!head.starts_with(std::string_view(ELFMAG, SELFMAG)))
    return cannot(name, "is not a program: it has no ELF header", build_first);
  if (head.size() < sizeof(Elf64_Ehdr)) return cannot(name, "is a damaged program: it is cut off", "");
  if (head[EI_CLASS] != ELFCLASS64)
    return cannot(name, "is a 32-bit program: only 64-bit ones can be explored", "build it without -m32");
  Elf64_Ehdr elf;
  std::memcpy(&elf, head.data(), sizeof elf);
  if (head[EI_DATA] != ELFDATA2LSB || elf.e_machine != EM_X86_64)
    return cannot(name, "is a program for another machine than this one", "build it for x86-64");
  if (elf.e_type != ET_EXEC && elf.e_type != ET_DYN)
    return cannot(name, "is an ELF file, but not a program", "link it");
  const auto parts = array_of<Elf64_Phdr>(file.read(elf.e_phoff, elf.e_phnum * sizeof(Elf64_Phdr)));
  bool loaded = false;
  Dynamic dynamic;
  for (const Elf64_Phdr& part : parts) {
    loaded |= part.p_type == PT_INTERP;
    if (part.p_type == PT_NOTE) read_our_notes(file, part, notes);
    if (part.p_type == PT_DYNAMIC) dynamic = read_dynamic(file, parts, part);
  }
  if (elf.e_type == ET_DYN && !loaded && !dynamic.position_independent_program)
    return cannot(name, "is a shared library, not a program", "name a program that uses it");
  if (notes.runtime || dynamic.needs_runtime) return Linkage::kWithRuntime;
  return loaded ? Linkage::kDynamic : Linkage::kStatic;
}

}  // namespace

Result<Executable> inspect_executable(const std::string& name) {
  Executable executable;
  executable.path = name;
  if (name.find('/') == name.npos) {
    auto found = found_in_path(name);
    struct stat here {};
    if (!found && (stat(name.c_str(), &here) != 0 || !S_ISDIR(here.st_mode)))
      return cannot(name, "was not found",
                    here.st_nlink == 0 ? "check the path" : "did you mean ./" + name + "?");
    if (found) executable.path = *found;
  }
  struct stat file {};
  if (stat(executable.path.c_str(), &file) != 0) return cannot(name, "was not found", "check the path");
  if (S_ISDIR(file.st_mode)) return cannot(name, "is a directory", "name a program in it");
  if (!S_ISREG(file.st_mode) || access(executable.path.c_str(), X_OK) != 0)
    return cannot(name, "is not executable", "check its permissions, or build it first");
  const File contents(executable.path);
  if (!contents.readable())
    return cannot(name, "cannot be read", "check its permissions; --unmodified=off starts it unread");
  OurNotes notes;
  const auto linkage = linkage_of(name, contents, notes);
  if (!linkage) return tl::unexpected<Error>(linkage.error());
  executable.linkage = *linkage;
  executable.asserts_off = notes.asserts_off;
  executable.changes_user = (file.st_mode & (S_ISUID | S_ISGID)) != 0;
  return executable;
}

}  // namespace stalemate::host

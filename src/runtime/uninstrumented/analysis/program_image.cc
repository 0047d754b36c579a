#include "runtime/uninstrumented/analysis/program_image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <cstring>

#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

// Bytes that are read one number after the other; beyond the end they are zero.
struct Bytes {
  const std::uint8_t* at;
  const std::uint8_t* end;

  template <class T>
  T take() {
    T value{};
    if (static_cast<std::size_t>(end - at) < sizeof(T)) {
      at = end;
      return value;
    }
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
    return value;
  }
  std::uint64_t take_leb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; at != end; shift += 7) {
      const std::uint8_t byte = *at++;
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) break;
    }
    return value;
  }
  void skip(std::uint64_t bytes) { at = static_cast<std::uint64_t>(end - at) < bytes ? end : at + bytes; }
};

// Encodings of pointers in .eh_frame (DW_EH_PE_*): the low bits give the number of bytes, 0x10 that they are
// relative to their own address.
constexpr std::uint8_t kRelativeToSelf = 0x10, kOmitted = 0xff;

std::uint64_t take_pointer(Bytes& bytes, std::uint8_t encoding) {
  switch (encoding & 0x0f) {
    case 0x02: return bytes.take<std::uint16_t>();
    case 0x03: return bytes.take<std::uint32_t>();
    case 0x0a: return static_cast<std::uint64_t>(std::int64_t{bytes.take<std::int16_t>()});
    case 0x0b: return static_cast<std::uint64_t>(std::int64_t{bytes.take<std::int32_t>()});
    default: return bytes.take<std::uint64_t>();
  }
}

// The encoding of functions in a common information entry.
std::uint8_t encoding_of(Bytes entry) {
  entry.take<std::uint32_t>();  // its number, 0
  const auto version = entry.take<std::uint8_t>();
  const char* letters = reinterpret_cast<const char*>(entry.at);
  entry.skip(strnlen(letters, static_cast<std::size_t>(entry.end - entry.at)) + 1);
  entry.take_leb();
  entry.take_leb();
  if (version == 1)
    entry.skip(1);
  else
    entry.take_leb();
  if (entry.at == entry.end || letters[0] != 'z') return 0;
  entry.take_leb();
  for (++letters; *letters != 0; ++letters) {
    if (*letters == 'R') return entry.take<std::uint8_t>();
    if (*letters == 'L') entry.skip(1);
    if (*letters == 'P') {
      const auto encoding = entry.take<std::uint8_t>();
      take_pointer(entry, encoding);
    }
  }
  return 0;
}

}  // namespace

ProgramImage::ProgramImage(const char* path, std::uint64_t load_address) : load_address_(load_address) {
  const int fd = kernel::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  const long bytes = kernel::call(SYS_lseek, fd, 0, SEEK_END);
  if (bytes > static_cast<long>(sizeof(Elf64_Ehdr)))
    file_ = static_cast<const std::uint8_t*>(
        kernel::map(nullptr, static_cast<std::size_t>(bytes), PROT_READ, MAP_PRIVATE, fd));
  kernel::close(fd);
  if (file_ == nullptr) return;
  bytes_ = static_cast<std::uint64_t>(bytes);
  const auto& head = *reinterpret_cast<const Elf64_Ehdr*>(file_);
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_shentsize != sizeof(Elf64_Shdr)) return;
  sections_ = reinterpret_cast<const Elf64_Shdr*>(at(head.e_shoff, head.e_shnum * sizeof(Elf64_Shdr)));
  section_count_ = sections_ != nullptr ? head.e_shnum : 0;
  if (head.e_shstrndx >= section_count_ || section_count_ == 0) sections_ = nullptr;
}

ProgramImage::~ProgramImage() {
  if (file_ != nullptr) kernel::unmap(const_cast<std::uint8_t*>(file_), bytes_);
}

const std::uint8_t* ProgramImage::at(std::uint64_t offset, std::uint64_t bytes) const {
  return offset <= bytes_ && bytes <= bytes_ - offset ? file_ + offset : nullptr;
}

std::uint64_t ProgramImage::entry() const {
  return load_address_ + reinterpret_cast<const Elf64_Ehdr*>(file_)->e_entry;
}

const std::uint8_t* ProgramImage::contents(const Elf64_Shdr& section) const {
  if (section.sh_type == SHT_NOBITS || (section.sh_flags & SHF_COMPRESSED) != 0) return nullptr;
  return at(section.sh_offset, section.sh_size);
}

const char* ProgramImage::section_name(std::uint32_t n) const {
  const Elf64_Shdr& names = sections_[reinterpret_cast<const Elf64_Ehdr*>(file_)->e_shstrndx];
  const auto* text = contents(names);
  if (text == nullptr || names.sh_size == 0 || text[names.sh_size - 1] != 0) return "";
  return sections_[n].sh_name < names.sh_size ? reinterpret_cast<const char*>(text) + sections_[n].sh_name
                                              : "";
}

const Elf64_Shdr* ProgramImage::find_section(const char* name) const {
  for (std::uint32_t n = 0; n < section_count_; ++n)
    if (std::strcmp(section_name(n), name) == 0) return &sections_[n];
  return nullptr;
}

MemoryRange ProgramImage::range_of(const Elf64_Shdr& section) const {
  const std::uint64_t begin = load_address_ + section.sh_addr;
  return {begin, begin + section.sh_size};
}

void ProgramImage::each_function_symbol(VisitSymbol visit, void* argument) const {
  const Elf64_Shdr* const table = find_section(".symtab");
  if (table == nullptr || table->sh_link >= section_count_) return;
  const Elf64_Shdr& names = sections_[table->sh_link];
  const auto* const text = reinterpret_cast<const char*>(contents(names));
  const auto* const symbols = reinterpret_cast<const Elf64_Sym*>(contents(*table));
  if (symbols == nullptr || text == nullptr || names.sh_size == 0 || text[names.sh_size - 1] != 0) return;
  for (std::uint64_t n = 0; n < table->sh_size / sizeof(Elf64_Sym); ++n) {
    const Elf64_Sym& symbol = symbols[n];
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    if ((type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) ||
        symbol.st_name >= names.sh_size || symbol.st_shndx == SHN_UNDEF ||
        symbol.st_shndx >= section_count_ || (sections_[symbol.st_shndx].sh_flags & SHF_EXECINSTR) == 0)
      continue;
    visit(text + symbol.st_name, symbol, argument);
  }
}

void ProgramImage::each_unwind_range(VisitRange visit, void* argument) const {
  const Elf64_Shdr* const section = find_section(".eh_frame");
  if (section == nullptr || section->sh_type == SHT_NOBITS) return;
  const MemoryRange lies = range_of(*section);
  Bytes all{reinterpret_cast<const std::uint8_t*>(lies.begin),
            reinterpret_cast<const std::uint8_t*>(lies.end)};
  const std::uint8_t* const first = all.at;
  while (all.at != all.end) {
    std::uint64_t length = all.take<std::uint32_t>();
    if (length == 0xffffffff) length = all.take<std::uint64_t>();
    Bytes entry{all.at, all.at};
    all.skip(length);
    entry.end = all.at;
    const std::uint8_t* const here = entry.at;
    const auto to_common = entry.take<std::uint32_t>();
    if (length == 0 || to_common == 0 || static_cast<std::uint64_t>(here - first) < to_common) continue;
    Bytes common{here - to_common, all.end};
    std::uint64_t common_length = common.take<std::uint32_t>();
    if (common_length == 0xffffffff) common_length = common.take<std::uint64_t>();
    if (common_length < static_cast<std::uint64_t>(common.end - common.at))
      common.end = common.at + common_length;
    const std::uint8_t encoding = encoding_of(common);
    if (encoding == kOmitted) continue;
    const auto place = reinterpret_cast<std::uint64_t>(entry.at);
    std::uint64_t begin = take_pointer(entry, encoding);
    if (begin == 0) continue;  // of code that the linker has dropped
    if ((encoding & 0x70) == kRelativeToSelf) begin += place;
    const std::uint64_t bytes = take_pointer(entry, encoding & 0x0f);
    if (bytes != 0) visit({begin, begin + bytes}, argument);
  }
}

void ProgramImage::each_unit_range(VisitUnit visit, void* argument) const {
  const Elf64_Shdr* const section = find_section(".debug_aranges");
  const std::uint8_t* const bytes = section != nullptr ? contents(*section) : nullptr;
  if (bytes == nullptr) return;
  Bytes all{bytes, bytes + section->sh_size};
  while (all.at != all.end) {
    const std::uint8_t* const start = all.at;
    const auto length = all.take<std::uint32_t>();
    if (length == 0xffffffff || length == 0) return;
    Bytes set{all.at, all.at};
    all.skip(length);
    set.end = all.at;
    set.take<std::uint16_t>();
    const auto unit = set.take<std::uint32_t>();
    if (set.take<std::uint16_t>() != 8) continue;  // addresses of 8 bytes, no segments
    // Pairs are aligned to their own size.
    while (set.at != set.end && (set.at - start) % 16 != 0) set.skip(1);
    while (set.at != set.end) {
      const auto begin = set.take<std::uint64_t>(), size = set.take<std::uint64_t>();
      if (begin > 1 && size != 0)
        visit({load_address_ + begin, load_address_ + begin + size}, unit, argument);
    }
  }
}

}  // namespace stalemate::rt

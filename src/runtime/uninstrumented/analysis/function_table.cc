#include "runtime/uninstrumented/analysis/function_table.h"

#include <sys/mman.h>
#include <algorithm>

#include "runtime/platform/kernel.h"
#include "runtime/uninstrumented/analysis/instruction.h"

namespace stalemate::rt {

namespace {

std::uint64_t skip_padding(MemoryRange range) {
  while (range.begin < range.end) {
    const auto* code = reinterpret_cast<const std::uint8_t*>(range.begin);
    if (*code == 0 || *code == 0xcc) {
      ++range.begin;
      continue;
    }
    const Instruction now = decode(code, range.end - range.begin);
    const bool nop = now.is(Instruction::Map::kOneByte, 0x90) || now.is(Instruction::Map::k0F, 0x1f);
    if (now.length == 0 || !nop) break;
    range.begin += now.length;
  }
  return range.begin;
}

}  // namespace

FunctionTable::~FunctionTable() {
  if (functions_ != nullptr) kernel::unmap(functions_, capacity_ * sizeof(CodeFunction));
}

bool FunctionTable::is_judged_section(std::uint32_t n) const {
  const Elf64_Shdr& section = image_.section(n);
  if ((section.sh_flags & SHF_EXECINSTR) == 0 || (section.sh_flags & SHF_ALLOC) == 0) return false;
  const char* const name = image_.section_name(n);
  for (const char* known : {".plt", ".init", ".fini", ".iplt", "stalemate_text", "__libc_"})
    if (has_name(name, known)) return false;
  return true;
}

void FunctionTable::learn_sections() {
  for (std::uint32_t n = 0; n < image_.section_count() && judged_count_ < kMostSections; ++n)
    if (is_judged_section(n)) judged_[judged_count_++] = image_.range_of(image_.section(n));
}

// The section that contains the address, if its code is judged.
const MemoryRange* FunctionTable::judged_section(std::uint64_t address) const {
  for (std::uint32_t n = 0; n < judged_count_; ++n)
    if (judged_[n].holds(address)) return &judged_[n];
  return nullptr;
}

void FunctionTable::add(MemoryRange range) {
  if (count_ == capacity_ || judged_section(range.begin) == nullptr) return;
  functions_[count_++] = {range.begin, range.end};
}

bool FunctionTable::collect() {
  learn_sections();
  std::uint64_t most = 64;
  image_.each_unwind_range([](MemoryRange, void* n) { ++*static_cast<std::uint64_t*>(n); }, &most);
  image_.each_function_symbol(
      [](const char*, const Elf64_Sym&, void* n) { ++*static_cast<std::uint64_t*>(n); }, &most);
  most *= 2;  // gaps between them
  functions_ =
      static_cast<CodeFunction*>(kernel::map(nullptr, most * sizeof(CodeFunction), PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE));
  if (functions_ == nullptr) return false;
  capacity_ = most;
  image_.each_unwind_range(
      [](MemoryRange range, void* self) { static_cast<FunctionTable*>(self)->add(range); }, this);
  sort();
  unwound_ = count_;
  image_.each_function_symbol([](const char* name, const Elf64_Sym& symbol,
                                 void* self) { static_cast<FunctionTable*>(self)->add_symbol(name, symbol); },
                              this);
  sort();
  end_at_next();
  add_gaps();
  sort();
  return true;
}

void FunctionTable::sort() {
  std::sort(functions_, functions_ + count_, [](const CodeFunction& a, const CodeFunction& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::uint32_t kept = 0;
  for (std::uint32_t n = 0; n < count_; ++n)
    if (kept == 0 || functions_[n].begin != functions_[kept - 1].begin) functions_[kept++] = functions_[n];
  count_ = kept;
}

// Functions without unwind information: hand-written ones, and those compiled without it.
void FunctionTable::add_symbol(const char* name, const Elf64_Sym& symbol) {
  const std::uint64_t begin = image_.load_address() + symbol.st_value;
  if (name[0] == 0 || name[0] == '.' || find_among(begin, unwound_) != nullptr) return;
  add({begin, begin + symbol.st_size});
}

void FunctionTable::end_at_next() {
  for (std::uint32_t n = 0; n < count_; ++n) {
    CodeFunction& function = functions_[n];
    const std::uint64_t next = n + 1 < count_ ? functions_[n + 1].begin : ~std::uint64_t{0};
    if (function.end == function.begin) function.end = std::min(next, section_end(function.begin));
    if (function.end > next) function.end = next;
  }
}

std::uint64_t FunctionTable::section_end(std::uint64_t address) const {
  const MemoryRange* const section = judged_section(address);
  return section != nullptr ? section->end : address;
}

void FunctionTable::add_gaps() {
  const std::uint32_t found = count_;
  for (std::uint32_t n = 0; n < judged_count_; ++n) {
    std::uint64_t at = judged_[n].begin;
    for (std::uint32_t f = 0; f < found; ++f) {
      if (!judged_[n].holds(functions_[f].begin)) continue;
      add_gap({at, functions_[f].begin});
      at = functions_[f].end;
    }
    add_gap({at, judged_[n].end});
  }
}

// If symbols were removed, functions without unwind information: each begins after padding.
void FunctionTable::add_gap(MemoryRange gap) {
  std::uint64_t begin = skip_padding(gap);
  while (begin < gap.end) {
    std::uint64_t at = begin, end = gap.end;
    while (at < gap.end) {
      const Instruction now = decode(reinterpret_cast<const std::uint8_t*>(at), gap.end - at);
      if (now.length == 0) break;
      at += now.length;
      if (!now.ends_flow()) continue;
      const std::uint64_t next = skip_padding({at, gap.end});
      if (next % 16 != 0 && next < gap.end) continue;
      end = at;
      at = next;
      break;
    }
    add({begin, end});
    if (end == gap.end || at <= begin) return;
    begin = at;
  }
}

CodeFunction* FunctionTable::find_among(std::uint64_t address, std::uint32_t count) const {
  const CodeFunction* const end = functions_ + count;
  CodeFunction* after = const_cast<CodeFunction*>(std::upper_bound(
      static_cast<const CodeFunction*>(functions_), end, address,
      [](std::uint64_t wanted, const CodeFunction& function) { return wanted < function.begin; }));
  if (after == functions_) return nullptr;
  --after;
  return address < after->end ? after : nullptr;
}

}  // namespace stalemate::rt

#include "runtime/uninstrumented/analysis/hook_calls.h"

#include <algorithm>
#include <cstring>

#include "runtime/uninstrumented/analysis/function_table.h"

extern "C" {
void __tsan_func_entry(void*);
void __tsan_func_exit();
void __tsan_init();
}

namespace stalemate::rt {

namespace {

bool is_hook_name(const char* name) {
  return std::strcmp(name, "__tsan_func_entry") == 0 || std::strcmp(name, "__tsan_func_exit") == 0 ||
         std::strcmp(name, "__tsan_init") == 0;
}

bool is_access_hook_name(const char* name) { return has_name(name, "__tsan_") && !is_hook_name(name); }

std::int32_t word_at(const std::uint8_t* code) {
  std::int32_t word;
  std::memcpy(&word, code, sizeof word);
  return word;
}

}  // namespace

void HookCalls::learn() {
  functions_[0] = reinterpret_cast<std::uint64_t>(&__tsan_func_entry);
  functions_[1] = reinterpret_cast<std::uint64_t>(&__tsan_func_exit);
  functions_[2] = reinterpret_cast<std::uint64_t>(&__tsan_init);
  for (std::uint32_t n = 0; n < image_.section_count(); ++n) {
    const Elf64_Shdr& section = image_.section(n);
    if (section.sh_type != SHT_RELA || (section.sh_flags & SHF_ALLOC) == 0 ||
        section.sh_link >= image_.section_count())
      continue;
    const Elf64_Shdr& symbols = image_.section(section.sh_link);
    if (symbols.sh_type != SHT_DYNSYM || symbols.sh_link >= image_.section_count()) continue;
    add_slots(section, symbols, image_.section(symbols.sh_link));
  }
}

void HookCalls::add_slots(const Elf64_Shdr& section, const Elf64_Shdr& symbols, const Elf64_Shdr& names) {
  const auto* relocation = reinterpret_cast<const Elf64_Rela*>(image_.contents(section));
  const auto* const symbol = reinterpret_cast<const Elf64_Sym*>(image_.contents(symbols));
  const auto* const text = reinterpret_cast<const char*>(image_.contents(names));
  if (relocation == nullptr || symbol == nullptr || text == nullptr) return;
  for (const auto* end = relocation + section.sh_size / sizeof *relocation; relocation != end; ++relocation) {
    const std::uint64_t number = ELF64_R_SYM(relocation->r_info);
    if (number == 0 || number >= symbols.sh_size / sizeof *symbol || symbol[number].st_name >= names.sh_size)
      continue;
    if (is_hook_name(text + symbol[number].st_name) && slot_count_ < kMostSlots)
      slots_[slot_count_++] = image_.load_address() + relocation->r_offset;
  }
}

bool HookCalls::is_function(std::uint64_t address) const {
  return address == functions_[0] || address == functions_[1] || address == functions_[2];
}

bool HookCalls::is_slot(std::uint64_t address) const {
  for (int i = 0; i < slot_count_; ++i)
    if (slots_[i] == address) return true;
  return false;
}

bool HookCalls::calls_hook(MemoryRange code) const {
  const auto* const byte = reinterpret_cast<const std::uint8_t*>(code.begin);
  const std::uint64_t bytes = code.end - code.begin;
  for (std::uint64_t at = 0; at + 5 <= bytes; ++at) {
    const std::uint8_t op = byte[at];
    if (op == 0xe8 || op == 0xe9) {
      if (leads_to_hook(code.begin + at + 5 +
                        static_cast<std::uint64_t>(std::int64_t{word_at(byte + at + 1)})))
        return true;
    } else if (op == 0xff && at + 6 <= bytes && (byte[at + 1] == 0x15 || byte[at + 1] == 0x25)) {
      if (is_slot(code.begin + at + 6 + static_cast<std::uint64_t>(std::int64_t{word_at(byte + at + 2)})))
        return true;
    }
  }
  return false;
}

bool HookCalls::leads_to_hook(std::uint64_t target) const {
  if (is_function(target)) return true;
  if (slot_count_ == 0 || !is_code(target)) return false;
  const auto* stub = reinterpret_cast<const std::uint8_t*>(target);
  if (stub[0] == 0xf3 && stub[1] == 0x0f) stub += 4;  // endbr64
  if (stub[0] == 0xf2) ++stub;                        // bnd
  if (stub[0] != 0xff || stub[1] != 0x25) return false;
  return is_slot(reinterpret_cast<std::uint64_t>(stub) + 6 +
                 static_cast<std::uint64_t>(std::int64_t{word_at(stub + 2)}));
}

// Also that only existing bytes are read.
bool HookCalls::is_code(std::uint64_t address) const {
  for (int i = 0; i < module_.dlpi_phnum; ++i) {
    const auto& part = module_.dlpi_phdr[i];
    const std::uint64_t begin = module_.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0 && address >= begin &&
        address + 16 <= begin + part.p_memsz)
      return true;
  }
  return false;
}

bool HookCalls::learn_access_hooks() {
  image_.each_function_symbol(
      [](const char* name, const Elf64_Sym& symbol, void* self) {
        if (is_access_hook_name(name) && symbol.st_value != 0)
          static_cast<HookCalls*>(self)->add_access_hook(symbol);
      },
      this);
  std::sort(access_hooks_, access_hooks_ + access_hook_count_);
  return access_hook_count_ != 0;
}

void HookCalls::add_access_hook(const Elf64_Sym& symbol) {
  if (access_hook_count_ < kMostAccessHooks)
    access_hooks_[access_hook_count_++] = image_.load_address() + symbol.st_value;
}

bool HookCalls::calls_access_hook(MemoryRange code) const {
  const auto* const byte = reinterpret_cast<const std::uint8_t*>(code.begin);
  for (std::uint64_t at = 0; at + 5 <= code.end - code.begin; ++at) {
    if (byte[at] != 0xe8 && byte[at] != 0xe9) continue;
    const std::uint64_t target =
        code.begin + at + 5 + static_cast<std::uint64_t>(std::int64_t{word_at(byte + at + 1)});
    if (std::binary_search(access_hooks_, access_hooks_ + access_hook_count_, target)) return true;
  }
  return false;
}

}  // namespace stalemate::rt

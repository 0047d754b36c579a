#include "runtime/isolation/changed_memory.h"

#include <link.h>

#include "model/wire/layout.h"
#include "runtime/core/state.h"
#include "runtime/platform/lazy_binding.h"
#include "runtime/platform/own_variables.h"
#include "runtime/platform/tls.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostPages = 16384;
constexpr std::uint32_t kMostBindings = 65536;

struct ChangedMemory {
  std::uint32_t page_count;
  bool too_many;
  bool new_pages;
  std::uint32_t executions;       // begun
  ChangedPage pages[kMostPages];  // by address
  std::uint64_t zeros[kPageBytes / 8];
  std::uint32_t binding_count;
  std::uint64_t bindings[kMostBindings];  // by address
  PageRange own[3];                       // variables of the runtime, and of the kernel
};

ChangedMemory* kept = nullptr;

std::uint64_t number(const void* at) { return reinterpret_cast<std::uint64_t>(at); }

// The first of those in order that is not less.
template <class Entry, class Address>
std::uint32_t place_of(const Entry* all, std::uint32_t count, std::uint64_t address, Address address_of) {
  std::uint32_t low = 0, high = count;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (address_of(all[middle]) < address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// False: it is present already, or there is no room.
template <class Entry, class Address>
bool insert(Entry* all, std::uint32_t& count, std::uint32_t most, const Entry& entry, Address address_of) {
  const std::uint32_t at = place_of(all, count, address_of(entry), address_of);
  if ((at < count && address_of(all[at]) == address_of(entry)) || count == most) return false;
  for (std::uint32_t n = count++; n > at; --n) all[n] = all[n - 1];
  all[at] = entry;
  return true;
}

constexpr auto kItself = [](std::uint64_t address) { return address; };
constexpr auto kPage = [](const ChangedPage& page) { return page.at; };

// Stacks and heaps are handled elsewhere; the rest is the runtime's.
bool is_elsewhere(std::uint64_t address) { return layout::in_runtime_regions(address); }

bool is_all_ours(std::uint64_t page) {
  for (const PageRange& own : kept->own)
    if (page >= own.begin && page + kPageBytes <= own.end) return true;
  return false;
}

void add_written(PageRange range, void*) {
  if (is_elsewhere(range.begin)) return;
  for (std::uint64_t page = range.begin; page < range.end; page += kPageBytes) {
    if (is_all_ours(page)) continue;
    const std::uint64_t* before = page_in_snapshot(page);
    const ChangedPage changed{page, before != nullptr ? before : kept->zeros};
    if (insert(kept->pages, kept->page_count, kMostPages, changed, kPage)) kept->new_pages = true;
    kept->too_many |= kept->page_count == kMostPages;
  }
}

void add_binding(std::uint64_t* place) {
  insert(kept->bindings, kept->binding_count, kMostBindings, number(place), kItself);
}

// If the runtime is a library: all of its writable part.
int find_own_module(dl_phdr_info* module, std::size_t, void*) {
  for (int n = 0; n < module->dlpi_phnum; ++n) {
    const auto& part = module->dlpi_phdr[n];
    const PageRange range{module->dlpi_addr + part.p_vaddr, module->dlpi_addr + part.p_vaddr + part.p_memsz};
    if (part.p_type == PT_LOAD && number(&g) - range.begin < range.bytes()) kept->own[0] = range;
  }
  return 0;
}

}  // namespace

void prepare_changed_memory() {
  kept = static_cast<ChangedMemory*>(kept_pages(sizeof(ChangedMemory)));
  if (__start_stalemate_data != nullptr) {
    kept->own[0] = {number(__start_stalemate_data), number(__stop_stalemate_data)};
    kept->own[1] = {number(__start_stalemate_bss), number(__stop_stalemate_bss)};
  } else {
    dl_iterate_phdr(find_own_module, nullptr);
  }
  kept->own[2] = kernel_words();
}

void complete_changed_memory() { each_lazy_binding(add_binding); }

void begin_changed_memory() {
  constexpr std::uint32_t kSettled = 8;
  if (++kept->executions != kSettled) return;
  for (std::uint32_t n = 0; n < kept->page_count; ++n) forget_written(kept->pages[n].at);
  kept->page_count = 0;
}

Learned learn_changed_pages() {
  kept->new_pages = false;
  if (!each_written_range(add_written, nullptr) || kept->too_many) return Learned::kTooMany;
  return kept->new_pages ? Learned::kNewPages : Learned::kNothing;
}

std::uint32_t changed_page_count() { return kept->page_count; }
const ChangedPage& changed_page(std::uint32_t n) { return kept->pages[n]; }

bool is_runtime_word(std::uint64_t address) {
  for (const PageRange& own : kept->own)
    if (address + 8 > own.begin && address < own.end) return true;
  const std::uint32_t at = place_of(kept->bindings, kept->binding_count, address, kItself);
  return at < kept->binding_count && kept->bindings[at] == address;
}

}  // namespace stalemate::rt

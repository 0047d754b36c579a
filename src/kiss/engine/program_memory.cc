#include "kiss/engine/program_memory.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "kiss/engine/heap.h"

namespace stalemate::kiss::engine {
namespace {

constexpr std::size_t kPage = 4096, kBlock = 256;
constexpr std::uintptr_t kStackAddress = 0x210000000000;
constexpr std::size_t kStackBytes = std::size_t{64} << 20, kGuardBytes = std::size_t{1} << 20;
constexpr std::size_t kManyBytes = std::size_t{1} << 20;
constexpr std::size_t kZeroRun = 1024;  // so many zeroes end what was used of the stack

struct Segment {
  unsigned char* begin;
  std::size_t pages;
};
constexpr unsigned kMostSegments = 8;
Segment segments[kMostSegments];
unsigned segment_count;
const void* searched;

// Pages in the order of the segments; the copy is one piece.
struct Page {
  unsigned char* live;
  unsigned char* first;  // its content before the first path
  bool written;
};
Page* pages;
std::size_t page_count;
std::uint32_t* written;  // numbers of the pages that some path wrote, in order
std::size_t written_count;

alignas(64) unsigned char zeroes[kBlock];

void* map(std::uintptr_t at, std::size_t bytes, int protection) {
  const int fixed = at == 0 ? 0 : MAP_FIXED_NOREPLACE;
  void* const got = mmap(reinterpret_cast<void*>(at), bytes, protection,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
  return got == MAP_FAILED || (at != 0 && got != reinterpret_cast<void*>(at)) ? nullptr : got;
}

int collect_segments(dl_phdr_info* object, std::size_t, void*) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(searched);
  bool holds = false;
  std::uintptr_t relro_end = 0;
  for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && wanted >= begin && wanted < begin + part.p_memsz) holds = true;
    if (part.p_type == PT_GNU_RELRO) relro_end = (begin + part.p_memsz) & ~(kPage - 1);
  }
  if (!holds) return 0;
  for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
    std::uintptr_t begin = (object->dlpi_addr + part.p_vaddr) & ~(kPage - 1);
    const std::uintptr_t end = (object->dlpi_addr + part.p_vaddr + part.p_memsz + kPage - 1) & ~(kPage - 1);
    if (relro_end > begin && relro_end <= end) begin = relro_end;
    if (begin >= end) continue;
    if (segment_count == kMostSegments) return 2;
    segments[segment_count++] = {reinterpret_cast<unsigned char*>(begin), (end - begin) / kPage};
    page_count += (end - begin) / kPage;
  }
  return 1;
}

// Only blocks that differ from their first content are added: the others are equal to the first, in every
// state.
void add_blocks(Mixer128& mixer, const unsigned char* live, const unsigned char* first, std::size_t bytes,
                std::uint64_t place) {
  for (std::size_t at = 0; at < bytes; at += kBlock) {
    const std::size_t size = bytes - at < kBlock ? bytes - at : kBlock;
    if (memcmp(live + at, first == nullptr ? zeroes : first + at, size) == 0) continue;
    mixer.add(place + at);
    for (std::size_t word = 0; word + 8 <= size; word += 8) {
      std::uint64_t value;
      memcpy(&value, live + at + word, sizeof value);
      mixer.add(value);
    }
  }
}

const char* take_globals() {
  if (page_count == 0) return nullptr;
  pages = static_cast<Page*>(map(0, page_count * sizeof(Page), PROT_READ | PROT_WRITE));
  written = static_cast<std::uint32_t*>(map(0, page_count * sizeof *written, PROT_READ | PROT_WRITE));
  auto* copy = static_cast<unsigned char*>(map(0, page_count * kPage, PROT_READ | PROT_WRITE));
  if (pages == nullptr || written == nullptr || copy == nullptr)
    return "no memory for a copy of its variables";
  std::size_t page = 0;
  for (unsigned i = 0; i < segment_count; ++i) {
    memcpy(copy + page * kPage, segments[i].begin, segments[i].pages * kPage);
    for (std::size_t k = 0; k < segments[i].pages; ++k, ++page)
      pages[page] = {segments[i].begin + k * kPage, copy + page * kPage, false};
    if (mprotect(segments[i].begin, segments[i].pages * kPage, PROT_READ) != 0)
      return "its variables cannot be protected";
  }
  return nullptr;
}

}  // namespace

const char* take_program_memory(const void* symbol, std::size_t heap_bytes) {
  searched = symbol;
  if (dl_iterate_phdr(collect_segments, nullptr) != 1) return "its variables are not found";
  if (const char* why = take_globals()) return why;
  if (map(kStackAddress - kGuardBytes, kGuardBytes, PROT_NONE) == nullptr ||
      map(kStackAddress, kStackBytes, PROT_READ | PROT_WRITE) == nullptr)
    return "the place of its stack is taken";
  void* const heap = map(kHeapAddress, heap_bytes, PROT_NONE);
  if (heap == nullptr) return "the place of its heap is taken";
  start_heap(heap_bytes);
  return nullptr;
}

void* stack_top() { return reinterpret_cast<void*>(kStackAddress + kStackBytes - 64); }

std::uintptr_t stack_bottom() { return kStackAddress; }

void restore_program_memory(std::uintptr_t lowest_stack_pointer) {
  for (std::size_t i = 0; i < written_count; ++i)
    memcpy(pages[written[i]].live, pages[written[i]].first, kPage);
  reset_heap();
  const auto top = reinterpret_cast<std::uintptr_t>(stack_top());
  if (top - lowest_stack_pointer > kManyBytes) {
    madvise(reinterpret_cast<void*>(kStackAddress), kStackBytes, MADV_DONTNEED);  // zero from now on
    return;
  }
  memset(reinterpret_cast<void*>(lowest_stack_pointer), 0, top - lowest_stack_pointer);
  scrub_stack_below(lowest_stack_pointer);
}

void scrub_stack_below(std::uintptr_t stack_pointer) {
  constexpr std::size_t kStep = 64;
  const auto* const lowest = reinterpret_cast<unsigned char*>(kStackAddress);
  auto* at = reinterpret_cast<unsigned char*>(stack_pointer & ~(kStep - 1));
  memset(at, 0, stack_pointer - reinterpret_cast<std::uintptr_t>(at));
  for (std::size_t run = 0; run < kZeroRun && at - kStep >= lowest; run += kStep) {
    at -= kStep;
    std::uint64_t words[kStep / 8], any = 0;
    memcpy(words, at, kStep);
    for (std::uint64_t word : words) any |= word;
    if (any == 0) continue;
    memset(at, 0, kStep);
    run = 0;
  }
}

void add_program_memory(Mixer128& mixer, std::uintptr_t stack_pointer) {
  // By address: the order in which pages were first written is not part of a state.
  for (std::size_t i = 0; i < written_count; ++i) {
    const Page& page = pages[written[i]];
    add_blocks(mixer, page.live, page.first, kPage, reinterpret_cast<std::uintptr_t>(page.live));
  }
  add_blocks(mixer, reinterpret_cast<unsigned char*>(kHeapAddress), nullptr, heap_used(), kHeapAddress);
  mixer.add(stack_pointer);
  const auto top = reinterpret_cast<std::uintptr_t>(stack_top());
  for (std::uintptr_t at = stack_pointer; at < top; at += 8)
    mixer.add(*reinterpret_cast<const std::uint64_t*>(at));
}

bool opens_page(std::uintptr_t address) {
  std::size_t first = 0;
  for (unsigned i = 0; i < segment_count; first += segments[i].pages, ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(segments[i].begin);
    if (address < begin || address >= begin + segments[i].pages * kPage) continue;
    const std::size_t page = first + (address - begin) / kPage;
    if (pages[page].written) return false;
    if (mprotect(pages[page].live, kPage, PROT_READ | PROT_WRITE) != 0) return false;
    pages[page].written = true;
    std::size_t at = written_count++;
    for (; at > 0 && written[at - 1] > page; --at) written[at] = written[at - 1];
    written[at] = static_cast<std::uint32_t>(page);
    return true;
  }
  return false;
}

bool is_stack_overflow(std::uintptr_t address) {
  return address >= kStackAddress - kGuardBytes && address < kStackAddress;
}

}  // namespace stalemate::kiss::engine

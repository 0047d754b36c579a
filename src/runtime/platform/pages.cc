#include "runtime/platform/pages.h"

#include <sys/mman.h>

#include "base/check.h"
#include "model/wire/layout.h"
#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kOwnStep = 1u << 20;
constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

std::uint64_t own_next = 0;  // restored with the rest of the memory

struct Fixed {
  std::uint64_t begin, end;  // as mapped
  std::uint64_t open_end;
  std::uint64_t guard;       // bytes
  std::uint64_t closed_end;  // 0: nothing is closed
};

constexpr std::uint32_t kPlaces = 2 * kMostFixedRanges;

// In kept memory: mappings stay when the rest of the memory is restored.
struct Mappings {
  std::uint64_t next;  // bump pointer of kept_pages
  std::uint64_t own_open_end;
  std::uint64_t growth;
  std::uint32_t fixed_count;
  std::uint32_t closed_count;
  Fixed fixed[kMostFixedRanges];
  std::uint32_t by_address[kPlaces];  // open addressing: number of the range, plus one
};

Mappings* kept = nullptr;

void* reserve(std::uint64_t address, std::uint64_t bytes, int access) {
  void* wanted = reinterpret_cast<void*>(address);
  void* memory = kernel::map(wanted, bytes, access, kFlags | MAP_FIXED_NOREPLACE);
  if (memory == wanted) return memory;
  if (memory != nullptr) kernel::unmap(memory, bytes);  // an old kernel takes the address as a hint
  return nullptr;
}

bool protect(std::uint64_t begin, std::uint64_t end, int access) {
  return kernel::call(SYS_mprotect, static_cast<long>(begin), static_cast<long>(end - begin), access) == 0;
}

bool open(std::uint64_t begin, std::uint64_t end) { return protect(begin, end, PROT_READ | PROT_WRITE); }

void prepare_kept() {
  if (kept != nullptr) return;
  kept = static_cast<Mappings*>(reserve(layout::kKeptRegion, layout::kKeptBytes, PROT_READ | PROT_WRITE));
  STALEMATE_CHECK(kept != nullptr, "the kernel gives no memory to the runtime");
  kept->next = layout::kKeptRegion + round_up(sizeof(Mappings), kPageBytes);
}

std::uint32_t& place_of(std::uint64_t address) {
  std::uint32_t at = static_cast<std::uint32_t>((address >> 12) * 0x9e3779b97f4a7c15u >> 48);
  for (;; at = (at + 1) % kPlaces) {
    std::uint32_t& place = kept->by_address[at];
    if (place == 0 || kept->fixed[place - 1].begin == address) return place;
  }
}

}  // namespace

// Opened in steps: memory that is not open costs nothing to watch.
void* pages(std::size_t bytes) {
  prepare_kept();
  if (own_next == 0) {
    STALEMATE_CHECK(reserve(layout::kOwnRegion, layout::kOwnBytes, PROT_NONE) != nullptr,
                    "the kernel gives no memory to the runtime");
    own_next = kept->own_open_end = layout::kOwnRegion;
  }
  const std::uint64_t end = own_next + round_up(bytes, kPageBytes);
  if (end > kept->own_open_end) {
    const std::uint64_t open_end = round_up(end, kOwnStep);
    STALEMATE_CHECK(open_end <= layout::kOwnRegion + layout::kOwnBytes && open(kept->own_open_end, open_end),
                    "the runtime's own memory is used up");
    kept->own_open_end = open_end;
    ++kept->growth;
  }
  void* memory = reinterpret_cast<void*>(own_next);
  own_next = end;
  return memory;
}

void* kept_pages(std::size_t bytes) {
  prepare_kept();
  void* memory = reinterpret_cast<void*>(kept->next);
  kept->next += round_up(bytes, kPageBytes);
  STALEMATE_CHECK(kept->next <= layout::kKeptRegion + layout::kKeptBytes,
                  "the memory for what outlives an execution is used up");
  return memory;
}

bool kept_pages_at(std::uint64_t address, std::size_t bytes) {
  return reserve(address, bytes, PROT_READ | PROT_WRITE) != nullptr;
}

void forget_pages(std::uint64_t address, std::size_t bytes) {
  kernel::call(SYS_madvise, static_cast<long>(address), static_cast<long>(bytes), MADV_DONTNEED);
}

bool pages_at(std::uint64_t address, std::size_t bytes, std::size_t open_bytes, std::size_t guard) {
  prepare_kept();
  std::uint32_t& place = place_of(address);
  if (place != 0) return kept->fixed[place - 1].end == address + bytes;
  if (kept->fixed_count == kMostFixedRanges || reserve(address, bytes, PROT_NONE) == nullptr) return false;
  if (!open(address + guard, address + open_bytes)) return false;
  kept->fixed[kept->fixed_count] = {address, address + bytes, address + open_bytes, guard, 0};
  place = ++kept->fixed_count;
  ++kept->growth;
  return true;
}

std::uint64_t open_pages_at(std::uint64_t address, std::size_t open_bytes) {
  Fixed& fixed = kept->fixed[place_of(address) - 1];
  const std::uint64_t end = address + open_bytes;
  if (end > fixed.open_end) {
    if (end > fixed.end || !open(fixed.open_end, end)) return 0;
    fixed.open_end = end;
    ++kept->growth;
  }
  return fixed.open_end;
}

void close_pages_at(std::uint64_t address, std::size_t bytes) {
  Fixed& fixed = kept->fixed[place_of(address) - 1];
  if (fixed.closed_end != 0 || !protect(address + fixed.guard, address + bytes, PROT_NONE)) return;
  fixed.closed_end = address + bytes;
  ++kept->closed_count;
}

void open_closed_pages() {
  for (std::uint32_t n = 0; kept != nullptr && kept->closed_count != 0; ++n) {
    Fixed& fixed = kept->fixed[n];
    if (fixed.closed_end == 0) continue;
    STALEMATE_CHECK(open(fixed.begin + fixed.guard, fixed.closed_end), "a stack cannot be opened again");
    fixed.closed_end = 0;
    --kept->closed_count;
  }
}

std::uint64_t mapping_growth() { return kept->growth; }

PageRange own_range() { return {layout::kOwnRegion, kept->own_open_end}; }

std::uint32_t fixed_range_count() { return kept != nullptr ? kept->fixed_count : 0; }

std::uint64_t fixed_range_pages(std::uint32_t n) {
  return (kept->fixed[n].end - kept->fixed[n].begin) / kPageBytes;
}

PageRange fixed_range(std::uint32_t n) {
  return {kept->fixed[n].begin + kept->fixed[n].guard, kept->fixed[n].open_end};
}

}  // namespace stalemate::rt

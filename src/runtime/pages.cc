#include "runtime/pages.h"

#include <sys/mman.h>

#include "base/check.h"
#include "model/layout.h"
#include "runtime/kernel.h"

namespace stalemate::rt {

namespace {

constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

// Bump pointers. The first lies in ordinary memory and goes back with it.
std::uint64_t own_next = 0;

constexpr std::uint32_t kMostFixed = 32768;  // twice as many as there are slots of threads

// In kept memory: what is mapped is mapped, whatever the rest of the memory says.
struct Kept {
  std::uint64_t next;  // bump pointer of kept_pages
  std::uint32_t fixed_count;
  PageRange fixed[kMostFixed];               // as mapped, guards included
  std::uint32_t guard[kMostFixed];           // bytes
  std::uint32_t by_address[2 * kMostFixed];  // open addressing: number of the range, plus one
};

Kept* kept = nullptr;

void* reserve(std::uint64_t address, std::uint64_t bytes) {
  void* wanted = reinterpret_cast<void*>(address);
  void* memory = kernel::map(wanted, bytes, PROT_READ | PROT_WRITE, kFlags | MAP_FIXED_NOREPLACE);
  if (memory == wanted) return memory;
  if (memory != nullptr) kernel::unmap(memory, bytes);  // an old kernel takes the address as a hint
  return nullptr;
}

void prepare_kept() {
  if (kept != nullptr) return;
  kept = static_cast<Kept*>(reserve(layout::kKeptRegion, layout::kKeptBytes));
  STALEMATE_CHECK(kept != nullptr, "the kernel gives no memory to the runtime");
  kept->next = layout::kKeptRegion + round_up(sizeof(Kept), kPageBytes);
}

std::uint32_t& place_of(std::uint64_t address) {
  std::uint32_t at = static_cast<std::uint32_t>((address >> 12) * 0x9e3779b97f4a7c15u >> 48);
  for (;; at = (at + 1) % (2 * kMostFixed)) {
    std::uint32_t& place = kept->by_address[at];
    if (place == 0 || kept->fixed[place - 1].begin == address) return place;
  }
}

}  // namespace

void* pages(std::size_t bytes) {
  if (own_next == 0) {
    STALEMATE_CHECK(reserve(layout::kOwnRegion, layout::kOwnBytes) != nullptr,
                    "the kernel gives no memory to the runtime");
    own_next = layout::kOwnRegion;
  }
  void* memory = reinterpret_cast<void*>(own_next);
  own_next += round_up(bytes, kPageBytes);
  STALEMATE_CHECK(own_next <= layout::kOwnRegion + layout::kOwnBytes, "the runtime's own memory is used up");
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

bool pages_at(std::uint64_t address, std::size_t bytes, std::size_t guard) {
  prepare_kept();
  std::uint32_t& place = place_of(address);
  if (place != 0) return kept->fixed[place - 1].bytes() == bytes;
  if (kept->fixed_count == kMostFixed || reserve(address, bytes) == nullptr) return false;
  if (guard != 0) kernel::forbid(reinterpret_cast<void*>(address), guard);
  kept->fixed[kept->fixed_count] = {address, address + bytes};
  kept->guard[kept->fixed_count] = static_cast<std::uint32_t>(guard);
  place = ++kept->fixed_count;
  return true;
}

std::uint32_t fixed_range_count() { return kept != nullptr ? kept->fixed_count : 0; }

std::uint64_t fixed_range_pages(std::uint32_t n) { return kept->fixed[n].bytes() / kPageBytes; }

PageRange fixed_range(std::uint32_t n) {
  PageRange range = kept->fixed[n];
  range.begin += kept->guard[n];
  return range;
}

}  // namespace stalemate::rt

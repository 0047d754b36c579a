#include "runtime/old_blocks.h"

#include "runtime/ending.h"
#include "runtime/kernel.h"
#include "runtime/memory_map.h"
#include "runtime/pages.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kUnit = 16;  // libc's alignment

PageRange heap;                 // libc's, grown by the break
std::uint8_t* freed = nullptr;  // a bit for each unit of it

// libc's chunk: its size lies before the block, flags in the low bits. Has it pages to itself?
bool is_mapping_of_its_own(const void* memory) {
  return (static_cast<const std::size_t*>(memory)[-1] & 2) != 0;
}

void find_heap(const MappedRange& mapping, void* end) {
  const auto address = *static_cast<const std::uint64_t*>(end);
  if (mapping.range.begin < address && address <= mapping.range.end) heap = {mapping.range.begin, address};
}

}  // namespace

void find_old_blocks() {
  auto end = static_cast<std::uint64_t>(kernel::call(SYS_brk, 0));
  if (each_mapping(find_heap, &end) && heap.end != 0)
    freed = static_cast<std::uint8_t*>(pages(heap.bytes() / kUnit / 8 + 1));
}

bool free_old_block(void* memory, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  // Unmapping cannot be undone; like a leak it is gone at the end.
  if (address - heap.begin >= heap.bytes()) return is_mapping_of_its_own(memory);
  const std::uint64_t unit = (address - heap.begin) / kUnit;
  const auto bit = static_cast<std::uint8_t>(1u << unit % 8);
  if ((freed[unit / 8] & bit) != 0)
    fail(wire::Outcome::kDoubleFree, pc, "a block from before main() is freed twice");
  freed[unit / 8] = static_cast<std::uint8_t>(freed[unit / 8] | bit);
  return true;
}

}  // namespace stalemate::rt

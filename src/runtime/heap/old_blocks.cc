#include "runtime/heap/old_blocks.h"

#include "model/wire/layout.h"
#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/memory_map.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kUnit = 16;  // libc's alignment

PageRange heap;                 // libc's, grown by the break
std::uint8_t* freed = nullptr;  // a bit for each unit of it

struct FreedBlock {
  std::uint64_t begin;
  std::size_t bytes;
  std::uintptr_t pc;
  std::uint32_t thread;
};
constexpr std::uint32_t kMostNoted = 4096;
FreedBlock* noted = nullptr;
std::uint32_t noted_count = 0;

// libc's chunk: its size lies before the block, flags in the low bits. Whether it has its own pages.
bool is_mapping_of_its_own(const void* memory) {
  return (static_cast<const std::size_t*>(memory)[-1] & 2) != 0;
}

// In a process that was forked before the heap grew, it is several adjacent mappings.
void find_heap(const MappedRange& mapping, void* end) {
  const auto address = *static_cast<const std::uint64_t*>(end);
  if (mapping.range.begin >= address) return;
  const std::uint64_t last = mapping.range.end < address ? mapping.range.end : address;
  if (mapping.heap && heap.end == mapping.range.begin)
    heap.end = last;
  else if (mapping.heap || address <= mapping.range.end)
    heap = {mapping.range.begin, last};
}

bool is_mapped(std::uint64_t address) {
  unsigned char resident;
  return kernel::call(SYS_mincore, static_cast<long>(address & ~(kPageBytes - 1)), 1,
                      kernel::word(&resident)) == 0;
}

// libc's chunk: sizes of the previous one, if that is free, and of this one, whose low bits are flags.
struct Chunk {
  std::uint64_t before;
  std::uint64_t size;
};
constexpr std::uint64_t kPreviousInUse = 1, kMappedAlone = 2, kOfOtherArena = 4, kFlags = 7;

// Grown by the break: chunks lie one behind the other.
bool is_chunk_between(const Chunk* chunk, std::uint64_t end) {
  const std::uint64_t bytes = chunk->size & ~kFlags, at = reinterpret_cast<std::uint64_t>(chunk);
  if (bytes < 2 * kUnit || bytes % kUnit != 0 || bytes > end - at - sizeof(Chunk)) return false;
  return (reinterpret_cast<const Chunk*>(at + bytes)->size & kPreviousInUse) != 0;
}

}  // namespace

bool is_old_block(const void* memory) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  if (address % kUnit != 0 || address < kPageBytes || layout::in_stacks(address)) return false;
  const auto* chunk = reinterpret_cast<const Chunk*>(address - sizeof(Chunk));
  if (address >= heap.begin + sizeof(Chunk) && address < heap.end) return is_chunk_between(chunk, heap.end);
  const auto heap_end = static_cast<std::uint64_t>(kernel::call(SYS_brk, 0));  // it may have grown
  if (address >= heap.begin + sizeof(Chunk) && address < heap_end) return is_chunk_between(chunk, heap_end);
  if (!is_mapped(address - sizeof(Chunk))) return false;
  if ((chunk->size & kMappedAlone) == 0) return (chunk->size & kOfOtherArena) != 0;
  const std::uint64_t begin = reinterpret_cast<std::uint64_t>(chunk) - chunk->before;
  return begin % kPageBytes == 0 && (chunk->before + (chunk->size & ~kFlags)) % kPageBytes == 0;
}

void find_old_blocks() {
  auto end = static_cast<std::uint64_t>(kernel::call(SYS_brk, 0));
  heap = {};
  if (noted == nullptr) noted = static_cast<FreedBlock*>(pages(kMostNoted * sizeof(FreedBlock)));
  if (!each_mapping(find_heap, &end)) return;
  if (heap.end != end) heap = {};
  if (heap.end != 0) freed = static_cast<std::uint8_t*>(pages(heap.bytes() / kUnit / 8 + 1));
}

bool free_old_block(void* memory, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  // Unmapping cannot be undone; like a leak it is gone at the end.
  if (address - heap.begin >= heap.bytes()) return is_mapping_of_its_own(memory);
  const std::uint64_t unit = (address - heap.begin) / kUnit;
  const auto bit = static_cast<std::uint8_t>(1u << unit % 8);
  if ((freed[unit / 8] & bit) != 0) end_at_second_free(memory, pc);
  freed[unit / 8] = static_cast<std::uint8_t>(freed[unit / 8] | bit);
  return true;
}

void end_at_second_free(const void*, std::uintptr_t pc) {
  fail(wire::Outcome::kDoubleFree, pc, "a block from before main() is freed twice");
}

bool in_old_heap(std::uint64_t address) { return address - heap.begin < heap.bytes(); }

void note_old_block_freed(const void* memory, std::size_t bytes, std::uintptr_t pc) {
  if (noted == nullptr || noted_count == kMostNoted) return;
  const std::uint32_t thread = g.current != nullptr ? g.current->id : 0;
  noted[noted_count++] = {reinterpret_cast<std::uint64_t>(memory), bytes, pc, thread};
}

bool freed_old_block_at(std::uint64_t address, HeapBlock* found) {
  for (std::uint32_t n = 0; n < noted_count; ++n) {
    const FreedBlock& block = noted[n];
    if (address - block.begin >= block.bytes) continue;
    *found = {block.begin, block.bytes, 0, block.pc, 0, block.thread, true};
    return true;
  }
  return false;
}

void forget_freed_old_blocks() { noted_count = 0; }

}  // namespace stalemate::rt

// The layout of the program's heap: one arena per thread, at an address that follows from the thread's slot
// (S11). Blocks lie one after the other, each behind its header; gaps left by alignment or by the end of an
// execution are blocks, too, so that an arena can be walked from its beginning.
//
// Blocks that earlier executions leaked, if those are not undone, lie before `base`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/wire/layout.h"

namespace stalemate::rt {

inline constexpr std::size_t kUnit = 16;
inline constexpr std::uint32_t kSmallClasses = 64;  // multiples of 16 up to 1 KB; larger ones by powers of 2
inline constexpr std::uint32_t kClasses = kSmallClasses + 24;
inline constexpr std::uint32_t kNoClass = 127;  // over-aligned: never reused

enum class BlockState : std::uint16_t { kInUse = 0x5aa5, kFreed = 0xf4ee, kGap = 0x9a99 };

struct Block {                      // lies before the program's bytes
  std::uint64_t allocated_at : 48;  // code addresses
  std::uint64_t allocated_by : 16;  // threads
  std::uint64_t freed_at : 48;
  std::uint64_t freed_by : 16;
  std::uint32_t size;
  std::uint32_t execution;
  std::uint64_t next_free : 40;  // in a list of free blocks: its address in units behind the region's begin
  std::uint64_t size_class : 7;
  std::uint64_t opaque : 1;  // its users synchronize by unobserved means
  std::uint64_t state_bits : 16;

  BlockState state() const { return static_cast<BlockState>(state_bits); }
  void become(BlockState state) { state_bits = static_cast<std::uint16_t>(state); }
  std::uint64_t begin() const { return reinterpret_cast<std::uint64_t>(this + 1); }
};
static_assert(sizeof(Block) == 2 * kUnit);

// Free blocks of one size, in the order in which they will be reused.
struct FreeList {
  Block* first = nullptr;
  Block* last = nullptr;
  std::uint32_t count = 0;
};

struct Arena {
  std::uint64_t base = 0;  // where this execution's blocks begin
  std::uint64_t next = 0;
  std::uint64_t open_end = 0;  // of what can be accessed
  std::uint64_t live = 0;
  bool mapped = false;
  std::uint32_t execution = 0;
  FreeList free[kClasses];
};

inline Block* block_of(const void* memory) {
  return reinterpret_cast<Block*>(reinterpret_cast<std::uint64_t>(memory)) - 1;
}
inline bool in_arenas(const void* memory) {
  return layout::in_heaps(reinterpret_cast<std::uint64_t>(memory));
}

constexpr std::uint64_t arena_start(std::uint32_t slot) {
  return layout::kHeapRegion + slot * layout::kHeapStride;
}

std::uint32_t class_of(std::size_t bytes);
std::size_t class_bytes(std::uint32_t size_class);
// Bytes from a block's begin to the next block's header.
std::size_t room_of(const Block* block);

// Grows whenever a block is allocated or freed.
extern std::uint64_t heap_changes;

// Whether a block could begin there: its header can be read.
bool may_begin_block(const void* memory);

// The arena of a slot, ready for this execution.
Arena* arena_of(std::uint32_t slot);
// The same as it is, for a block that lies in it.
Arena& arena_at(std::uint32_t slot);
// A new block at the arena's end; nullptr if it is full.
Block* carve(Arena* arena, std::uint32_t slot, std::size_t bytes, std::size_t alignment,
             std::uint32_t size_class);

void put_last(FreeList& list, Block* block);
void put_first(FreeList& list, Block* block);
Block* take_first(FreeList& list);

// Before an execution: the arenas are empty again, or begin behind what is still in use.
void renew_arenas();
std::uint32_t arena_execution();  // the number of the present one
std::size_t arenas_left_behind();

}  // namespace stalemate::rt

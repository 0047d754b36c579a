#include "runtime/heap/heap_arena.h"

#include <bit>
#include <cerrno>
#include <cstring>

#include "base/check.h"
#include "runtime/heap/heap_blocks.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

namespace {

constexpr std::size_t kFirstOpened = 4u << 20;  // of an arena; then twice as much, and so on

constexpr std::uint64_t kUnits = (std::uint64_t{1} << 40) - 1;  // of Block::next_free

Arena* arenas = nullptr;
std::uint16_t* touched = nullptr;  // slots, in this execution
std::uint32_t touched_count = 0;
std::uint32_t execution = 1;
std::size_t left_behind = 0;

Block* header_at(std::uint64_t address) { return reinterpret_cast<Block*>(address); }

std::uint64_t unit_of(const Block* block) {
  return (reinterpret_cast<std::uint64_t>(block) - layout::kHeapRegion) / kUnit;
}

bool open_more(Arena* arena, std::uint32_t slot, std::uint64_t end) {
  const std::uint64_t used = end - arena_start(slot);
  if (used > layout::kHeapStride) return false;
  const std::uint64_t open_end = open_pages_at(arena_start(slot), std::bit_ceil(used));
  if (open_end != 0) arena->open_end = open_end;
  return open_end != 0;
}

// The start of the next block, and before it, if there is a gap, room for the gap's header.
std::uint64_t place_for(const Arena& arena, std::size_t alignment) {
  const std::uint64_t first = arena.next + sizeof(Block);
  const std::uint64_t at = round_up(first, alignment);
  return at != first && at - first < sizeof(Block) ? at + alignment : at;
}

void fill_gap(std::uint64_t begin, std::uint64_t end) {
  if (begin == end) return;
  Block* gap = header_at(begin);
  *gap = Block{};
  gap->size = static_cast<std::uint32_t>(end - begin - sizeof(Block));
  gap->size_class = kNoClass;
  gap->become(BlockState::kGap);
}

// Calls visit(block) for each in [begin, end) until it returns false.
template <class Visit>
void walk(std::uint64_t begin, std::uint64_t end, Visit visit) {
  for (std::uint64_t at = begin; at < end;) {
    Block* block = header_at(at);
    if (!visit(block)) return;
    at = block->begin() + room_of(block);
  }
}

HeapBlock describe(const Block* block) {
  HeapBlock description;
  description.begin = block->begin();
  description.bytes = block->size;
  description.allocated_at = block->allocated_at;
  description.allocated_by = static_cast<std::uint32_t>(block->allocated_by);
  description.freed = block->state() == BlockState::kFreed;
  if (!description.freed) return description;
  description.freed_at = block->freed_at;
  description.freed_by = static_cast<std::uint32_t>(block->freed_by);
  return description;
}

// How far an address lies from a block's bytes.
std::uint64_t distance(const Block* block, std::uint64_t address) {
  const std::uint64_t begin = block->begin(), end = begin + block->size;
  if (address < begin) return begin - address;
  return address < end ? 0 : address - end + 1;
}

void sort_touched() {
  for (std::uint32_t i = 1; i < touched_count; ++i) {
    const std::uint16_t slot = touched[i];
    std::uint32_t at = i;
    for (; at > 0 && touched[at - 1] > slot; --at) touched[at] = touched[at - 1];
    touched[at] = slot;
  }
}

}  // namespace

std::uint64_t heap_changes = 0;

std::uint32_t class_of(std::size_t bytes) {
  if (bytes <= kSmallClasses * kUnit)
    return static_cast<std::uint32_t>((bytes + kUnit - 1) / kUnit - (bytes != 0));
  const int log = 64 - __builtin_clzl(bytes - 1);  // at least 11
  return kSmallClasses + static_cast<std::uint32_t>(log) - 11;
}

std::size_t class_bytes(std::uint32_t size_class) {
  if (size_class < kSmallClasses) return (size_class + std::size_t{1}) * kUnit;
  return std::size_t{1} << (size_class - kSmallClasses + 11);
}

std::size_t room_of(const Block* block) {
  return block->size_class == kNoClass ? round_up(block->size, kUnit) : class_bytes(block->size_class);
}

bool may_begin_block(const void* memory) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  const std::uint32_t slot = layout::heap_slot(address);
  const Arena& arena = arenas[slot];
  return address % kUnit == 0 && arena.mapped && address - arena_start(slot) >= sizeof(Block) &&
         address < arena.open_end;
}

Arena* arena_of(std::uint32_t slot) {
  Arena& arena = arenas[slot];
  if (arena.execution == execution) return &arena;
  if (!arena.mapped) {
    STALEMATE_CHECK(pages_at(arena_start(slot), layout::kHeapStride, kFirstOpened),
                    "a thread's heap cannot be mapped at its address");
    arena.open_end = open_pages_at(arena_start(slot), kFirstOpened);
    arena.mapped = true;
    arena.base = arena_start(slot);
  }
  arena.execution = execution;
  arena.next = arena.base;
  arena.live = 0;
  std::memset(static_cast<void*>(arena.free), 0, sizeof arena.free);
  touched[touched_count++] = static_cast<std::uint16_t>(slot);
  return &arena;
}

Arena& arena_at(std::uint32_t slot) { return arenas[slot]; }

Block* carve(Arena* arena, std::uint32_t slot, std::size_t bytes, std::size_t alignment,
             std::uint32_t size_class) {
  const std::uint64_t at = place_for(*arena, alignment);
  const std::uint64_t end = at + bytes + sizeof(Block);  // there is always room for one header more
  if (bytes > layout::kHeapStride || (end > arena->open_end && !open_more(arena, slot, end))) {
    errno = ENOMEM;
    return nullptr;
  }
  Block* block = block_of(reinterpret_cast<const void*>(at));
  fill_gap(arena->next, reinterpret_cast<std::uint64_t>(block));
  arena->next = at + bytes;
  block->size_class = size_class & 0x7f;
  return block;
}

void put_last(FreeList& list, Block* block) {
  if (list.count++ == 0)
    list.first = block;
  else
    list.last->next_free = unit_of(block) & kUnits;
  list.last = block;
}

void put_first(FreeList& list, Block* block) {
  if (list.count++ == 0)
    list.last = block;
  else
    block->next_free = unit_of(list.first) & kUnits;
  list.first = block;
}

Block* take_first(FreeList& list) {
  Block* first = list.first;
  if (--list.count != 0) list.first = header_at(layout::kHeapRegion + first->next_free * kUnit);
  return first;
}

void renew_arenas() {
  if (arenas == nullptr) {
    arenas = static_cast<Arena*>(pages(sizeof(Arena) * layout::kSlots));
    touched = static_cast<std::uint16_t*>(pages(sizeof(std::uint16_t) * layout::kSlots));
  }
  for (std::uint32_t i = 0; i < touched_count; ++i) {
    Arena& arena = arenas[touched[i]];
    if (arena.live == 0) continue;
    const std::uint64_t base = round_up(arena.next + sizeof(Block), kPageBytes);
    fill_gap(arena.next, base);
    left_behind += base - arena.base;
    arena.base = arena.next = base;
  }
  touched_count = 0;
  ++execution;
}

std::uint32_t arena_execution() { return execution; }
std::size_t arenas_left_behind() { return left_behind; }

bool block_near(std::uint64_t address, HeapBlock* found) {
  if (arenas == nullptr || !layout::in_heaps(address)) return false;
  const std::uint32_t slot = layout::heap_slot(address);
  const Arena& arena = arenas[slot];
  if (!arena.mapped) return false;
  const std::uint64_t end = arena.execution == execution ? arena.next : arena.base;
  const Block* nearest = nullptr;
  walk(arena_start(slot), end, [&](const Block* block) {
    if (block->state() == BlockState::kGap) return true;
    if (nearest == nullptr || distance(block, address) < distance(nearest, address)) nearest = block;
    return block->begin() <= address;
  });
  if (nearest == nullptr || distance(nearest, address) > kPageBytes) return false;
  *found = describe(nearest);
  return true;
}

std::uint64_t fresh_address(std::uint64_t address) {
  if (arenas == nullptr || !layout::in_heaps(address)) return address;
  const std::uint32_t slot = layout::heap_slot(address);
  const std::uint64_t base = arenas[slot].base;
  return base != 0 && address >= base ? address - base + arena_start(slot) : address;
}

void each_live_block(void (*visit)(const HeapBlock& block, void* argument), void* argument) {
  sort_touched();
  for (std::uint32_t i = 0; i < touched_count; ++i) {
    const Arena& arena = arenas[touched[i]];
    walk(arena.base, arena.next, [&](const Block* block) {
      if (block->state() == BlockState::kInUse) visit(describe(block), argument);
      return true;
    });
  }
}

}  // namespace stalemate::rt

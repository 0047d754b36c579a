#include "runtime/heap/heap.h"

#include <bit>
#include <cerrno>
#include <cstring>

#include "runtime/core/fiber.h"
#include "runtime/core/leave_memory.h"
#include "runtime/core/state.h"
#include "runtime/heap/block_records.h"
#include "runtime/heap/heap_arena.h"
#include "runtime/heap/heap_faults.h"
#include "runtime/heap/old_blocks.h"
#include "runtime/platform/context.h"
#include "runtime/platform/own_malloc.h"
#include "runtime/platform/pages.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/shadow/shadow.h"
#include "runtime/uninstrumented/code_origin.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kQuarantine = 64;  // blocks of a class that are quarantined before reuse

// Code addresses have 47 bits.
constexpr std::uint64_t kCodeBits = (std::uint64_t{1} << 48) - 1;

// At most this many bytes beside a block are marked as not belonging to it; and of a large freed block, at
// each end.
constexpr std::size_t kMostBeside = 256;
constexpr std::size_t kMostFreed = 2u << 20;

bool opaque_allocations = false;

// Then a block goes to the thread that frees it, whichever allocated it, as to a thread's cache.
bool reuses_at_once() { return g.channel->config.reuse != 0; }

struct Room {
  Block* block = nullptr;
  std::size_t before = 0;  // bytes between the previous block and this one
  bool fresh = false;      // no block lay there before in this execution
};

Room new_room(Arena* arena, std::uint32_t slot, std::size_t bytes, std::size_t alignment,
              std::uint32_t size_class) {
  const std::uint64_t end = arena->next;
  Block* block = carve(arena, slot, bytes, alignment, size_class);
  return {block, block != nullptr ? block->begin() - end : 0, true};
}

Room find_room(Arena* arena, std::uint32_t slot, std::size_t bytes, std::size_t alignment) {
  if (bytes > layout::kHeapStride || alignment > layout::kHeapStride) {
    errno = ENOMEM;
    return {};
  }
  // memalign takes any alignment, and gives at least as much.
  if (alignment > kUnit)
    return new_room(arena, slot, round_up(bytes, kUnit), std::bit_ceil(alignment), kNoClass);
  const std::uint32_t size_class = class_of(bytes);
  FreeList& resting = arena->free[size_class];
  if (resting.count > (reuses_at_once() ? 0 : kQuarantine - 1)) return {take_first(resting)};
  return new_room(arena, slot, class_bytes(size_class), kUnit, size_class);
}

// The previous block there has ended, and so have its objects.
void begin_anew(const Block* block) { forget_objects_in(block->begin(), room_of(block)); }

// Allocating and freeing as steps, if requested. Not those of the C library: it may do that under a lock that
// is not observed.
void pass_allocation(OpKind op, std::uint64_t object, std::uintptr_t pc) {
  if (g.channel->config.malloc_points == 0 || !is_checked_code(pc)) return;
  announce(op, object, pc);
  pass_enabled();
}

// Behind a fresh block, the header of the next is marked before there is one.
void mark_allocated(const Room& room) {
  const Block* block = room.block;
  const std::size_t rounding = room_of(block) - block->size;
  const std::size_t beside = rounding + (room.fresh ? sizeof(Block) : 0);
  shadow_allocated(block->begin(), block->size, room.before < kMostBeside ? room.before : kMostBeside,
                   beside < kMostBeside ? beside : kMostBeside, room.fresh);
}

// Whether code that frees a block has ordered that by observed operations. Others may use other means.
bool is_ordered_visibly(const Block* block, std::uintptr_t pc) {
  return block->opaque == 0 && origin_of(pc) == CodeOrigin::kInstrumented;
}

void mark_freed(std::uint64_t begin, std::size_t bytes, bool ordered, std::uintptr_t pc) {
  if (racing.now == 0) return;
  if (bytes <= 2 * kMostFreed) return shadow_freed(begin, bytes, pc, ordered);
  shadow_freed(begin, kMostFreed, pc, ordered);
  shadow_freed(begin + bytes - kMostFreed, kMostFreed, pc, ordered);
}

// A block of libc's heap, in an execution. The marks end with it, whether libc's memory is restored or not.
void end_old_block(const void* memory, std::uintptr_t pc) {
  const auto begin = reinterpret_cast<std::uint64_t>(memory);
  if (!g.starts_afresh) g.uses_state |= wire::kFreesOldBlock;
  if (is_freed(begin)) end_at_second_free(memory, pc);
  const std::size_t bytes = allocated_bytes(memory);
  mark_freed(begin, bytes, origin_of(pc) == CodeOrigin::kInstrumented, pc);
  note_old_block_freed(memory, bytes, pc);
  ++heap_changes;
  if (g.detailed) note_block(begin, bytes, true, pc);
}

void* allocate_here(std::size_t bytes, std::size_t alignment, std::uintptr_t pc) {
  const std::uint32_t slot = g.current->slot;
  Arena* arena = arena_of(slot);
  pass_allocation(OpKind::kAllocate, arena_start(slot), pc);
  const Room room = find_room(arena, slot, bytes, alignment);
  Block* block = room.block;
  if (block == nullptr) return nullptr;
  if (!room.fresh) begin_anew(block);
  block->size = static_cast<std::uint32_t>(bytes);
  block->execution = arena_execution();
  block->allocated_at = pc & kCodeBits;
  block->allocated_by = g.current->id & 0xffff;
  block->opaque = opaque_allocations;
  block->become(BlockState::kInUse);
  ++heap_changes;
  ++arena_at(layout::heap_slot(block->begin())).live;  // another's, if it was freed by this thread
  if (racing.now != 0) mark_allocated(room);
  if (g.detailed) note_block(block->begin(), bytes, false, pc);
  return block + 1;
}

// Of a pointer into the arenas: the block that begins there.
Block* check_block(const void* memory, std::uintptr_t pc) {
  Block* block = block_of(memory);
  if (!g.active) return block;
  if (!may_begin_block(memory)) end_at_foreign_free(memory, pc);
  if (block->state() == BlockState::kFreed) end_at_double_free(block, pc);
  if (block->state() != BlockState::kInUse) end_at_foreign_free(memory, pc);
  return block;
}

void release_here(void* memory, std::uintptr_t pc) {
  if (g.active) pass_allocation(OpKind::kFree, reinterpret_cast<std::uint64_t>(memory), pc);
  Block* block = check_block(memory, pc);
  if (g.active) mark_freed(block->begin(), block->size, is_ordered_visibly(block, pc), pc);
  block->become(BlockState::kFreed);
  ++heap_changes;
  block->freed_at = pc & kCodeBits;
  block->freed_by = g.current != nullptr ? g.current->id & 0xffff : 0;
  if (g.active && g.detailed) note_block(block->begin(), block->size, true, pc);
  if (block->execution != arena_execution()) return;  // of an earlier execution: stays behind
  const std::uint32_t slot = layout::heap_slot(reinterpret_cast<std::uint64_t>(memory));
  Arena& arena = arena_at(slot);
  --arena.live;
  if (g.current == nullptr || block->size_class == kNoClass) return;
  if (reuses_at_once())
    put_first(arena_of(g.current->slot)->free[block->size_class], block);
  else if (g.current->slot == slot)
    put_last(arena.free[block->size_class], block);
}

// libc's heap has a cache in the thread's TLS; all our threads share the initial thread's.
template <class Action>
auto with_libc_heap(Action action) {
  if (g.current == nullptr || thread_pointer() == g.main_tcb || g.main_tcb == nullptr) return action();
  void* running = thread_pointer();
  set_thread_pointer(g.main_tcb);
  auto result = action();
  set_thread_pointer(running);
  return result;
}

}  // namespace

void* allocate(std::size_t bytes, std::size_t alignment, std::uintptr_t pc) {
  if (racing.tracked) track_unseen();
  if (g.active) {
    void* const memory = allocate_here(bytes, alignment, pc);
    g.current->new_block = ~reinterpret_cast<std::uint64_t>(memory);
    g.current->new_bytes = memory != nullptr ? bytes : 0;
    if (g.states) stalemate_rt_wipe_stack();
    return memory;
  }
  const HeapFunctions& heap = outside_heap();
  if (alignment <= kUnit) return heap.malloc(bytes);
  return heap.memalign != nullptr ? heap.memalign(alignment, bytes) : nullptr;
}

void release(void* memory, std::uintptr_t pc) {
  if (racing.tracked) track_unseen();
  if (memory == nullptr) return;
  if (in_arenas(memory)) {
    release_here(memory, pc);
    if (g.states) stalemate_rt_wipe_stack();
    return;
  }
  if (const HeapFunctions* own = own_heap()) {
    if (own->free != nullptr) own->free(memory);
    return;
  }
  if (g.active && !is_old_block(memory)) end_at_foreign_free(memory, pc);
  if (g.active) end_old_block(memory, pc);
  if (g.active && g.starts_afresh && free_old_block(memory, pc)) return;
  with_libc_heap([&] {
    outside_heap().free(memory);
    return 0;
  });
}

void* reallocate(void* memory, std::size_t bytes, std::uintptr_t pc) {
  if (memory == nullptr) return allocate(bytes, kUnit, pc);
  if (!g.active && !in_arenas(memory)) return outside_heap().realloc(memory, bytes);
  if (bytes == 0) {
    release(memory, pc);
    return nullptr;
  }
  if (in_arenas(memory))
    check_block(memory, pc);
  else if (!is_old_block(memory))
    end_at_foreign_free(memory, pc);
  const std::size_t old = allocated_bytes(memory);
  void* moved = allocate(bytes, kUnit, pc);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, memory, old < bytes ? old : bytes);
  release(memory, pc);
  return moved;
}

std::size_t allocated_bytes(const void* memory) {
  if (memory == nullptr) return 0;
  if (in_arenas(memory)) return block_of(memory)->size;
  // libc's chunk: its size lies before the block, flags in the low bits, 8 bytes of it are the next chunk's.
  const std::size_t chunk = static_cast<const std::size_t*>(memory)[-1];
  const bool mapped = (chunk & 2) != 0;
  return (chunk & ~std::size_t{7}) - (mapped ? 16 : 8);
}

void allocate_opaquely(bool opaque) { opaque_allocations = opaque; }

void renew_heap() {
  opaque_allocations = false;
  forget_freed_old_blocks();
  renew_arenas();
}

std::size_t heap_left_behind() { return arenas_left_behind(); }

}  // namespace stalemate::rt

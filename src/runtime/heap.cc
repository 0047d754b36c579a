#include "runtime/heap.h"

#include <malloc.h>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "base/check.h"
#include "model/layout.h"
#include "runtime/context.h"
#include "runtime/ending.h"
#include "runtime/fiber.h"
#include "runtime/old_blocks.h"
#include "runtime/pages.h"
#include "runtime/real.h"
#include "runtime/session.h"
#include "runtime/state.h"

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace stalemate::rt {

namespace {

constexpr std::size_t kUnit = 16;
constexpr std::uint32_t kSmallClasses = 64;  // multiples of 16 up to 1 KB; larger blocks by powers of two
constexpr std::uint32_t kClasses = kSmallClasses + 24;
constexpr std::uint16_t kNoClass = 0xffff;  // over-aligned: never used again
constexpr std::uint32_t kQuarantine = 64;   // blocks of a class that rest before the first is used again

constexpr std::size_t kFirstOpened = 4u << 20;  // of an arena; then twice as much, and so on

struct Block {  // lies before the program's bytes
  std::uint64_t size;
  std::uint32_t execution;
  std::uint16_t size_class;
  std::uint16_t state;
};
static_assert(sizeof(Block) == kUnit);

constexpr std::uint16_t kInUse = 0x5aa5, kFreed = 0xf4ee;

struct Freed {
  Freed* next;
};

struct Resting {
  Freed* oldest = nullptr;
  Freed* newest = nullptr;
  std::uint32_t count = 0;
};

struct Arena {
  std::uint64_t base = 0;  // where this execution's blocks begin
  std::uint64_t next = 0;
  std::uint64_t open_end = 0;  // of what can be accessed
  std::uint64_t live = 0;
  bool mapped = false;
  std::uint32_t execution = 0;
  Resting resting[kClasses];
};

Arena* arenas = nullptr;
std::uint16_t* touched = nullptr;
std::uint32_t touched_count = 0;
std::uint32_t execution = 1;
std::size_t left_behind = 0;

std::uint64_t arena_start(std::uint32_t slot) { return layout::kHeapRegion + slot * layout::kHeapStride; }

std::uint16_t class_of(std::size_t bytes) {
  if (bytes <= kSmallClasses * kUnit)
    return static_cast<std::uint16_t>((bytes + kUnit - 1) / kUnit - (bytes != 0));
  const int log = 64 - __builtin_clzl(bytes - 1);  // at least 11
  return static_cast<std::uint16_t>(kSmallClasses + log - 11);
}

std::size_t class_bytes(std::uint16_t size_class) {
  if (size_class < kSmallClasses) return (size_class + std::size_t{1}) * kUnit;
  return std::size_t{1} << (size_class - kSmallClasses + 11);
}

Block* block_of(void* memory) { return static_cast<Block*>(memory) - 1; }
bool is_ours(const void* memory) { return layout::in_heaps(reinterpret_cast<std::uint64_t>(memory)); }

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
  std::memset(static_cast<void*>(arena.resting), 0, sizeof arena.resting);
  touched[touched_count++] = static_cast<std::uint16_t>(slot);
  return &arena;
}

bool open_more(Arena* arena, std::uint32_t slot, std::uint64_t end) {
  const std::uint64_t used = end - arena_start(slot);
  if (used > layout::kHeapStride) return false;
  const std::uint64_t open_end = open_pages_at(arena_start(slot), std::bit_ceil(used));
  if (open_end != 0) arena->open_end = open_end;
  return open_end != 0;
}

void* carve(Arena* arena, std::uint32_t slot, std::size_t bytes, std::size_t alignment,
            std::uint16_t size_class) {
  const std::uint64_t at = round_up(arena->next + sizeof(Block), alignment);
  if (bytes > layout::kHeapStride || (at + bytes > arena->open_end && !open_more(arena, slot, at + bytes))) {
    errno = ENOMEM;
    return nullptr;
  }
  arena->next = at + bytes;
  auto* block = reinterpret_cast<Block*>(at) - 1;
  block->size_class = size_class;
  return reinterpret_cast<void*>(at);
}

void* use(Arena* arena, void* memory, std::size_t bytes) {
  if (memory == nullptr) return nullptr;
  Block* block = block_of(memory);
  block->size = bytes;
  block->execution = execution;
  block->state = kInUse;
  ++arena->live;
  return memory;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  const std::uint32_t slot = g.current->slot;
  Arena* arena = arena_of(slot);
  if (alignment > kUnit)
    return use(arena, carve(arena, slot, round_up(bytes, kUnit), alignment, kNoClass), bytes);
  const std::uint16_t size_class = class_of(bytes);
  if (size_class >= kClasses) {
    errno = ENOMEM;
    return nullptr;
  }
  Resting& resting = arena->resting[size_class];
  if (resting.count >= kQuarantine) {
    Freed* oldest = resting.oldest;
    resting.oldest = oldest->next;
    --resting.count;
    return use(arena, oldest, bytes);
  }
  return use(arena, carve(arena, slot, class_bytes(size_class), kUnit, size_class), bytes);
}

void release(void* memory, std::uintptr_t pc) {
  Block* block = block_of(memory);
  if (g.active && block->state == kFreed)
    fail(wire::Outcome::kDoubleFree, pc, "a block of %lu bytes is freed twice", block->size);
  if (g.active && block->state != kInUse)
    fail(wire::Outcome::kMisuse, pc, "free() of a pointer that malloc() did not give");
  block->state = kFreed;
  if (block->execution != execution) return;  // of an earlier execution: stays behind
  const std::uint32_t slot = layout::heap_slot(reinterpret_cast<std::uint64_t>(memory));
  Arena& arena = arenas[slot];
  --arena.live;
  if (g.current == nullptr || g.current->slot != slot || block->size_class == kNoClass) return;
  Resting& resting = arena.resting[block->size_class];
  auto* freed = static_cast<Freed*>(memory);
  freed->next = nullptr;
  if (resting.count == 0)
    resting.oldest = freed;
  else
    resting.newest->next = freed;
  resting.newest = freed;
  ++resting.count;
}

// libc's heap keeps a cache in the thread's TLS; all of ours share the initial thread's.
template <class Action>
auto with_libc_heap(Action action) {
  if (g.current == nullptr || thread_pointer() == g.main_tcb || g.main_tcb == nullptr) return action();
  void* running = thread_pointer();
  set_thread_pointer(g.main_tcb);
  auto result = action();
  set_thread_pointer(running);
  return result;
}

bool ours_now() { return g.active; }

}  // namespace

void renew_heap() {
  if (arenas == nullptr) {
    arenas = static_cast<Arena*>(pages(sizeof(Arena) * layout::kSlots));
    touched = static_cast<std::uint16_t*>(pages(sizeof(std::uint16_t) * layout::kSlots));
  }
  for (std::uint32_t i = 0; i < touched_count; ++i) {
    Arena& arena = arenas[touched[i]];
    if (arena.live == 0) continue;
    const std::uint64_t base = round_up(arena.next, 4096);
    left_behind += base - arena.base;
    arena.base = base;
  }
  touched_count = 0;
  ++execution;
}

std::size_t heap_left_behind() { return left_behind; }

}  // namespace stalemate::rt

using namespace stalemate::rt;

STALEMATE_INTERPOSED void* malloc(std::size_t bytes) {
  return ours_now() ? allocate(bytes, kUnit) : __libc_malloc(bytes);
}

STALEMATE_INTERPOSED void free(void* memory) {
  if (memory == nullptr) return;
  if (is_ours(memory)) return release(memory, STALEMATE_CALLER);
  if (g.active && session_starts_afresh() && free_old_block(memory, STALEMATE_CALLER)) return;
  with_libc_heap([&] {
    __libc_free(memory);
    return 0;
  });
}

STALEMATE_INTERPOSED void* calloc(std::size_t count, std::size_t size) {
  if (!ours_now()) return __libc_calloc(count, size);
  std::size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* memory = allocate(bytes, kUnit);
  if (memory != nullptr) std::memset(memory, 0, bytes);
  return memory;
}

STALEMATE_INTERPOSED void* realloc(void* memory, std::size_t bytes) {
  if (memory == nullptr) return malloc(bytes);
  if (!ours_now() && !is_ours(memory)) return __libc_realloc(memory, bytes);
  if (bytes == 0) {
    free(memory);
    return nullptr;
  }
  const std::size_t old = is_ours(memory) ? block_of(memory)->size : malloc_usable_size(memory);
  void* moved = malloc(bytes);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, memory, old < bytes ? old : bytes);
  free(memory);
  return moved;
}

STALEMATE_INTERPOSED void* memalign(std::size_t alignment, std::size_t bytes) {
  return ours_now() ? allocate(bytes, alignment < kUnit ? kUnit : alignment)
                    : __libc_memalign(alignment, bytes);
}

STALEMATE_INTERPOSED void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return memalign(alignment, bytes);
}

STALEMATE_INTERPOSED int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* got = memalign(alignment, bytes);
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}

STALEMATE_INTERPOSED void* valloc(std::size_t bytes) { return memalign(4096, bytes); }
STALEMATE_INTERPOSED void* pvalloc(std::size_t bytes) { return memalign(4096, round_up(bytes, 4096)); }

STALEMATE_INTERPOSED std::size_t malloc_usable_size(void* memory) {
  if (memory == nullptr) return 0;
  if (is_ours(memory)) return block_of(memory)->size;
  // libc's chunk: its size lies before the block, flags in the low bits, 8 bytes of it are the next chunk's.
  const std::size_t chunk = static_cast<std::size_t*>(memory)[-1];
  const bool mapped = (chunk & 2) != 0;
  return (chunk & ~std::size_t{7}) - (mapped ? 16 : 8);
}

#include "kiss/engine/heap.h"

#include <string.h>
#include <sys/mman.h>

#include "kiss/engine/path_end.h"

namespace stalemate::kiss::engine {
namespace {

constexpr std::size_t kUnit = 16, kClasses = 65;
constexpr std::uint64_t kLive = 0x6b6973735f6c6976, kFreed = 0x6b6973735f667265;

struct Block {
  std::uint64_t bytes;  // of its content, a multiple of kUnit
  std::uint64_t state;
};
struct Books {
  std::uint64_t used;
  std::uint64_t
      free[kClasses];  // by size in units, and one list of all larger ones; linked through the content
};
static_assert(sizeof(Block) == kUnit);
constexpr std::size_t kBeyond = 256;  // behind the last block, where a program may write by mistake
constexpr std::size_t kGrowth = std::size_t{64} << 10;
constexpr std::size_t kFirst = (sizeof(Books) + kUnit - 1) / kUnit * kUnit;

std::size_t limit, usable;

Books& books() { return *reinterpret_cast<Books*>(kHeapAddress); }
Block* block_of(std::uint64_t offset) { return reinterpret_cast<Block*>(kHeapAddress + offset); }
std::uint64_t& next_of(std::uint64_t offset) {
  return *reinterpret_cast<std::uint64_t*>(kHeapAddress + offset + sizeof(Block));
}
std::size_t class_of(std::size_t bytes) {
  return bytes / kUnit < kClasses ? bytes / kUnit - 1 : kClasses - 1;
}

std::uint64_t take_freed(std::size_t bytes) {
  std::uint64_t* link = &books().free[class_of(bytes)];
  while (*link != 0 && block_of(*link)->bytes != bytes) link = &next_of(*link);
  const std::uint64_t found = *link;
  if (found != 0) *link = next_of(found);
  return found;
}

// Unused memory stays inaccessible: far beyond its blocks, a program crashes.
void make_usable(std::size_t bytes) {
  if (bytes <= usable) return;
  bytes = (bytes + kGrowth - 1) / kGrowth * kGrowth;
  if (mprotect(reinterpret_cast<void*>(kHeapAddress), bytes, PROT_READ | PROT_WRITE) != 0) out_of_heap();
  usable = bytes;
}

// All of a small block, the beginning of a large one.
bool is_fresh(const Block* block, std::size_t bytes) {
  const auto* const words = reinterpret_cast<const std::uint64_t*>(block);
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < (bytes < kBeyond ? bytes : kBeyond) / sizeof *words; ++i) any |= words[i];
  return any == 0;
}

void* allocate(std::size_t bytes) {
  if (bytes > limit) out_of_heap();
  bytes = bytes == 0 ? kUnit : (bytes + kUnit - 1) / kUnit * kUnit;
  if (books().used == 0) books().used = kFirst;
  std::uint64_t offset = take_freed(bytes);
  if (offset != 0) {
    memset(block_of(offset) + 1, 0, bytes);
  } else {
    offset = books().used;
    if (limit - offset < bytes + sizeof(Block) + kBeyond) out_of_heap();
    make_usable(offset + bytes + sizeof(Block) + kBeyond);
    if (!is_fresh(block_of(offset), bytes + sizeof(Block))) misused_heap();
    books().used = offset + bytes + sizeof(Block);
  }
  *block_of(offset) = {bytes, kLive};
  return block_of(offset) + 1;
}

// A pointer that no allocation returned is the program's error.
Block* live_block(void* content) {
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(content) - sizeof(Block);
  Block* const block = reinterpret_cast<Block*>(at);
  if (at % kUnit != 0 || at < kHeapAddress + kFirst || at >= kHeapAddress + books().used) misused_heap();
  if (block->state == kFreed) freed_twice();
  if (block->state != kLive) misused_heap();
  return block;
}

}  // namespace

void start_heap(std::size_t bytes) {
  limit = bytes / kGrowth * kGrowth;
  make_usable(kFirst + kBeyond);
}
void reset_heap() {
  if (books().used != 0) memset(reinterpret_cast<void*>(kHeapAddress), 0, books().used + kBeyond);
}
std::size_t heap_used() { return books().used == 0 ? 0 : books().used + kBeyond; }

extern "C" {
void* kiss_keep(std::size_t bytes) { return allocate(bytes); }
void* kiss_malloc(std::size_t bytes) { return allocate(bytes); }
void* kiss_calloc(std::size_t count, std::size_t bytes) {
  std::size_t all;
  return __builtin_mul_overflow(count, bytes, &all) ? nullptr : allocate(all);
}
void kiss_free(void* content) {
  if (content == nullptr) return;
  Block* const block = live_block(content);
  const std::uint64_t offset = reinterpret_cast<std::uintptr_t>(block) - kHeapAddress;
  block->state = kFreed;
  next_of(offset) = books().free[class_of(block->bytes)];
  books().free[class_of(block->bytes)] = offset;
}
void* kiss_realloc(void* content, std::size_t bytes) {
  if (content == nullptr) return allocate(bytes);
  const std::size_t old = live_block(content)->bytes;
  void* const moved = allocate(bytes);
  memcpy(moved, content, old < bytes ? old : bytes);
  kiss_free(content);
  return moved;
}
}

}  // namespace stalemate::kiss::engine

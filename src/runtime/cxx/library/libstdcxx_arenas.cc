// std::pmr::monotonic_buffer_resource of libstdc++ allocates in a virtual function, which is compiled both
// into programs and into the library; the table of virtual functions is in the library, with its own
// function. This table stands in front of it: its function does the same, and every access is checked. Works
// in a program that is not explored. Null in a program without libstdc++.
#include <cstddef>
#include <cstdint>

#include "runtime/cxx/library/checked_nodes.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

struct Arena {
  const void* virtuals;
  char* free;
  std::size_t left;
};

}  // namespace

extern "C" {
__attribute__((weak)) void stalemate_rt_new_buffer(
    Arena* arena, std::size_t bytes,
    std::size_t alignment) asm("_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm");
__attribute__((weak)) void stalemate_rt_end_arena(Arena* arena) asm(
    "_ZNSt3pmr25monotonic_buffer_resourceD1Ev");
__attribute__((weak)) void stalemate_rt_delete_arena(Arena* arena) asm(
    "_ZNSt3pmr25monotonic_buffer_resourceD0Ev");
extern __attribute__((weak))
const char stalemate_rt_type_of_arena asm("_ZTINSt3pmr25monotonic_buffer_resourceE");
}

namespace {

// void* do_allocate(std::size_t bytes, std::size_t alignment)
void* allocate_in(Arena* arena, std::size_t bytes, std::size_t alignment) {
  const CheckedNodes fields(STALEMATE_CALLER);
  if (bytes == 0) bytes = 1;
  char* block = fields.load(arena->free);
  std::size_t left = fields.load(arena->left);
  const std::size_t skipped = -reinterpret_cast<std::uintptr_t>(block) & (alignment - 1);
  if (bytes + skipped > left || bytes + skipped < bytes) {
    stalemate_rt_new_buffer(arena, bytes, alignment);
    block = fields.load(arena->free);
    left = fields.load(arena->left);
  } else {
    block += skipped;
    left -= skipped;
  }
  fields.store(arena->free, block + bytes);
  fields.store(arena->left, left - bytes);
  return block;
}

void deallocate_in(Arena*, void*, std::size_t, std::size_t) {}
bool is_same(const Arena* arena, const Arena* other) { return arena == other; }

struct Virtuals {
  std::ptrdiff_t offset;
  const char* type;
  void (*end)(Arena*);
  void (*end_and_delete)(Arena*);
  void* (*allocate)(Arena*, std::size_t, std::size_t);
  void (*deallocate)(Arena*, void*, std::size_t, std::size_t);
  bool (*is_equal)(const Arena*, const Arena*);
};

}  // namespace

extern "C" __attribute__((visibility("default")))
const Virtuals stalemate_rt_arena asm("_ZTVNSt3pmr25monotonic_buffer_resourceE");
const Virtuals stalemate_rt_arena = {0,
                                     &stalemate_rt_type_of_arena,
                                     stalemate_rt_end_arena,
                                     stalemate_rt_delete_arena,
                                     allocate_in,
                                     deallocate_in,
                                     is_same};

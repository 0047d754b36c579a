// operator new and delete, so that the program's call is known rather than the C++ library's. All of them are
// weak: those that a program replaces are the program's, and the others forward to them as the standard
// requires.
#include <cstddef>
#include <cstdint>
#include <new>

#include "runtime/heap/heap.h"
#include "runtime/heap/heap_arena.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

#define STALEMATE_REPLACEABLE __attribute__((weak, visibility("default")))
#define STALEMATE_REPLACEABLE_BY(name) __attribute__((weak, visibility("default"), alias(#name)))

namespace {

void* allocate_or_throw(std::size_t bytes, std::size_t alignment, std::uintptr_t pc) {
  for (;;) {
    if (void* memory = allocate(bytes, alignment, pc)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

std::size_t bytes_of(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

// The forms that the others forward to, under names by which we recognise them.
extern "C" {
void* stalemate_rt_new(std::size_t bytes) { return allocate_or_throw(bytes, kUnit, STALEMATE_CALLER); }
void* stalemate_rt_new_array(std::size_t bytes);
void* stalemate_rt_new_aligned(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, bytes_of(alignment), STALEMATE_CALLER);
}
void* stalemate_rt_new_aligned_array(std::size_t bytes, std::align_val_t alignment);
void stalemate_rt_delete(void* memory) noexcept { release(memory, STALEMATE_CALLER); }
void stalemate_rt_delete_array(void* memory) noexcept;
void stalemate_rt_delete_aligned(void* memory, std::align_val_t) noexcept {
  release(memory, STALEMATE_CALLER);
}
void stalemate_rt_delete_aligned_array(void* memory, std::align_val_t alignment) noexcept;
}

STALEMATE_REPLACEABLE_BY(stalemate_rt_new) void* operator new(std::size_t);
STALEMATE_REPLACEABLE_BY(stalemate_rt_new_array) void* operator new[](std::size_t);
STALEMATE_REPLACEABLE_BY(stalemate_rt_new_aligned) void* operator new(std::size_t, std::align_val_t);
STALEMATE_REPLACEABLE_BY(stalemate_rt_new_aligned_array) void* operator new[](std::size_t, std::align_val_t);
STALEMATE_REPLACEABLE_BY(stalemate_rt_delete) void operator delete(void*) noexcept;
STALEMATE_REPLACEABLE_BY(stalemate_rt_delete_array) void operator delete[](void*) noexcept;
STALEMATE_REPLACEABLE_BY(stalemate_rt_delete_aligned)
void operator delete(void*, std::align_val_t) noexcept;
STALEMATE_REPLACEABLE_BY(stalemate_rt_delete_aligned_array)
void operator delete[](void*, std::align_val_t) noexcept;

namespace {

using New = void* (*)(std::size_t);
using NewAligned = void* (*)(std::size_t, std::align_val_t);
using Delete = void (*)(void*);
using DeleteAligned = void (*)(void*, std::align_val_t);

// The form to forward to: ours, or one that the program has replaced.
void* new_one(std::size_t bytes, std::uintptr_t pc) {
  const New used = &::operator new;
  return used == &stalemate_rt_new ? allocate_or_throw(bytes, kUnit, pc) : used(bytes);
}
void* new_array(std::size_t bytes, std::uintptr_t pc) {
  const New used = &::operator new[];
  return used == &stalemate_rt_new_array ? new_one(bytes, pc) : used(bytes);
}
void* new_one(std::size_t bytes, std::align_val_t alignment, std::uintptr_t pc) {
  const NewAligned used = &::operator new;
  return used == &stalemate_rt_new_aligned ? allocate_or_throw(bytes, bytes_of(alignment), pc)
                                           : used(bytes, alignment);
}
void* new_array(std::size_t bytes, std::align_val_t alignment, std::uintptr_t pc) {
  const NewAligned used = &::operator new[];
  return used == &stalemate_rt_new_aligned_array ? new_one(bytes, alignment, pc) : used(bytes, alignment);
}
void delete_one(void* memory, std::uintptr_t pc) {
  const Delete used = &::operator delete;
  used == &stalemate_rt_delete ? release(memory, pc) : used(memory);
}
void delete_array(void* memory, std::uintptr_t pc) {
  const Delete used = &::operator delete[];
  used == &stalemate_rt_delete_array ? delete_one(memory, pc) : used(memory);
}
void delete_one(void* memory, std::align_val_t alignment, std::uintptr_t pc) {
  const DeleteAligned used = &::operator delete;
  used == &stalemate_rt_delete_aligned ? release(memory, pc) : used(memory, alignment);
}
void delete_array(void* memory, std::align_val_t alignment, std::uintptr_t pc) {
  const DeleteAligned used = &::operator delete[];
  used == &stalemate_rt_delete_aligned_array ? delete_one(memory, alignment, pc) : used(memory, alignment);
}

template <class Allocate>
void* or_null(Allocate allocation) noexcept {
  try {
    return allocation();
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

void* stalemate_rt_new_array(std::size_t bytes) { return new_one(bytes, STALEMATE_CALLER); }
void* stalemate_rt_new_aligned_array(std::size_t bytes, std::align_val_t alignment) {
  return new_one(bytes, alignment, STALEMATE_CALLER);
}
void stalemate_rt_delete_array(void* memory) noexcept { delete_one(memory, STALEMATE_CALLER); }
void stalemate_rt_delete_aligned_array(void* memory, std::align_val_t alignment) noexcept {
  delete_one(memory, alignment, STALEMATE_CALLER);
}

STALEMATE_REPLACEABLE void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  const std::uintptr_t pc = STALEMATE_CALLER;
  return or_null([=] { return new_one(bytes, pc); });
}
STALEMATE_REPLACEABLE void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  const std::uintptr_t pc = STALEMATE_CALLER;
  return or_null([=] { return new_array(bytes, pc); });
}
STALEMATE_REPLACEABLE void* operator new(std::size_t bytes, std::align_val_t alignment,
                                         const std::nothrow_t&) noexcept {
  const std::uintptr_t pc = STALEMATE_CALLER;
  return or_null([=] { return new_one(bytes, alignment, pc); });
}
STALEMATE_REPLACEABLE void* operator new[](std::size_t bytes, std::align_val_t alignment,
                                           const std::nothrow_t&) noexcept {
  const std::uintptr_t pc = STALEMATE_CALLER;
  return or_null([=] { return new_array(bytes, alignment, pc); });
}

STALEMATE_REPLACEABLE void operator delete(void* memory, std::size_t) noexcept {
  delete_one(memory, STALEMATE_CALLER);
}
STALEMATE_REPLACEABLE void operator delete[](void* memory, std::size_t) noexcept {
  delete_array(memory, STALEMATE_CALLER);
}
STALEMATE_REPLACEABLE void operator delete(void* memory, const std::nothrow_t&) noexcept {
  delete_one(memory, STALEMATE_CALLER);
}
STALEMATE_REPLACEABLE void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  delete_array(memory, STALEMATE_CALLER);
}
STALEMATE_REPLACEABLE void operator delete(void* memory, std::size_t, std::align_val_t alignment) noexcept {
  delete_one(memory, alignment, STALEMATE_CALLER);
}
STALEMATE_REPLACEABLE void operator delete[](void* memory, std::size_t, std::align_val_t alignment) noexcept {
  delete_array(memory, alignment, STALEMATE_CALLER);
}
STALEMATE_REPLACEABLE void operator delete(void* memory, std::align_val_t alignment,
                                           const std::nothrow_t&) noexcept {
  delete_one(memory, alignment, STALEMATE_CALLER);
}
STALEMATE_REPLACEABLE void operator delete[](void* memory, std::align_val_t alignment,
                                             const std::nothrow_t&) noexcept {
  delete_array(memory, alignment, STALEMATE_CALLER);
}

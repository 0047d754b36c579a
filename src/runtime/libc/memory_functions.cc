// memcpy and similar functions.
#include "runtime/libc/checked_memory.h"
#include "runtime/libc/memory_fronts.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

namespace {

void* copy_memory(void* to, const void* from, std::size_t bytes, std::uintptr_t pc) {
  const CheckedCall call(pc);
  call.read(from, bytes);
  return call.copy(to, from, bytes);
}

// Up to the first difference. The standard does not define whether bytes after it are read, and compilers
// make memcmp of strcmp with a constant if they know that so many bytes exist: then they are not accesses of
// the program.
void compare_memory(const void* left, const void* right, std::size_t bytes, std::uintptr_t pc) {
  CheckedCall(pc).read_both(left, right, [=] {
    const auto *a = static_cast<const char*>(left), *b = static_cast<const char*>(right);
    if (stalemate_rt_memcmp(a, b, bytes) == 0) return bytes;
    std::size_t same = 0;
    while (a[same] == b[same]) ++same;
    return same + 1;
  });
}

// memchr behaves as if it read byte by byte, and stops at the first match.
template <class Search>
void* search_memory(const void* memory, std::size_t bytes, std::uintptr_t pc, Search search) {
  CheckedCall(pc).read_up_to(memory, [&] {
    const void* found = search();
    return found == nullptr ? bytes
                            : static_cast<std::size_t>(static_cast<const char*>(found) -
                                                       static_cast<const char*>(memory)) +
                                  1;
  });
  return search();
}

}  // namespace

namespace stalemate::rt {

void* checked_memcpy(void* to, const void* from, std::size_t bytes, std::uintptr_t pc) {
  if (is_checked_call(pc)) return copy_memory(to, from, bytes, pc);
  return stalemate_rt_memcpy(to, from, bytes);
}

void* checked_memmove(void* to, const void* from, std::size_t bytes, std::uintptr_t pc) {
  if (is_checked_call(pc)) return copy_memory(to, from, bytes, pc);
  return stalemate_rt_memmove(to, from, bytes);
}

void* checked_memset(void* to, int byte, std::size_t bytes, std::uintptr_t pc) {
  if (is_checked_call(pc)) CheckedCall(pc).write(to, bytes);
  return stalemate_rt_memset(to, byte, bytes);
}

}  // namespace stalemate::rt

STALEMATE_STANDS_FOR(void, bcopy, (const void* from, void* to, std::size_t bytes)) {
  if (is_checked_call(STALEMATE_CALLER)) {
    copy_memory(to, from, bytes, STALEMATE_CALLER);
    return;
  }
  stalemate_rt_memmove(to, from, bytes);
}

STALEMATE_STANDS_FOR(void*, mempcpy, (void* to, const void* from, std::size_t bytes)) {
  if (is_checked_call(STALEMATE_CALLER))
    copy_memory(to, from, bytes, STALEMATE_CALLER);
  else
    stalemate_rt_memcpy(to, from, bytes);
  return static_cast<char*>(to) + bytes;
}

STALEMATE_STANDS_FOR(void, bzero, (void* to, std::size_t bytes)) {
  if (is_checked_call(STALEMATE_CALLER)) CheckedCall(STALEMATE_CALLER).write(to, bytes);
  stalemate_rt_memset(to, 0, bytes);
}

STALEMATE_STANDS_FOR(void, explicit_bzero, (void* to, std::size_t bytes)) {
  if (is_checked_call(STALEMATE_CALLER)) CheckedCall(STALEMATE_CALLER).write(to, bytes);
  stalemate_rt_memset(to, 0, bytes);
}

STALEMATE_STANDS_FOR(int, memcmp, (const void* left, const void* right, std::size_t bytes)) {
  if (is_checked_call(STALEMATE_CALLER)) compare_memory(left, right, bytes, STALEMATE_CALLER);
  return stalemate_rt_memcmp(left, right, bytes);
}

STALEMATE_STANDS_FOR(int, bcmp, (const void* left, const void* right, std::size_t bytes)) {
  if (is_checked_call(STALEMATE_CALLER)) compare_memory(left, right, bytes, STALEMATE_CALLER);
  return stalemate_rt_memcmp(left, right, bytes);
}

STALEMATE_STANDS_FOR(void*, memchr, (const void* memory, int byte, std::size_t bytes)) {
  const auto search = [&] { return const_cast<void*>(stalemate_rt_memchr(memory, byte, bytes)); };
  return is_checked_call(STALEMATE_CALLER) ? search_memory(memory, bytes, STALEMATE_CALLER, search)
                                           : search();
}

// From the end: bytes before the match are not read.
STALEMATE_STANDS_FOR(void*, memrchr, (const void* memory, int byte, std::size_t bytes)) {
  const auto search = [&] { return string_functions().memrchr(memory, byte, bytes); };
  if (!is_checked_call(STALEMATE_CALLER)) return search();
  const auto* begin = static_cast<const char*>(memory);
  const CheckedCall call(STALEMATE_CALLER);
  const void* found = search();
  const char* from = found != nullptr ? static_cast<const char*>(found) : begin;
  call.read(from, static_cast<std::size_t>(begin + bytes - from));
  return search();
}

STALEMATE_STANDS_FOR(void*, rawmemchr, (const void* memory, int byte)) {
  const auto search = [&] { return string_functions().rawmemchr(memory, byte); };
  return is_checked_call(STALEMATE_CALLER) ? search_memory(memory, 0, STALEMATE_CALLER, search) : search();
}

STALEMATE_STANDS_FOR(void*, memccpy, (void* to, const void* from, int byte, std::size_t bytes)) {
  if (!is_checked_call(STALEMATE_CALLER)) return string_functions().memccpy(to, from, byte, bytes);
  const CheckedCall call(STALEMATE_CALLER);
  const void* last = nullptr;
  const std::size_t copied = call.read_up_to(from, [&] {
    last = stalemate_rt_memchr(from, byte, bytes);
    return last == nullptr
               ? bytes
               : static_cast<std::size_t>(static_cast<const char*>(last) - static_cast<const char*>(from)) +
                     1;
  });
  const bool found = last != nullptr;
  call.copy(to, from, copied);
  return found ? static_cast<char*>(to) + copied : nullptr;
}

// Under _FORTIFY_SOURCE, with the size that the compiler knows. The originals end the program if it is too
// small.
STALEMATE_STANDS_FOR(void*, __memcpy_chk, (void* to, const void* from, std::size_t bytes, std::size_t room)) {
  if (bytes > room || !is_checked_call(STALEMATE_CALLER))
    return string_functions().__memcpy_chk(to, from, bytes, room);
  return copy_memory(to, from, bytes, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(void*, __memmove_chk,
                     (void* to, const void* from, std::size_t bytes, std::size_t room)) {
  if (bytes > room || !is_checked_call(STALEMATE_CALLER))
    return string_functions().__memmove_chk(to, from, bytes, room);
  return copy_memory(to, from, bytes, STALEMATE_CALLER);
}

STALEMATE_STANDS_FOR(void*, __mempcpy_chk,
                     (void* to, const void* from, std::size_t bytes, std::size_t room)) {
  if (bytes > room || !is_checked_call(STALEMATE_CALLER))
    return string_functions().__mempcpy_chk(to, from, bytes, room);
  copy_memory(to, from, bytes, STALEMATE_CALLER);
  return static_cast<char*>(to) + bytes;
}

STALEMATE_STANDS_FOR(void*, __memset_chk, (void* to, int byte, std::size_t bytes, std::size_t room)) {
  if (bytes <= room && is_checked_call(STALEMATE_CALLER)) CheckedCall(STALEMATE_CALLER).write(to, bytes);
  return string_functions().__memset_chk(to, byte, bytes, room);
}

// Accesses that the C library makes for the program, checked like the program's own (S13): each is announced
// if it is promoted, then compared. Extents are those of the standard, to the byte.
//
// An announced access lets others run; so memory is read after the announcement, and what a copy has read is
// stored until its write has been announced, too: a copy is two steps, not one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/core/state.h"
#include "runtime/libc/string_originals.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/shadow/shadow.h"
#include "runtime/uninstrumented/code_origin.h"

// Defines a function that replaces the C library's; C++ declares some of these as several.
#define STALEMATE_STANDS_FOR(result, name, parameters)                                                 \
  extern "C" __attribute__((visibility("default"))) result stalemate_for_##name parameters asm(#name); \
  result stalemate_for_##name parameters

namespace stalemate::rt {

// Whether the call that returns to `pc` makes accesses of the program.
inline bool is_checked_call(std::uintptr_t pc) {
  return (racing.now != 0 || racing.tracked) && g.active && is_checked_code(pc);
}

// The current call; `pc` is its caller's.
class CheckedCall {
 public:
  explicit CheckedCall(std::uintptr_t pc) : pc_(pc) {}
  std::uintptr_t pc() const { return pc_; }

  // An access whose extent is known and does not depend on what others write.
  void read(const void* memory, std::size_t bytes) const { touch(memory, bytes, false); }
  void write(const void* memory, std::size_t bytes) const { touch(memory, bytes, true); }

  // Before the extent is read: `extent()` returns what it would be now. Returns what it is then.
  template <class Extent>
  std::size_t read_up_to(const void* memory, Extent extent) const {
    if (racing.careful) [[unlikely]]
      before_access(address_of(memory), extent(), false, pc_);
    const std::size_t bytes = extent();
    if (bytes != 0) check(memory, bytes);
    return bytes;
  }
  // Of two objects that are read alike.
  template <class Extent>
  void read_both(const void* left, const void* right, Extent extent) const {
    if (racing.careful) [[unlikely]] {
      before_access(address_of(left), extent(), false, pc_);
      before_access(address_of(right), extent(), false, pc_);
    }
    const std::size_t bytes = extent();
    if (bytes == 0) return;
    check(left, bytes);
    check(right, bytes);
  }

  // For a call that writes as much as it returns: before it, and after it.
  void will_write(const void* memory, std::size_t most) const {
    if (racing.tracked) track_unseen();
    if (racing.careful && most != 0) before_access(address_of(memory), most, true, pc_);
  }
  void has_written(const void* memory, std::size_t bytes) const {
    if (bytes != 0) check_access(address_of(memory), bytes, true, pc_);
  }

  // `bytes` at `from`, whose reading has been checked, go to `to`, where `more` zeros follow.
  void* copy(void* to, const void* from, std::size_t bytes, std::size_t more = 0) const {
    if (racing.careful) [[unlikely]]
      return copy_in_steps(to, from, bytes, more);
    write(to, bytes + more);
    stalemate_rt_memmove(to, from, bytes);
    if (more != 0) stalemate_rt_memset(static_cast<char*>(to) + bytes, 0, more);
    return to;
  }

 private:
  static constexpr std::size_t kMostKept = 16 * 1024;  // longer copies read again when they write

  static std::uintptr_t address_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }
  // A read that has been announced.
  void check(const void* memory, std::size_t bytes) const {
    if (racing.tracked) track_access(address_of(memory), bytes, false);
    check_access(address_of(memory), bytes, false, pc_);
  }
  void touch(const void* memory, std::size_t bytes, bool write) const {
    if (bytes != 0) access(address_of(memory), bytes, write, pc_);
  }
  __attribute__((noinline)) void* copy_in_steps(void* to, const void* from, std::size_t bytes,
                                                std::size_t more) const {
    char kept[kMostKept];
    if (bytes <= kMostKept) from = stalemate_rt_memcpy(kept, from, bytes);
    write(to, bytes + more);
    stalemate_rt_memmove(to, from, bytes);
    stalemate_rt_memset(static_cast<char*>(to) + bytes, 0, more);
    return to;
  }

  std::uintptr_t pc_;
};

}  // namespace stalemate::rt

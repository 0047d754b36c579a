// The program's buffers that a call on a descriptor fills or reads, checked like its own accesses. A buffer
// is filled after the call has synchronized, and read before.
#pragma once

#include <sys/uio.h>
#include <cstddef>
#include <cstdint>

#include "runtime/libc/checked_memory.h"

namespace stalemate::rt {

// `call` returns how many bytes it has put into the parts, or an error.
template <class Call>
ssize_t filling(const iovec* parts, std::size_t count, std::uintptr_t pc, Call call) {
  if (!is_checked_call(pc)) return call();
  const CheckedCall checked(pc);
  for (std::size_t i = 0; i < count; ++i) checked.will_write(parts[i].iov_base, parts[i].iov_len);
  const ssize_t result = call();
  std::size_t left = result > 0 ? static_cast<std::size_t>(result) : 0;
  for (std::size_t i = 0; i < count && left > 0; ++i) {
    const std::size_t here = left < parts[i].iov_len ? left : parts[i].iov_len;
    checked.has_written(parts[i].iov_base, here);
    left -= here;
  }
  return result;
}

template <class Call>
ssize_t filling(void* to, std::size_t bytes, std::uintptr_t pc, Call call) {
  const iovec part = {to, bytes};
  return filling(&part, 1, pc, call);
}

inline void taking(const iovec* parts, std::size_t count, std::uintptr_t pc) {
  if (!is_checked_call(pc)) return;
  for (std::size_t i = 0; i < count; ++i) CheckedCall(pc).read(parts[i].iov_base, parts[i].iov_len);
}

inline void taking(const void* from, std::size_t bytes, std::uintptr_t pc) {
  if (is_checked_call(pc)) CheckedCall(pc).read(from, bytes);
}

}  // namespace stalemate::rt

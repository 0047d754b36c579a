#include "runtime/plain_values.h"

#include "runtime/plain_polls.h"
#include "runtime/scheduler.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostBytes = 1u << 20;

std::uintptr_t stored_at = 0;
std::size_t stored_bytes = 0;

// More than a word is told by a hash.
std::uint64_t contents(std::uintptr_t address, std::size_t bytes) {
  if (bytes <= 8) return value_at(address, bytes);
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < bytes && i < kMostBytes; i += 8) {
    const std::size_t left = bytes - i;
    hash = (hash ^ value_at(address + i, left < 8 ? left : 8)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash;
}

void tell(std::uintptr_t address, std::size_t bytes) {
  note_detail(contents(address, bytes), bytes < ~0u ? static_cast<std::uint32_t>(bytes) : ~0u);
}

}  // namespace

void begin_plain_values() { stored_bytes = 0; }

void tell_plain_value(std::uintptr_t address, std::size_t bytes, bool write) {
  if (g.exiting) return;
  if (!write) return tell(address, bytes);
  stored_at = address;
  stored_bytes = bytes;
}

void tell_stored() {
  if (stored_bytes == 0) return;
  const std::size_t bytes = stored_bytes;
  stored_bytes = 0;
  tell(stored_at, bytes);
}

}  // namespace stalemate::rt

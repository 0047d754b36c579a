#include "runtime/races/plain_values.h"

#include "runtime/races/plain_polls.h"
#include "runtime/races/unseen_writes.h"
#include "runtime/scheduler/scheduler.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostBytes = 1u << 20;
constexpr std::size_t kMostWords = 512;       // that are logged of one access, besides a hash of all
constexpr std::uint64_t kRecordsOfStep = 24;  // at most, without words

std::uintptr_t stored_at = 0;
std::size_t stored_bytes = 0;

// More than a word is logged as a hash.
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

// If later steps need the log, only the hash is logged.
bool has_room_for(std::size_t words) {
  const std::uint64_t left = g.channel->config.step_limit - g.steps;
  return words <= kMostWords &&
         static_cast<std::uint64_t>(g.write_end - g.write) > words + kRecordsOfStep * left;
}

void log_words(std::uintptr_t address, std::size_t bytes) {
  if (!has_room_for((bytes + 7) / 8)) return;
  for (std::size_t i = 0; i < bytes; i += 8) {
    const std::size_t left = bytes - i;
    put({wire::RecordKind::kValue, OpKind::kPlainLoad, static_cast<std::uint16_t>(g.current->id), 8,
         value_at(address + i, left < 8 ? left : 8)});
  }
}

void log_value(std::uintptr_t address, std::size_t bytes) {
  note_detail(contents(address, bytes), bytes < ~0u ? static_cast<std::uint32_t>(bytes) : ~0u);
  if (bytes > 8) log_words(address, bytes);
  watch_bytes(address, bytes);
}

}  // namespace

void begin_plain_values() {
  stored_bytes = 0;
  begin_unseen_writes();
}

void log_plain_value(std::uintptr_t address, std::size_t bytes, bool write) {
  if (g.exiting) return;
  if (!write) return log_value(address, bytes);
  stored_at = address;
  stored_bytes = bytes;
}

void log_stored() {
  const std::size_t bytes = stored_bytes;
  stored_bytes = 0;
  if (bytes != 0) log_value(stored_at, bytes);
  log_unseen_writes(stored_at, bytes);
}

}  // namespace stalemate::rt

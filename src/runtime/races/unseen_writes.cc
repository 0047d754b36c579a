#include "runtime/races/unseen_writes.h"

#include "model/wire/layout.h"
#include "runtime/core/fiber.h"
#include "runtime/races/plain_polls.h"
#include "runtime/scheduler/scheduler.h"

namespace stalemate::rt {

namespace {

struct Word {
  std::uintptr_t address = 0;
  std::uint32_t bytes = 0;
  std::uint64_t value = 0;
};

constexpr std::uint32_t kWords = 1024;
constexpr std::size_t kMostOfAccess = 512;    // bytes of one access that are watched
constexpr std::uintptr_t kObjectBytes = 128;  // more than any object of pthreads has
constexpr std::uintptr_t kMappings = 0x700000000000;
constexpr std::ptrdiff_t kSpare = 4096;  // records reserved for the end of the execution

Word words[kWords];
std::uint32_t used = 0, oldest = 0;

// Stacks, heaps and the variables of the program stay mapped.
bool can_be_watched(std::uintptr_t address) { return address < kMappings; }

// Left by a call: the bytes there are no longer a variable.
bool is_dead(std::uintptr_t address) {
  if (!layout::in_stacks(address)) return false;
  return layout::stack_slot(address) == g.current->slot &&
         address < reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

// Of a thread that has ended. Slow: for words that have changed.
bool is_left(std::uintptr_t address) {
  if (!layout::in_stacks(address)) return false;
  for (std::uint32_t id = 0; id < fiber_count(); ++id)
    if (const Fiber* fiber = fiber_by_id(id); fiber->slot == layout::stack_slot(address))
      return fiber->finished;
  return true;
}

bool overlaps(const Word& word, std::uintptr_t address, std::size_t bytes) {
  return word.address < address + bytes && address < word.address + word.bytes;
}

// The effect of a step other than a plain access on its object is in the log.
bool is_object_of_last_step(const Word& word) {
  if (g.last_step == nullptr) return false;
  const OpKind op = g.last_step->op;
  if (op == OpKind::kPlainLoad || op == OpKind::kPlainStore) return false;
  return overlaps(word, g.last_step->object, kObjectBytes);
}

void remove(std::uint32_t n) {
  words[n] = words[--used];
  if (oldest >= used) oldest = 0;
}

void watch_word(std::uintptr_t address, std::uint32_t bytes) {
  const std::uint64_t value = value_at(address, bytes);
  for (std::uint32_t n = 0; n < used; ++n)
    if (words[n].address == address && words[n].bytes == bytes) {
      words[n].value = value;
      return;
    }
  if (used < kWords) {
    words[used++] = {address, bytes, value};
    return;
  }
  words[oldest] = {address, bytes, value};
  oldest = (oldest + 1) % kWords;
}

void log_change(const Word& word) {
  const auto thread = static_cast<std::uint16_t>(g.current->id);
  put({wire::RecordKind::kAccess, OpKind::kPlainStore, thread, word.bytes | wire::kAccessWrites,
       word.address});
  put({wire::RecordKind::kValue, OpKind::kNone, thread, word.bytes, word.value});
}

}  // namespace

void begin_unseen_writes() { used = oldest = 0; }

void watch_bytes(std::uintptr_t address, std::size_t bytes) {
  if (!can_be_watched(address)) return;
  for (std::size_t i = 0; i < bytes && i < kMostOfAccess; i += 8) {
    const std::size_t left = bytes - i;
    watch_word(address + i, static_cast<std::uint32_t>(left < 8 ? left : 8));
  }
}

void log_unseen_writes(std::uintptr_t stored, std::size_t bytes) {
  for (std::uint32_t n = 0; n < used;) {
    Word& word = words[n];
    const std::uint64_t now = value_at(word.address, word.bytes);
    if (is_dead(word.address) || (now != word.value && is_left(word.address))) {
      remove(n);
      continue;
    }
    ++n;
    if (now == word.value) continue;
    word.value = now;
    if (overlaps(word, stored, bytes) || is_object_of_last_step(word)) continue;
    if (g.write_end - g.write > kSpare) log_change(word);
  }
}

}  // namespace stalemate::rt

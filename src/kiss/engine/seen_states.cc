#include "kiss/engine/seen_states.h"

#include <sys/mman.h>

namespace stalemate::kiss::engine {
namespace {

constexpr std::size_t kFirstSlots = 1u << 12;

Hash128* slots;
std::size_t slot_count, limit;
std::uint64_t count;
bool full;

Hash128* map_slots(std::size_t wanted) {
  void* const got = mmap(nullptr, wanted * sizeof(Hash128), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return got == MAP_FAILED ? nullptr : static_cast<Hash128*>(got);
}

Hash128& slot_for(Hash128 state) {
  std::size_t at = state.low & (slot_count - 1);
  while (slots[at] != Hash128{} && slots[at] != state) at = (at + 1) & (slot_count - 1);
  return slots[at];
}

// Old and new exist at once.
bool grows() {
  if (3 * slot_count * sizeof(Hash128) > limit) return false;
  Hash128* const larger = map_slots(2 * slot_count);
  if (larger == nullptr) return false;
  Hash128* const old = slots;
  const std::size_t old_count = slot_count;
  slots = larger;
  slot_count *= 2;
  for (std::size_t i = 0; i < old_count; ++i)
    if (old[i] != Hash128{}) slot_for(old[i]) = old[i];
  munmap(old, old_count * sizeof(Hash128));
  return true;
}

}  // namespace

bool start_states(std::size_t most_bytes) {
  limit = most_bytes;
  slot_count = kFirstSlots;
  slots = map_slots(slot_count);
  return slots != nullptr;
}

bool insert_state(Hash128 state) {
  if (state == Hash128{}) state.high = 1;  // zero means empty
  Hash128* slot = &slot_for(state);
  if (*slot == state) return false;
  if (count >= slot_count / 4 * 3) {
    if (full || !grows()) {
      full = true;
      return true;
    }
    slot = &slot_for(state);
  }
  *slot = state;
  ++count;
  return true;
}

std::uint64_t state_count() { return count; }
bool states_are_full() { return full; }

}  // namespace stalemate::kiss::engine

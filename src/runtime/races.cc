#include "runtime/races.h"

#include <cstring>

#include "runtime/fiber.h"
#include "runtime/heap_faults.h"
#include "runtime/pages.h"
#include "runtime/scheduler.h"
#include "runtime/shadow.h"
#include "runtime/state.h"

namespace stalemate::rt {

namespace {

// A set of code addresses, emptied in constant time.
class CodeSet {
 public:
  void clear() {
    ++round_;
    count_ = 0;
  }
  bool has(std::uintptr_t pc) const { return places_[find(pc)].round == round_; }
  // False if it was there, or if there is no more room.
  bool add(std::uintptr_t pc) {
    Place& place = places_[find(pc)];
    if (place.round == round_ || count_ == kMost) return false;
    place = {pc, round_};
    ++count_;
    return true;
  }

 private:
  static constexpr std::uint32_t kPlaces = 4096, kMost = 2048;
  struct Place {
    std::uintptr_t pc;
    std::uint32_t round;
  };
  std::uint32_t find(std::uintptr_t pc) const {
    std::uint32_t at = static_cast<std::uint32_t>(pc * 0x9e3779b97f4a7c15u >> 52);
    while (places_[at].round == round_ && places_[at].pc != pc) at = (at + 1) % kPlaces;
    return at;
  }

  Place places_[kPlaces] = {};
  std::uint32_t round_ = 1;
  std::uint32_t count_ = 0;
};

struct Range {
  std::uintptr_t begin = 0, end = 0;
  bool overlaps(std::uintptr_t address, std::size_t bytes) const {
    return address < end && begin < address + bytes;
  }
};

constexpr std::uint32_t kMostAllowed = 256;

bool available = false;
CodeSet told;      // in this execution
CodeSet promoted;  // in this session
Range watched;
Range allowed[kMostAllowed];
std::uint32_t allowed_count = 0;

bool is_allowed(std::uintptr_t address, std::size_t bytes) {
  for (std::uint32_t i = 0; i < allowed_count; ++i)
    if (allowed[i].overlaps(address, bytes)) return true;
  return false;
}

void put_access(wire::RecordKind kind, std::uintptr_t address, std::uint32_t value, std::uintptr_t pc) {
  if (g.write + CallStack::kDepth >= g.write_end) return;
  Fiber* self = g.current;
  put({kind, OpKind::kNone, static_cast<std::uint16_t>(self->id), value, address});
  if (!g.detailed) {
    put({wire::RecordKind::kFrame, OpKind::kNone, static_cast<std::uint16_t>(self->id), 0, pc});
    return;
  }
  take_call_stack(self, pc);
  put_frames(self, pc);
}

std::uint32_t bits_of(std::size_t bytes, bool write) {
  const auto size = static_cast<std::uint32_t>(bytes < 255 ? bytes : 255);
  return size | (write ? wire::kAccessWrites : 0u);
}

void tell_race(const Conflict& conflict) {
  const std::uintptr_t pc = conflict.pc & ~kVolatileAccess;
  if (!told.add(pc)) return;
  std::uint32_t value = bits_of(conflict.bytes, conflict.write);
  if (conflict.earlier_write) value |= wire::kEarlierWrites;
  if ((conflict.pc & kVolatileAccess) != 0) value |= wire::kAccessVolatile | wire::kRaceQuiet;
  if (is_allowed(conflict.address, conflict.bytes)) value |= wire::kRaceQuiet;
  value |= conflict.earlier_thread << 16;
  ++g.header->races;
  put_access(wire::RecordKind::kRace, conflict.address, value, pc);
}

void tell(const Conflict& conflict) {
  if (conflict.fault == Fault::kRace) return tell_race(conflict);
  end_at_heap_fault(conflict);
}

void look_closer(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t from) {
  const std::uintptr_t pc = from & ~kVolatileAccess;
  if (promoted.has(pc)) {
    announce(write ? OpKind::kPlainStore : OpKind::kPlainLoad, address, pc);
    pass_enabled();
  }
  if (!watched.overlaps(address, bytes)) return;
  const std::uint32_t how = from != pc ? std::uint32_t{wire::kAccessVolatile} : 0u;
  put_access(wire::RecordKind::kAccess, address, bits_of(bytes, write) | how, pc);
}

}  // namespace

bool prepare_race_checking() {
  prepare_clocks();
  available = prepare_shadow();
  on_conflict = tell;
  before_access = look_closer;
  return available;
}

void begin_race_checking(const wire::ItemHeader& item) {
  const wire::Config& config = g.channel->config;
  if (!available || config.races == 0) return stop_clocks();
  told.clear();
  allowed_count = 0;
  promoted.clear();
  for (std::uint32_t i = 0; i < config.promoted_count && i < wire::kMostPromoted; ++i)
    promoted.add(config.promoted[i]);
  watched = {item.watch, item.watch + item.watch_bytes};
  racing.careful = config.promoted_count != 0 || item.watch_bytes != 0;
  begin_shadow(begin_clocks());
}

void end_race_checking() { stop_clocks(); }

void allow_races(std::uintptr_t address, std::size_t bytes) {
  if (allowed_count < kMostAllowed) allowed[allowed_count++] = {address, address + bytes};
}

}  // namespace stalemate::rt

#include "runtime/races/races.h"

#include <cstring>

#include "model/watch.h"
#include "runtime/core/code_set.h"
#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/heap/heap_blocks.h"
#include "runtime/heap/heap_faults.h"
#include "runtime/heap/leaks.h"
#include "runtime/log/effects.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/pages.h"
#include "runtime/races/plain_polls.h"
#include "runtime/races/plain_values.h"
#include "runtime/scheduler/fairness.h"
#include "runtime/scheduler/private_atomics.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/shadow/history.h"
#include "runtime/shadow/shadow.h"

namespace stalemate::rt {

namespace {

void say_unchecked(const char* why) { note_uncontrolled(wire::Uncontrolled::kAccesses, 0, why); }

// Pairs that were logged in this execution: the later code with the earlier one, or with what is known of it.
class PairSet {
 public:
  // False if it is present, or if there is no more room.
  bool add(std::uintptr_t later, std::uint64_t earlier) {
    std::uint32_t at = static_cast<std::uint32_t>((later * 31 + earlier) * 0x9e3779b97f4a7c15u >> 50);
    while (pairs_[at].round == round_ && (pairs_[at].later != later || pairs_[at].earlier != earlier))
      at = (at + 1) % kPlaces;
    if (pairs_[at].round == round_) return false;
    if (count_ == kMost) {
      say_unchecked("more races than an execution reports");
      return false;
    }
    pairs_[at] = {later, earlier, round_};
    ++count_;
    return true;
  }
  void clear() {
    ++round_;
    count_ = 0;
  }

 private:
  static constexpr std::uint32_t kPlaces = 1u << 14, kMost = 1u << 13;
  struct Pair {
    std::uintptr_t later;
    std::uint64_t earlier;
    std::uint64_t round;
  };
  std::uint64_t round_;
  std::uint32_t count_;
  Pair pairs_[kPlaces];
};

struct Range {
  std::uintptr_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
  bool overlaps(std::uintptr_t address, std::size_t bytes) const {
    return address < end && begin < address + bytes;
  }
  bool contains(std::uintptr_t address, std::size_t bytes) const {
    return begin <= address && address + bytes <= end;
  }
};

constexpr std::uint32_t kMostAllowed = 1u << 20;

// Uses memory only as far as needed.
struct RaceMemory {
  PairSet reported;
  Range allowed[kMostAllowed];
};

bool available = false;
CodeSet promoted;  // in this session
bool all_promoted = false;
Range watched;
bool all_pairs = false;
RaceMemory* kept = nullptr;
std::uint32_t allowed_count = 0;

bool is_allowed(std::uintptr_t address, std::size_t bytes) {
  for (std::uint32_t i = 0; i < allowed_count; ++i)
    if (kept->allowed[i].overlaps(address, bytes)) return true;
  return false;
}

void put_access(wire::RecordKind kind, std::uintptr_t address, std::uint32_t value, std::uintptr_t pc) {
  Fiber* self = g.current;
  put({kind, OpKind::kNone, static_cast<std::uint16_t>(self->id), value, fresh_address(address)});
  if (!g.detailed) {
    put({wire::RecordKind::kFrame, OpKind::kNone, static_cast<std::uint16_t>(self->id), 0, pc});
    return;
  }
  take_call_stack(self, pc);
  put_frames(self, pc);
}

bool has_room() { return g.write + CallStack::kDepth + 8 < g.write_end; }

std::uint32_t bits_of(std::size_t bytes, bool write) {
  const auto size = static_cast<std::uint32_t>(bytes < 255 ? bytes : 255);
  return size | (write ? wire::kAccessWrites : 0u);
}

// The bytes that a record names. It has no room for the size of a long range: then those from the first
// relevant byte on, so that watching them shows what the report is about.
Range recorded_part(std::uintptr_t address, std::size_t bytes, std::uintptr_t first) {
  constexpr std::size_t kLongest = wire::kAccessBytes - 1;
  return {bytes > kLongest && first > address ? first : address, address + bytes};
}

struct RacePair {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::uintptr_t pc = 0;
  std::uint32_t bits = 0;
  std::uintptr_t earlier_pc = 0;
};

void put_race(const RacePair& race) {
  constexpr std::uint32_t kKind = wire::kEarlierThread | wire::kEarlierWrites;
  constexpr std::uint64_t kQuiet = std::uint64_t{1} << 63;
  const bool quiet = (race.bits & wire::kRaceQuiet) != 0 || is_allowed(race.address, race.bytes);
  const std::uint64_t earlier = race.earlier_pc != 0 ? race.earlier_pc : race.bits & kKind;
  if (!kept->reported.add(race.pc, earlier | (quiet ? kQuiet : 0))) return;
  if (!has_room()) return say_unchecked("more races than fit into a log");
  put_access(wire::RecordKind::kRace, race.address, race.bits | (quiet ? wire::kRaceQuiet : 0u), race.pc);
  if (race.earlier_pc != 0)
    put({wire::RecordKind::kPartner, OpKind::kNone, static_cast<std::uint16_t>(g.current->id), 0,
         race.earlier_pc});
  ++g.header->races;
}

// Of a word that is not remembered: the thread, not the place.
void log_race(const Conflict& conflict) {
  if (racing.careful && is_remembered(conflict.word)) return;
  const Range part = recorded_part(conflict.address, conflict.bytes, conflict.word);
  std::uint32_t bits = bits_of(part.size(), conflict.write) | conflict.earlier_thread << 16;
  if (conflict.earlier_write) bits |= wire::kEarlierWrites;
  if (conflict.atomic) bits |= wire::kAccessAtomic;
  if ((conflict.pc & kVolatileAccess) != 0) bits |= wire::kAccessVolatile | wire::kRaceQuiet;
  put_race({part.begin, part.size(), conflict.pc & ~kVolatileAccess, bits, 0});
}

void log_pair(const Touch& earlier, const TouchedBytes& where, const Touch& later) {
  const Range part = recorded_part(where.address, where.bytes, where.word);
  std::uint32_t bits = bits_of(part.size(), later.write) | std::uint32_t{earlier.thread} << 16;
  if (earlier.write) bits |= wire::kEarlierWrites;
  if (later.atomic) bits |= wire::kAccessAtomic;
  if (earlier.atomic) bits |= wire::kEarlierAtomic;
  if (later.is_volatile) bits |= wire::kAccessVolatile;
  if (later.is_volatile || earlier.is_volatile) bits |= wire::kRaceQuiet;
  put_race({part.begin, part.size(), later.pc, bits, earlier.pc});
}

void report_conflict(const Conflict& conflict) {
  if (conflict.fault == Fault::kRace) return log_race(conflict);
  end_at_heap_fault(conflict);
}

// A promoted access is a step. A load that is repeated and never finds a new value is a poll (S9).
void pass_promoted(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  const OpKind op = write ? OpKind::kPlainStore : OpKind::kPlainLoad;
  announce(op, address, pc);
  pass_enabled();
  if (private_atomics_are_on) note_step_on(address, bytes);
  log_bytes(op, bytes);
  if (g.traced) [[unlikely]]
    log_plain_value(address, bytes, write);
  if (!write) note_look(pc, reinterpret_cast<const void*>(address), value_at(address, bytes));
}

void log_watched(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t from) {
  if (!has_room()) return;
  const std::uintptr_t pc = from & ~kVolatileAccess;
  const std::uint32_t how = from != pc ? std::uint32_t{wire::kAccessVolatile} : 0u;
  const Range part = recorded_part(address, bytes, watched.begin);
  put_access(wire::RecordKind::kAccess, part.begin, bits_of(part.size(), write) | how, pc);
}

void look_closer(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t from) {
  const std::uintptr_t pc = from & ~kVolatileAccess;
  const bool is_promoted = all_promoted || promoted.has(pc);
  if (is_promoted) pass_promoted(address, bytes, write, pc);
  note_plain_access(address, bytes, write, pc);
  const bool is_watched = watched.overlaps(address, bytes);
  if (is_watched) log_watched(address, bytes, write, from);
  if (is_promoted || is_watched || all_pairs) remember(address, bytes);
  touch_remembered(address, bytes, {pc, 0, 0, 0, write, false, from != pc}, log_pair);
}

void look_at_atomic(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  if (all_pairs || watched.overlaps(address, bytes)) remember(address, bytes);
  touch_remembered(address, bytes, {pc, 0, 0, 0, write, true, false}, log_pair);
}

}  // namespace

bool prepare_race_checking() {
  prepare_clocks();
  prepare_history();
  if (kept == nullptr) kept = static_cast<RaceMemory*>(kept_pages(sizeof(RaceMemory)));
  available = prepare_shadow();
  on_giving_up = say_unchecked;
  on_conflict = report_conflict;
  before_access = look_closer;
  before_atomic = look_at_atomic;
  before_forgetting = forget_history;
  return available;
}

void begin_race_checking(const wire::ItemHeader& item) {
  const wire::Config& config = g.channel->config;
  racing.careful = false;
  begin_plain_polls();
  if (config.races != 0 && !available) say_unchecked("no address space for it");
  if (!available || config.races == 0) return stop_clocks();
  kept->reported.clear();
  allowed_count = 0;
  begin_history();
  promoted.clear();
  for (std::uint32_t i = 0; i < config.promoted_count && i < wire::kMostPromoted; ++i)
    promoted.add(config.promoted[i]);
  watched = {item.watch,
             item.watch_bytes == wire::kWatchAll ? ~std::uintptr_t{0} : item.watch + item.watch_bytes};
  all_pairs = (item.flags & wire::kItemPairs) != 0;
  all_promoted = config.plain_steps != 0;
  racing.careful = all_promoted || config.promoted_count != 0 || item.watch_bytes != 0 || all_pairs;
  // Stamps remain on the stacks: if stacks are compared, each execution must have the same.
  begin_shadow(begin_clocks(config.states == wire::States::kMemory));
}

void log_private_atomic(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  if (racing.careful && watched.overlaps(address, bytes)) log_watched(address, bytes, write, pc);
}

void end_race_checking() { stop_clocks(); }

void forget_watched_bytes() { watched = {}; }

void allow_races(std::uintptr_t address, std::size_t bytes) {
  if (!available) return;
  // Most likely repeated for the same variable.
  if (allowed_count != 0 && kept->allowed[allowed_count - 1].contains(address, bytes)) return;
  if (allowed_count == kMostAllowed)
    fail(wire::Outcome::kMisuse, 0, "stalemate::benign was called for more than %u variables", kMostAllowed);
  kept->allowed[allowed_count++] = {address, address + bytes};
}

}  // namespace stalemate::rt

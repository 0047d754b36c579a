// Random executions: the shadow's first conflict against reachability in the graph of events, byte by byte.
#include "runtime/shadow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace stalemate::rt {
namespace {

constexpr std::uint32_t kMemory = 24, kObjects = 3, kAtomics = kObjects * 8;
alignas(16) char memory[kAtomics + kMemory + 16];

struct Event {
  enum Kind { kRead, kWrite, kAcquire, kRelease, kLoad, kStore, kModify, kFence, kCreate, kJoin } kind;
  std::uint32_t thread = 0;
  std::uint32_t object = 0;  // lock, atomic, thread
  Order order = Order::kRelaxed;
  std::uint32_t at = 0, bytes = 0;
};

std::string text_of(const std::vector<Event>& events) {
  static const char* names[] = {"read",  "write",  "acquire", "release", "load",
                                "store", "modify", "fence",   "create",  "join"};
  std::string text;
  for (const Event& e : events)
    text += std::to_string(e.thread) + " " + names[e.kind] + " o" + std::to_string(e.object) + " order" +
            std::to_string(int(e.order)) + " [" + std::to_string(e.at) + "+" + std::to_string(e.bytes) +
            "]\n";
  return text;
}

bool acquires(Order o) { return o != Order::kRelaxed && o != Order::kRelease; }
bool writes(const Event& e) {
  return e.kind == Event::kWrite || e.kind == Event::kStore || e.kind == Event::kModify;
}
bool releases(Order o) { return o >= Order::kRelease; }

// The relation from its definition: an edge for program order, create, join, lock, and for each load that
// reads from a release sequence; fences at either end. Nothing is shared with the clocks.
class Graph {
 public:
  explicit Graph(const std::vector<Event>& events) : events_(events), after_(events.size()) {
    for (std::uint32_t i = 0; i < events.size(); ++i) add(i);
  }

  // The first event that conflicts with an earlier one.
  std::optional<std::uint32_t> first_conflict() const {
    for (std::uint32_t i = 0; i < events_.size(); ++i) {
      if (events_[i].bytes == 0) continue;
      const std::vector<bool> before = past_of(i);
      for (std::uint32_t j = 0; j < i; ++j)
        if (conflict(j, i) && !before[j]) return i;
    }
    return {};
  }

 private:
  bool conflict(std::uint32_t j, std::uint32_t i) const {
    const Event &a = events_[j], &b = events_[i];
    const bool both_atomic = a.kind > Event::kWrite && b.kind > Event::kWrite;
    if (both_atomic || (!writes(a) && !writes(b))) return false;
    return a.thread != b.thread && a.at < b.at + b.bytes && b.at < a.at + a.bytes;
  }

  std::vector<bool> past_of(std::uint32_t i) const {
    std::vector<bool> past(i + 1);
    past[i] = true;
    for (std::uint32_t k = i + 1; k-- > 0;)
      if (past[k])
        for (const std::uint32_t from : after_[k]) past[from] = true;
    return past;
  }

  // A store heads a release sequence if it releases, or if a release fence of its thread came before.
  std::optional<std::uint32_t> head_of(std::uint32_t store) const {
    const Event& s = events_[store];
    if (releases(s.order)) return store;
    for (std::uint32_t k = store; k-- > 0;)
      if (events_[k].thread == s.thread && events_[k].kind == Event::kFence && releases(events_[k].order))
        return k;
    return {};
  }

  // What a load of `object` at i synchronizes with: the heads of the sequence that it reads from.
  std::vector<std::uint32_t> heads_before(std::uint32_t i, std::uint32_t object) const {
    std::vector<std::uint32_t> heads;
    for (std::uint32_t k = i; k-- > 0;) {
      const Event& e = events_[k];
      if ((e.kind != Event::kStore && e.kind != Event::kModify) || e.object != object) continue;
      if (const auto head = head_of(k)) heads.push_back(*head);
      if (e.kind == Event::kStore) break;
    }
    return heads;
  }

  void synchronize(std::uint32_t i, std::uint32_t reading) {
    for (const std::uint32_t head : heads_before(reading, events_[reading].object)) after_[i].push_back(head);
  }

  void add(std::uint32_t i) {
    const Event& e = events_[i];
    for (std::uint32_t k = i; k-- > 0;)
      if (events_[k].thread == e.thread) {
        after_[i].push_back(k);
        break;
      }
    for (std::uint32_t k = i; k-- > 0;) {
      const Event& f = events_[k];
      if (f.kind == Event::kCreate && f.object == e.thread) after_[i].push_back(k);
      const bool of_joined = f.thread == e.object || (f.kind == Event::kCreate && f.object == e.object);
      if (e.kind == Event::kJoin && of_joined) after_[i].push_back(k);
      if (e.kind == Event::kAcquire && f.kind == Event::kRelease && f.object == e.object)
        after_[i].push_back(k);
    }
    if ((e.kind == Event::kLoad || e.kind == Event::kModify) && acquires(e.order)) synchronize(i, i);
    if (e.kind == Event::kFence && acquires(e.order))
      for (std::uint32_t k = 0; k < i; ++k)
        if (events_[k].thread == e.thread &&
            (events_[k].kind == Event::kLoad || events_[k].kind == Event::kModify))
          synchronize(i, k);
  }

  const std::vector<Event>& events_;
  std::vector<std::vector<std::uint32_t>> after_;  // direct predecessors
};

bool told = false;
void remember(const Conflict&) { told = true; }

void make_access(const Event& e) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory) + e.at;
  const bool write = e.kind == Event::kWrite;
  if (e.bytes == 1)
    write ? on_write<1>(address, 1) : on_read<1>(address, 1);
  else if (e.bytes == 2)
    write ? on_write<2>(address, 1) : on_read<2>(address, 1);
  else if (e.bytes == 4)
    write ? on_write<4>(address, 1) : on_read<4>(address, 1);
  else if (e.bytes == 8)
    write ? on_double<true>(address, 1) : on_double<false>(address, 1);
  else
    check_access(address, e.bytes, write, 1);
}

void make_atomic_access(const Event& e, VectorClock& clock) {
  if (e.kind != Event::kStore) atomic_load(clock, e.order);
  check_atomic(reinterpret_cast<std::uintptr_t>(memory) + e.at, e.bytes, writes(e), 1);
  if (e.kind == Event::kStore) atomic_store(clock, e.order);
  if (e.kind == Event::kModify) atomic_rewrite(clock, e.order);
}

// The first event at which the shadow speaks.
std::optional<std::uint32_t> first_told(const std::vector<Event>& events) {
  VectorClock locks[kObjects] = {}, atomics[kObjects] = {};
  on_conflict = remember;
  told = false;
  begin_shadow(begin_clocks());
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    run_clock(e.thread);
    switch (e.kind) {
      case Event::kRead:
      case Event::kWrite: make_access(e); break;
      case Event::kAcquire: acquire(locks[e.object]); break;
      case Event::kRelease: release(locks[e.object]); break;
      case Event::kLoad:
      case Event::kStore:
      case Event::kModify: make_atomic_access(e, atomics[e.object]); break;
      case Event::kFence: atomic_fence(e.order); break;
      case Event::kCreate: fork_clock(e.object); break;
      case Event::kJoin: join_clock(e.object); break;
    }
    if (told) return i;
  }
  return {};
}

std::vector<Event> random_events(std::mt19937& random, std::uint32_t length) {
  auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::vector<Event> events;
  std::vector<std::uint32_t> running = {0};
  std::uint32_t threads = 1;
  const std::uint32_t sizes[] = {1, 1, 2, 4, 4, 8, 16, 3, 7};
  const std::uint32_t busy = 2 + below(12);  // how much is synchronization
  const Order orders[] = {Order::kRelaxed, Order::kAcquire, Order::kRelease, Order::kAcqRel, Order::kSeqCst};
  while (events.size() < length) {
    Event e{
        Event::kRead, running[below(static_cast<std::uint32_t>(running.size()))], 0, Order::kRelaxed, 0, 0};
    const std::uint32_t what = below(busy + 6);
    e.object = below(kObjects);
    e.order = orders[below(5)];
    if (what == 0 && threads < 5) {
      e.kind = Event::kCreate;
      e.object = threads;
      running.push_back(threads++);
    } else if (what == 1 && running.size() > 1 && below(3) == 0) {
      const std::uint32_t gone = running.back();
      if (gone == e.thread) continue;
      e.kind = Event::kJoin;
      e.object = gone;
      running.pop_back();
    } else if (what < 6) {
      e.kind = what < 4 && below(4) != 0 ? Event::kRead : Event::kWrite;
      e.bytes = sizes[below(9)];
      e.at = below(kMemory - e.bytes);
      if (below(3) != 0) e.at = e.at / e.bytes * e.bytes;
      if (below(8) != 0) e.at += kAtomics;  // seldom the atomics themselves
    } else {
      e.kind = static_cast<Event::Kind>(Event::kAcquire + below(6));
      if (e.kind == Event::kLoad || e.kind == Event::kStore || e.kind == Event::kModify) {
        e.at = e.object * 8;  // an atomic has one address and size
        e.bytes = e.object == 0 ? 8 : e.object == 1 ? 2 : 4;
      }
    }
    events.push_back(e);
  }
  return events;
}

// Leaves out what is not needed for the difference.
std::vector<Event> shrink(std::vector<Event> events) {
  auto differ = [](const std::vector<Event>& e) { return first_told(e) != Graph(e).first_conflict(); };
  for (std::size_t i = events.size(); i-- > 0;) {
    if (events[i].kind >= Event::kCreate) continue;
    std::vector<Event> less = events;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    if (differ(less)) events = std::move(less);
  }
  return events;
}

TEST(Shadow, SpeaksWhereTheGraphOfEventsHasItsFirstConflict) {
  prepare_clocks();
  ASSERT_TRUE(prepare_shadow());
  std::mt19937 random(7);
  std::uint32_t racy = 0;
  for (std::uint32_t run = 0; run < 20000; ++run) {
    const std::vector<Event> events = random_events(random, 4 + run % 60);
    const auto expected = Graph(events).first_conflict();
    if (first_told(events) != expected) {
      const auto small = shrink(events);
      const auto told_at = first_told(small), wanted = Graph(small).first_conflict();
      FAIL() << "run " << run << ": told at " << (told_at ? int(*told_at) : -1) << ", first conflict at "
             << (wanted ? int(*wanted) : -1) << "\n"
             << text_of(small);
    }
    racy += expected ? 1 : 0;
  }
  std::printf("%u racy\n", racy);
  EXPECT_GT(racy, 5000u);
  EXPECT_LT(racy, 15000u);
}

}  // namespace
}  // namespace stalemate::rt

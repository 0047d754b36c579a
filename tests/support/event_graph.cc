#include "event_graph.h"

#include <optional>

namespace stalemate::test {

namespace {

using Place = std::uint32_t;  // in the list of events

bool modifies(const Event& e) { return e.kind == Event::kStore || e.kind == Event::kModify; }
bool loads(const Event& e) { return e.kind == Event::kLoad || e.kind == Event::kModify; }
class Graph {
 public:
  explicit Graph(const Events& events) : events_(events) {
    for (Place i = 0; i < events.size(); ++i) {
      past_.emplace_back(i + 1);
      past_[i][i] = true;
      add(i);
    }
  }

  bool is_before(Place earlier, Place later) const { return past_[later][earlier]; }

 private:
  void order(Place before, Place after) {
    for (Place k = 0; k <= before; ++k)
      if (past_[before][k]) past_[after][k] = true;
  }

  // A store heads a release sequence if it releases, or if a release fence of its thread came before.
  std::optional<Place> head_of(Place store) const {
    const Event& s = events_[store];
    if (s.releases()) return store;
    for (Place k = store; k-- > 0;)
      if (events_[k].thread == s.thread && events_[k].kind == Event::kFence && events_[k].releases())
        return k;
    return {};
  }

  // The heads of the sequences that the load at `reading` reads from come before i.
  void order_after_heads(Place i, Place reading) {
    for (Place k = reading; k-- > 0;) {
      const Event& e = events_[k];
      if (!modifies(e) || e.object != events_[reading].object) continue;
      if (const auto head = head_of(k)) order(*head, i);
      if (e.kind == Event::kStore) break;
    }
  }

  static bool are_ordered(const Event& first, const Event& second) {
    if (first.thread == second.thread) return true;
    if (first.kind == Event::kCreate && first.object == second.thread) return true;
    if (second.kind == Event::kJoin && first.thread == second.object) return true;
    if (second.kind == Event::kJoin && first.kind == Event::kCreate && first.object == second.object)
      return true;
    if (first.object != second.object) return false;
    switch (second.kind) {
      case Event::kAcquire: return first.kind == Event::kRelease || first.kind == Event::kReadRelease;
      case Event::kReadAcquire: return first.kind == Event::kRelease;
      case Event::kLeave: return first.kind == Event::kArrive;
      default: return false;
    }
  }

  void add(Place i) {
    const Event& e = events_[i];
    for (Place k = 0; k < i; ++k)
      if (are_ordered(events_[k], e)) order(k, i);
    if (loads(e) && e.acquires()) order_after_heads(i, i);
    if (e.kind == Event::kFence && e.acquires())
      for (Place k = 0; k < i; ++k)
        if (events_[k].thread == e.thread && loads(events_[k])) order_after_heads(i, k);
  }

  const Events& events_;
  std::vector<std::vector<bool>> past_;  // of each event
};

Faults fault_between(const Event& earlier, const Event& later, bool ordered) {
  if (!earlier.writes() && !later.writes()) return 0;
  if (earlier.atomic() && later.atomic()) return 0;
  if (earlier.kind == Event::kFree) return kFreed;
  if (ordered) return 0;
  return later.kind == Event::kFree ? kFreed : kRaces;
}

// Whether some byte of both lives on, from one to the other: it is neither freed nor allocated in between.
bool meet(const Events& events, const std::vector<Faults>& faults, Place i, Place j) {
  const auto has = [](const Event& e, Place byte) { return e.at <= byte && byte < e.at + e.bytes; };
  for (Place byte = events[j].at; byte < events[j].at + events[j].bytes; ++byte) {
    bool lives = has(events[i], byte);
    for (Place k = i + 1; k < j && lives; ++k) {
      const bool ends =
          events[k].kind == Event::kAllocate || (events[k].kind == Event::kFree && faults[k] == 0);
      lives = !(ends && has(events[k], byte));
    }
    if (lives) return true;
  }
  return false;
}

std::vector<Faults> judge(const Events& events, bool all) {
  const Graph graph(events);
  std::vector<Faults> faults(events.size());
  for (Place j = 0; j < events.size(); ++j) {
    if (events[j].kind == Event::kAllocate) continue;
    for (Place i = 0; i < j; ++i) {
      if (events[i].kind == Event::kAllocate || (faults[i] != 0 && !all)) continue;
      if (meet(events, faults, i, j)) faults[j] |= fault_between(events[i], events[j], graph.is_before(i, j));
    }
  }
  return faults;
}

}  // namespace

std::vector<Faults> judged_by_graph(const Events& events) { return judge(events, false); }
std::vector<Faults> judged_by_whole_graph(const Events& events) { return judge(events, true); }

}  // namespace stalemate::test

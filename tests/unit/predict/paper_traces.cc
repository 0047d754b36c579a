#include "paper_traces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "trace/std_format.h"

namespace stalemate::predict::paper {
namespace {

using trace::Event;
using trace::EventKind;

struct Kept : WitnessSink {
  void take(const Witness& witness) override { witnesses.push_back(witness); }
  std::vector<Witness> witnesses;
};

// Lets threads do what they may, one event after the other, and closes every scope at the end.
class Drawing {
 public:
  Drawing(const Family& family, std::mt19937& random)
      : family_(family),
        random_(random),
        held_(family.threads),
        state_(family.threads),
        owner_(family.locks, -1) {
    for (std::size_t at = 0; at < family.threads; ++at) trace_.threads.push_back("T" + std::to_string(at));
    for (std::size_t at = 0; at < family.variables; ++at)
      trace_.variables.push_back("x" + std::to_string(at));
    for (std::size_t at = 0; at < family.locks; ++at) trace_.locks.push_back("l" + std::to_string(at));
    if (family.waits) trace_.conditions.push_back("c");
    trace_.locations.push_back("0");
  }

  trace::EventTrace draw() {
    const std::size_t events = family_.events / 2 + pick(family_.events - family_.events / 2 + 1);
    while (trace_.events.size() < events) step(static_cast<std::uint16_t>(pick(family_.threads)));
    for (std::uint16_t thread = 0; thread < family_.threads; ++thread)
      while (state_[thread] == kRuns && !held_[thread].empty()) release(thread);
    return trace_;
  }

 private:
  enum State { kRuns, kWaits, kNotified };

  // Not a distribution of the library's: those differ between libraries.
  std::size_t pick(std::size_t choices) { return random_() % choices; }
  void add(EventKind kind, std::uint16_t thread, std::size_t object, std::size_t lock = 0) {
    Event event;
    event.kind = kind;
    event.thread = thread;
    event.object = static_cast<std::uint32_t>(object);
    event.lock = static_cast<std::uint32_t>(lock);
    trace_.events.push_back(event);
  }
  void release(std::uint16_t thread) {
    add(EventKind::kRelease, thread, held_[thread].back());
    owner_[held_[thread].back()] = -1;
    held_[thread].pop_back();
  }

  void step(std::uint16_t thread) {
    auto& held = held_[thread];
    if (state_[thread] == kNotified && owner_[held.back()] == -1) {
      owner_[held.back()] = thread;
      state_[thread] = kRuns;
      return add(EventKind::kWake, thread, 0, held.back());
    }
    if (state_[thread] != kRuns) return restart_if_stuck();
    const bool may_acquire = held.empty() || (family_.nested && held.size() < 2);
    if (family_.locks > 0 && may_acquire && pick(2 + held.size()) == 0) return acquire(thread);
    if (family_.waits && held.size() == 1 && pick(5) == 0) {
      owner_[held.back()] = -1;
      state_[thread] = kWaits;
      return add(EventKind::kWait, thread, 0, held.back());
    }
    if (family_.waits && pick(5) == 0) return notify(thread, pick(2) == 0);
    if (!held.empty() && pick(3) == 0) return release(thread);
    add(pick(2) == 0 ? EventKind::kRead : EventKind::kWrite, thread, pick(family_.variables));
  }

  void acquire(std::uint16_t thread) {
    const std::size_t lock = pick(family_.locks);
    if (owner_[lock] != -1) return;
    owner_[lock] = thread;
    held_[thread].push_back(lock);
    add(EventKind::kAcquire, thread, lock);
  }

  void notify(std::uint16_t thread, bool all) {
    add(all ? EventKind::kNotifyAll : EventKind::kNotify, thread, 0);
    std::vector<std::size_t> waiting;
    for (std::size_t at = 0; at < family_.threads; ++at)
      if (state_[at] == kWaits) waiting.push_back(at);
    if (waiting.empty()) return;
    if (!all) waiting = {waiting[pick(waiting.size())]};
    for (const std::size_t at : waiting) state_[at] = kNotified;
  }

  // A trace in which everybody waits for ever is begun anew.
  void restart_if_stuck() {
    if (!std::ranges::all_of(state_, [](State state) { return state == kWaits; })) return;
    trace_.events.clear();
    std::ranges::fill(state_, kRuns);
    std::ranges::fill(owner_, -1);
    for (auto& held : held_) held.clear();
  }

  const Family& family_;
  std::mt19937& random_;
  trace::EventTrace trace_;
  std::vector<std::vector<std::size_t>> held_;  // while waiting: the lock to come back to
  std::vector<State> state_;
  std::vector<int> owner_;
};

}  // namespace

const Family kFamilies[4] = {{"A no locks", 2, 2, 0, 10},
                             {"B one lock", 2, 2, 1, 12},
                             {"C two nested locks", 3, 2, 2, 13, true},
                             {"D wait and notify", 3, 2, 1, 13, false, true}};

trace::EventTrace trace_of(const std::string& events) {
  std::istringstream in(events);
  std::string text, event;
  for (int line = 1; std::getline(in, event, ';'); ++line) {
    std::istringstream words(event);
    std::string thread, operation;
    words >> thread >> operation;
    text += "T" + thread + "|" + operation + "|" + std::to_string(line) + "\n";
  }
  auto trace = trace::parse_std(text);
  EXPECT_TRUE(trace) << trace.error().sentence;
  return trace ? *trace : trace::EventTrace{};
}

trace::EventTrace random_trace(const Family& family, std::mt19937& random) {
  return Drawing(family, random).draw();
}

std::vector<Witness> witnesses_of(const trace::EventTrace& trace, Way way) {
  Kept kept;
  Options options;
  options.way = way;
  run(trace, options, kept);
  return kept.witnesses;
}

Witness witness_of(const trace::EventTrace& trace, std::size_t read, std::int64_t challenger, Case order,
                   Way way) {
  for (const Witness& witness : witnesses_of(trace, way))
    if (witness.read == read && witness.challenger == challenger && witness.order == order) return witness;
  ADD_FAILURE() << "no such witness";
  return {};
}

}  // namespace stalemate::predict::paper

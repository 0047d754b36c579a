#include "random_traces.h"

#include <random>
#include <string>

#include "oracle.h"

namespace stalemate::predict_test {

using trace::Event;
using trace::EventKind;
using trace::EventTrace;

namespace {

void name(std::vector<std::string>& names, char letter, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) names.push_back(letter + std::to_string(i));
}

class RandomRun {
 public:
  RandomRun(std::uint64_t seed, std::size_t most) : random_(seed), most_(most) {
    name(trace_.threads, 'T', 2 + below(3));
    name(trace_.variables, 'x', 1 + below(2));
    name(trace_.locks, 'l', 1 + below(2));
    name(trace_.conditions, 'c', 1);
    name(trace_.semaphores, 's', 1);
    trace_.semaphore_counts = {below(2)};
    name(trace_.barriers, 'b', 1);
    trace_.barrier_parties = {static_cast<std::uint32_t>(2 + below(2))};
    forks_ = below(3) == 0;
    kinds_ = {EventKind::kRead, EventKind::kRead, EventKind::kWrite, EventKind::kWrite};
    // A few features at a time, so that they meet often.
    if (below(4) != 0)
      add({EventKind::kAcquire, EventKind::kAcquire, EventKind::kRelease, EventKind::kRelease});
    if (below(3) == 0)
      add({EventKind::kReadAcquire, EventKind::kReadAcquire, EventKind::kReadRelease, EventKind::kReadRelease,
           EventKind::kAcquire, EventKind::kRelease});
    if (below(4) == 0) add({EventKind::kUpdate});
    if (below(6) == 0) add({EventKind::kTryFailed});
    if (below(3) == 0)
      add({EventKind::kWait, EventKind::kWait, EventKind::kWake, EventKind::kNotify, EventKind::kNotifyAll,
           EventKind::kNotify, EventKind::kAcquire});
    if (below(5) == 0) add({EventKind::kPost, EventKind::kDown});
    if (below(6) == 0) add({EventKind::kArrive, EventKind::kLeave});
    if (below(8) == 0) add({EventKind::kOther});
    reentrant_ = below(4) == 0;
  }

  EventTrace run() {
    const std::size_t threads = trace_.threads.size();
    may_time_out_.assign(threads, 0);
    ended_.assign(threads, 0);
    next_.assign(threads, EventKind::kOther);
    state_ = initial_state(trace_);
    if (forks_)
      for (std::size_t t = 1; t < threads; ++t) state_.started[t] = below(2) == 0;
    const std::vector<char> from_start = state_.started;
    for (std::size_t tries = 0; tries < 40 * most_ && trace_.events.size() < most_; ++tries) propose();
    // A thread that nobody forked would seem to run from the start; it has no events, so it makes no
    // difference.
    return trace_;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  void add(std::initializer_list<EventKind> more) { kinds_.insert(kinds_.end(), more); }

  void propose() {
    Event event;
    event.thread = static_cast<std::uint16_t>(below(trace_.threads.size()));
    const std::size_t t = event.thread;
    if (!state_.started[t] || ended_[t]) return;
    event.kind = kinds_[below(kinds_.size())];
    if (below(6) == 0 && forks_) event.kind = below(2) ? EventKind::kFork : EventKind::kJoin;
    if (next_[t] != EventKind::kOther) event.kind = next_[t];
    if ((event.kind == EventKind::kWake || event.kind == EventKind::kLeave) && next_[t] != event.kind) return;
    if (!fill(event)) return;
    std::vector<char> done = ended_;
    if (event.kind == EventKind::kJoin) {
      if (event.object == t || next_[event.object] != EventKind::kOther || !state_.started[event.object])
        return;
      done[event.object] = 1;
    }
    auto states =
        steps(trace_, state_, event, static_cast<std::int64_t>(trace_.events.size()), may_time_out_, done);
    if (states.empty()) return;
    state_ = states[below(states.size())];
    ended_ = done;
    next_[t] = event.kind == EventKind::kWait     ? EventKind::kWake
               : event.kind == EventKind::kArrive ? EventKind::kLeave
                                                  : EventKind::kOther;
    if (event.kind == EventKind::kWait) {
      lock_[t] = event.lock;
      may_time_out_[t] = below(4) == 0;
    } else {
      may_time_out_[t] = 0;
    }
    trace_.events.push_back(event);
  }

  bool fill(Event& event) {
    const std::size_t t = event.thread;
    switch (event.kind) {
      case EventKind::kRead:
      case EventKind::kWrite:
      case EventKind::kUpdate: event.object = pick(trace_.variables.size()); return true;
      case EventKind::kAcquire:
        event.object = pick(trace_.locks.size());
        // Taking a lock that one shares would wait for oneself.
        return state_.locks[event.object].shares[t] == 0 &&
               (reentrant_ || state_.locks[event.object].owner != static_cast<int>(t));
      case EventKind::kReadAcquire:
      case EventKind::kRelease:
      case EventKind::kReadRelease:
      case EventKind::kTryFailed: event.object = pick(trace_.locks.size()); return true;
      case EventKind::kFork: event.object = pick(trace_.threads.size()); return !state_.started[event.object];
      case EventKind::kJoin: event.object = pick(trace_.threads.size()); return true;
      case EventKind::kWait: event.lock = pick(trace_.locks.size()); return true;
      case EventKind::kWake:
        event.lock = lock_[t];
        event.timed_out = may_time_out_[t];
        return true;
      default: return true;
    }
  }
  std::uint32_t pick(std::size_t n) { return static_cast<std::uint32_t>(below(n)); }

  std::mt19937_64 random_;
  std::size_t most_;
  bool forks_ = false, reentrant_ = false;
  EventTrace trace_;
  std::vector<EventKind> kinds_;
  OracleState state_;
  std::vector<char> may_time_out_, ended_;
  std::vector<EventKind> next_;  // by thread: kWake or kLeave where it has to be that
  std::uint32_t lock_[4] = {};
};

}  // namespace

EventTrace random_trace(std::uint64_t seed, std::size_t most_events) {
  return RandomRun(seed, most_events).run();
}

namespace {

void extend(EventTrace& trace, std::size_t left, const std::vector<EventKind>& kinds,
            const std::function<void(const EventTrace&)>& take) {
  if (!trace.events.empty() && !could_happen(trace)) return;
  take(trace);
  if (left == 0) return;
  for (std::uint16_t t = 0; t < (trace.events.empty() ? 1 : 2); ++t) {
    EventKind last = EventKind::kOther;
    for (const Event& event : trace.events)
      if (event.thread == t) last = event.kind;
    for (const EventKind kind : kinds) {
      if ((last == EventKind::kWait) != (kind == EventKind::kWake)) continue;
      for (const bool timed_out : {false, true}) {
        if (timed_out && kind != EventKind::kWake) continue;
        Event event;
        event.kind = kind;
        event.thread = t;
        event.timed_out = timed_out;
        trace.events.push_back(event);
        extend(trace, left - 1, kinds, take);
        trace.events.pop_back();
      }
    }
  }
}

}  // namespace

void each_trace(std::size_t events, const std::vector<EventKind>& kinds,
                const std::function<void(const EventTrace&)>& take) {
  EventTrace trace;
  name(trace.threads, 'T', 2);
  name(trace.variables, 'x', 1);
  name(trace.locks, 'l', 1);
  name(trace.conditions, 'c', 1);
  extend(trace, events, kinds, take);
}

EventTrace shrunk(EventTrace trace, const std::function<bool(const EventTrace&)>& fails) {
  const auto without = [&](std::size_t a, std::size_t b) {
    EventTrace less = trace;
    less.events.clear();
    for (std::size_t i = 0; i < trace.events.size(); ++i)
      if (i != a && i != b) less.events.push_back(trace.events[i]);
    return less;
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t a = 0; a < trace.events.size() && !smaller; ++a)
      for (std::size_t b = a; b < trace.events.size() && !smaller; ++b) {
        EventTrace less = without(a, b);
        if (!could_happen(less) || !fails(less)) continue;
        trace = std::move(less);
        smaller = true;
      }
  }
  return trace;
}

}  // namespace stalemate::predict_test

#include "predict/decide/machine.h"

#include <algorithm>

#include "base/check.h"

namespace stalemate::predict {

using trace::Event;
using trace::EventKind;

namespace {

bool changes_condition(const TraceIndex& index, std::uint32_t event) {
  const EventKind kind = index.event(event).kind;
  return kind == EventKind::kWait || kind == EventKind::kWake || kind == EventKind::kNotify ||
         kind == EventKind::kNotifyAll;
}

}  // namespace

Machine::Machine(const TraceIndex& index)
    : index_(index),
      done_(index.threads(), 0),
      last_write_(index.trace().variables.size(), kNone),
      locks_(index.trace().locks.size()),
      shares_(index.threads()),
      saved_levels_(index.threads(), 0),
      waiting_(index.trace().conditions.size()),
      counts_(index.trace().semaphore_counts),
      arrived_(index.trace().barriers.size(), 0),
      round_(index.trace().barriers.size() * index.threads(), 0),
      started_(index.threads(), 0) {
  counts_.resize(index.trace().semaphores.size(), 0);
  for (std::uint32_t t = 0; t < index.threads(); ++t) started_[t] = index.fork_of(t) == kNone;
}

std::uint32_t Machine::shares(std::uint32_t thread, std::uint32_t lock) const {
  for (const Share& share : shares_[thread])
    if (share.lock == lock) return share.count;
  return 0;
}

void Machine::add_share(std::uint32_t thread, std::uint32_t lock, bool more) {
  auto& mine = shares_[thread];
  auto at = std::find_if(mine.begin(), mine.end(), [&](const Share& s) { return s.lock == lock; });
  if (at == mine.end()) at = mine.insert(at, {lock, 0});
  at->count += more ? 1u : ~0u;
  locks_[lock].shares += more ? 1u : ~0u;
  if (at->count == 0) mine.erase(at);
}

bool Machine::free_for(std::uint32_t lock, std::uint32_t thread) const {
  const Lock& state = locks_[lock];
  if (state.owner != kNone) return state.owner == thread;
  return state.shares == 0 || state.shares == shares(thread, lock);
}

// A wait that needs no notification, since it timed out or never returned, is not in `waiting`: the thread
// may have stopped waiting before any notification came.
bool Machine::notified(const Waiting& waiting, std::uint32_t thread) const {
  const auto at = std::find(waiting.begin(), waiting.end(), thread);
  return at == waiting.end() || std::find(at, waiting.end(), kNotification) != waiting.end();
}

bool Machine::possible(std::uint32_t i) const {
  const Event& event = index_.event(i);
  if (!started_[event.thread]) return false;
  switch (event.kind) {
    case EventKind::kAcquire: return free_for(event.object, event.thread);
    case EventKind::kReadAcquire: {
      const std::uint32_t owner = locks_[event.object].owner;
      return owner == kNone || owner == event.thread;
    }
    case EventKind::kRelease: return locks_[event.object].owner == event.thread;
    case EventKind::kReadRelease: return shares(event.thread, event.object) > 0;
    case EventKind::kTryFailed: {
      const Lock& lock = locks_[event.object];
      return (lock.owner != kNone && lock.owner != event.thread) ||
             lock.shares > shares(event.thread, event.object);
    }
    case EventKind::kJoin:
      return started_[event.object] && done_[event.object] == index_.events_of(event.object).size();
    case EventKind::kWait: return locks_[event.lock].owner == event.thread;
    case EventKind::kWake:
      return free_for(event.lock, event.thread) && notified(waiting_[event.object], event.thread);
    case EventKind::kDown: return counts_[event.object] > 0;
    case EventKind::kLeave: {
      const std::uint32_t parties = std::max(index_.trace().barrier_parties[event.object], 1u);
      return arrived_[event.object] / parties >
             round_[std::size_t{event.object} * index_.threads() + event.thread];
    }
    default: return true;
  }
}

std::uint32_t Machine::blocker(std::uint32_t i) const {
  const Event& event = index_.event(i);
  const bool wake = event.kind == EventKind::kWake;
  if (!started_[event.thread] || (wake && !notified(waiting_[event.object], event.thread))) return kNone;
  if (!wake && event.kind != EventKind::kAcquire && event.kind != EventKind::kReadAcquire) return kNone;
  const std::uint32_t lock = wake ? event.lock : event.object;
  if (locks_[lock].owner != kNone) return locks_[lock].owner;
  for (std::uint32_t t = 0; t < index_.threads(); ++t)
    if (t != event.thread && shares(t, lock) > 0) return t;
  return kNone;
}

void Machine::take(std::uint32_t i) {
  const Event& event = index_.event(i);
  ++done_[event.thread];
  if (on_trace_ == taken_.size() && on_trace_ == i) ++on_trace_;
  taken_.push_back(i);
  if (is_write(event)) {
    overwritten_.push_back(last_write_[event.object]);
    if (hashing_) hash_write(event.object);
    last_write_[event.object] = i;
    if (hashing_) hash_write(event.object);
    return;
  }
  switch (event.kind) {
    case EventKind::kFork: started_[event.object] = 1; break;
    case EventKind::kPost: ++counts_[event.object]; break;
    case EventKind::kDown: --counts_[event.object]; break;
    case EventKind::kArrive: take_arrival(event); break;
    case EventKind::kWait:
    case EventKind::kWake:
    case EventKind::kNotify:
    case EventKind::kNotifyAll: take_waits(event); [[fallthrough]];
    default: take_locks(event, false);
  }
}

void Machine::take_arrival(const Event& event) {
  std::uint32_t& round = round_[std::size_t{event.object} * index_.threads() + event.thread];
  former_rounds_.push_back(round);
  round = arrived_[event.object]++ / std::max(index_.trace().barrier_parties[event.object], 1u);
}

void Machine::take_waits(const Event& event) {
  Waiting& waiting = waiting_[event.object];
  former_.push_back(waiting);
  if (event.kind == EventKind::kWait) {
    const std::uint32_t wake = next(event.thread);
    if (wake != kNone && !index_.event(wake).timed_out) waiting.push_back(event.thread);
  } else if (event.kind == EventKind::kWake) {
    if (const auto at = std::find(waiting.begin(), waiting.end(), event.thread); at != waiting.end()) {
      // The earliest since the wait: later ones could serve more of the threads that still wait.
      waiting.erase(std::find(at, waiting.end(), kNotification));
      waiting.erase(std::find(waiting.begin(), waiting.end(), event.thread));
    }
  } else if (event.kind == EventKind::kNotify) {
    waiting.push_back(kNotification);
  } else {
    waiting.clear();  // no thread that waits now needs one any more
  }
  // No thread is left that the first ones could wake.
  waiting.erase(waiting.begin(), std::find_if(waiting.begin(), waiting.end(),
                                              [](std::uint32_t each) { return each != kNotification; }));
}

void Machine::take_locks(const Event& event, bool back) {
  const bool wait = event.kind == EventKind::kWait, wake = event.kind == EventKind::kWake;
  Lock* lock = wait || wake ? &locks_[event.lock] : nullptr;
  if ((wait && !back) || (wake && back)) {
    saved_levels_[event.thread] = lock->levels;
    *lock = {kNone, 0, lock->shares};
  } else if (wait || wake) {
    *lock = {event.thread, saved_levels_[event.thread], lock->shares};
  } else if (event.kind == EventKind::kReadAcquire || event.kind == EventKind::kReadRelease) {
    add_share(event.thread, event.object, (event.kind == EventKind::kReadAcquire) != back);
  } else if (event.kind == EventKind::kAcquire || event.kind == EventKind::kRelease) {
    lock = &locks_[event.object];
    if ((event.kind == EventKind::kAcquire) != back) {
      lock->owner = event.thread;
      ++lock->levels;
    } else if (--lock->levels == 0) {
      lock->owner = kNone;
    }
  }
}

void Machine::take_back(std::size_t taken) {
  while (taken_.size() > taken) take_back_one();
  on_trace_ = std::min(on_trace_, taken);
}

void Machine::take_back_one() {
  const std::uint32_t i = taken_.back();
  const Event& event = index_.event(i);
  taken_.pop_back();
  --done_[event.thread];
  if (is_write(event)) {
    if (hashing_) hash_write(event.object);
    last_write_[event.object] = overwritten_.back();
    if (hashing_) hash_write(event.object);
    overwritten_.pop_back();
    return;
  }
  if (changes_condition(index_, i)) {
    waiting_[event.object] = std::move(former_.back());
    former_.pop_back();
  }
  switch (event.kind) {
    case EventKind::kFork: started_[event.object] = 0; break;
    case EventKind::kPost: --counts_[event.object]; break;
    case EventKind::kDown: ++counts_[event.object]; break;
    case EventKind::kArrive:
      --arrived_[event.object];
      round_[std::size_t{event.object} * index_.threads() + event.thread] = former_rounds_.back();
      former_rounds_.pop_back();
      break;
    default: take_locks(event, true);
  }
}

void Machine::seek(std::size_t prefix) {
  take_back(std::min(prefix, on_trace_));
  while (taken_.size() < prefix) take(static_cast<std::uint32_t>(taken_.size()));
}

void Machine::hash_write(std::uint32_t variable) {
  Mixer128 mixer;
  mixer.add(std::uint64_t{variable} << 32 | last_write_[variable]);
  writes_ ^= mixer.hash();
}

Hash128 Machine::state_hash() const {
  Mixer128 mixer;
  for (const std::uint32_t done : done_) mixer.add(done);
  mixer.add(writes_);
  for (const Waiting& waiting : waiting_) {
    mixer.add(waiting.size());
    for (const std::uint32_t each : waiting) mixer.add(each);
  }
  for (const std::uint32_t round : round_) mixer.add(round);
  return mixer.hash();
}

}  // namespace stalemate::predict

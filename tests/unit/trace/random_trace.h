// Traces of every kind of event that could have happened, from a seed: what is drawn is what the state then
// allows, by rules of its own. Names are numbered in the order in which a reader of the text meets them.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "trace/event_trace.h"

namespace stalemate::trace {

class RandomTrace {
 public:
  explicit RandomTrace(std::uint64_t seed) : random_(seed) {}

  EventTrace make(std::size_t events) {
    out_ = {};
    self_.assign(kThreads, {});
    self_[0].started = true;
    for (std::uint64_t i = 0; i < kSemaphores; ++i) {
      out_.semaphores.push_back("s" + std::to_string(i));
      out_.semaphore_counts.push_back(below(3));
    }
    counts_ = out_.semaphore_counts;
    for (std::size_t tries = 0; out_.events.size() < events && tries < events * 50; ++tries) draw();
    return out_;
  }

 private:
  static constexpr std::uint32_t kThreads = 4, kLocks = 2, kSemaphores = 2;
  struct Self {
    bool started = false, ended = false, waits = false, notified = false;
    std::uint32_t barrier_round = 0;  // 0: not inside
    std::map<std::uint32_t, std::uint32_t> levels, reads;
    std::uint32_t kept = 0, lock = 0;
  };

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  static std::uint32_t number(std::vector<std::string>& table, const std::string& name) {
    for (std::uint32_t i = 0; i < table.size(); ++i)
      if (table[i] == name) return i;
    table.push_back(name);
    return static_cast<std::uint32_t>(table.size() - 1);
  }

  // Names are given when an event is kept, thread first, as the text has them.
  void keep(EventKind kind, std::uint32_t thread, std::vector<std::string>* table, const std::string& object,
            const std::string& lock = {}, bool timed_out = false) {
    Event event;
    event.kind = kind;
    event.thread = static_cast<std::uint16_t>(number(out_.threads, "T" + std::to_string(thread)));
    event.location = number(out_.locations, std::to_string(below(20)));
    if (table != nullptr) event.object = number(*table, object);
    if (!lock.empty()) event.lock = number(out_.locks, lock);
    event.timed_out = timed_out;
    out_.events.push_back(event);
  }

  std::uint32_t writer_of(std::uint32_t lock) const {
    for (std::uint32_t t = 0; t < kThreads; ++t)
      if (const auto has = self_[t].levels.find(lock); has != self_[t].levels.end() && has->second != 0)
        return t;
    return kThreads;
  }
  std::uint32_t reader_of(std::uint32_t lock, std::uint32_t but) const {
    for (std::uint32_t t = 0; t < kThreads; ++t)
      if (const auto has = self_[t].reads.find(lock);
          t != but && has != self_[t].reads.end() && has->second != 0)
        return t;
    return kThreads;
  }

  void draw() {
    const auto t = static_cast<std::uint32_t>(below(kThreads));
    Self& self = self_[t];
    if (!self.started || self.ended) return;
    if (self.waits) return draw_wake(t);
    const auto l = static_cast<std::uint32_t>(below(kLocks));
    const std::string lock = "l" + std::to_string(l), variable = "x" + std::to_string(below(3));
    const std::uint32_t writer = writer_of(l);
    switch (below(16)) {
      case 0: return keep(EventKind::kRead, t, &out_.variables, variable);
      case 1: return keep(EventKind::kWrite, t, &out_.variables, variable);
      case 2: return keep(EventKind::kUpdate, t, &out_.variables, variable);
      case 3:
        if ((writer != kThreads && writer != t) || reader_of(l, kThreads) != kThreads) return;
        ++self.levels[l];
        return keep(EventKind::kAcquire, t, &out_.locks, lock);
      case 4:
        if (writer != t) return;
        --self.levels[l];
        return keep(EventKind::kRelease, t, &out_.locks, lock);
      case 5:
        if (writer != kThreads && writer != t) return;
        ++self.reads[l];
        return keep(EventKind::kReadAcquire, t, &out_.locks, lock);
      case 6:
        if (self.reads[l] == 0) return;
        --self.reads[l];
        return keep(EventKind::kReadRelease, t, &out_.locks, lock);
      case 7:
        if ((writer == kThreads || writer == t) && reader_of(l, t) == kThreads) return;
        return keep(EventKind::kTryFailed, t, &out_.locks, lock);
      case 8:
        if (writer != t) return;
        self.kept = self.levels[l];
        self.levels[l] = 0;
        self.lock = l;
        self.waits = true;
        self.notified = false;
        return keep(EventKind::kWait, t, &out_.conditions, "c" + std::to_string(l), lock);
      case 9: return notify(t, l, below(2) == 0);
      case 10: return draw_fork(t);
      case 11: return draw_end(t);
      case 12: {
        const auto s = below(kSemaphores);
        ++counts_[s];
        return keep(EventKind::kPost, t, &out_.semaphores, "s" + std::to_string(s));
      }
      case 13: {
        const auto s = below(kSemaphores);
        if (counts_[s] == 0) return;
        --counts_[s];
        return keep(EventKind::kDown, t, &out_.semaphores, "s" + std::to_string(s));
      }
      case 14: return draw_barrier(t);
      default: return keep(EventKind::kOther, t, nullptr, {});
    }
  }

  void draw_wake(std::uint32_t t) {
    Self& self = self_[t];
    const bool timed_out = !self.notified;
    if (writer_of(self.lock) != kThreads || reader_of(self.lock, kThreads) != kThreads) return;
    if (timed_out && below(4) != 0) return;
    self.waits = false;
    self.levels[self.lock] = self.kept;
    const std::string number = std::to_string(self.lock);
    keep(EventKind::kWake, t, &out_.conditions, "c" + number, "l" + number, timed_out);
  }

  void notify(std::uint32_t t, std::uint32_t lock, bool all) {
    keep(all ? EventKind::kNotifyAll : EventKind::kNotify, t, &out_.conditions, "c" + std::to_string(lock));
    const auto begin = static_cast<std::uint32_t>(below(kThreads));
    for (std::uint32_t k = 0; k < kThreads; ++k) {
      Self& other = self_[(begin + k) % kThreads];
      if (!other.waits || other.notified || other.lock != lock) continue;
      other.notified = true;
      if (!all) return;
    }
  }

  void draw_fork(std::uint32_t t) {
    for (std::uint32_t child = 0; child < kThreads; ++child) {
      if (self_[child].started) continue;
      self_[child].started = true;
      return keep(EventKind::kFork, t, &out_.threads, "T" + std::to_string(child));
    }
  }

  // Rare, and never of the last one: the trace has to go on.
  void draw_end(std::uint32_t t) {
    const auto other = static_cast<std::uint32_t>(below(kThreads));
    if (other == t || !self_[other].started || self_[other].waits || below(3) != 0) return;
    for (const auto& [lock, levels] : self_[other].levels)
      if (levels != 0) return;
    self_[other].ended = true;
    keep(EventKind::kJoin, t, &out_.threads, "T" + std::to_string(other));
  }

  void draw_barrier(std::uint32_t t) {
    Self& self = self_[t];
    if (self.barrier_round == round_) return;
    const bool leaves = self.barrier_round != 0;
    if (out_.barriers.empty()) out_.barrier_parties.push_back(2);
    keep(leaves ? EventKind::kLeave : EventKind::kArrive, t, &out_.barriers, "b");
    self.barrier_round = leaves ? 0 : round_;
    if (leaves || ++arrived_ < 2) return;
    arrived_ = 0;
    ++round_;
  }

  std::mt19937_64 random_;
  EventTrace out_;
  std::vector<Self> self_;
  std::vector<std::uint64_t> counts_;
  std::uint32_t round_ = 1, arrived_ = 0;
};

}  // namespace stalemate::trace

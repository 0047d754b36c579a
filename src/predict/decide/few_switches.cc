#include "predict/decide/few_switches.h"

#include <algorithm>

namespace stalemate::predict {

using trace::Event;
using trace::EventKind;

namespace {

// Which earlier events of a sequence each of its events depends on, by place in the sequence.
class Dependences {
 public:
  Dependences(const TraceIndex& index, const std::vector<std::uint32_t>& events)
      : index_(index),
        last_of_thread_(index.threads(), kNone),
        last_write_(index.trace().variables.size(), kNone),
        reads_(index.trace().variables.size()),
        last_of_lock_(index.trace().locks.size(), kNone),
        last_of_condition_(index.trace().conditions.size(), kNone),
        last_of_semaphore_(index.trace().semaphores.size(), kNone),
        last_of_barrier_(index.trace().barriers.size(), kNone),
        before_(events.size()) {
    for (std::uint32_t place = 0; place < events.size(); ++place) add(place, index.event(events[place]));
  }
  const std::vector<std::uint32_t>& before(std::uint32_t place) const { return before_[place]; }

 private:
  void follow(std::uint32_t place, std::uint32_t& last) {
    if (last != kNone) before_[place].push_back(last);
    last = place;
  }

  void add(std::uint32_t place, const Event& event) {
    if (last_of_thread_[event.thread] == kNone && index_.fork_of(event.thread) != kNone)
      before_[place].push_back(forked_at(event.thread));
    follow(place, last_of_thread_[event.thread]);
    switch (event.kind) {
      case EventKind::kRead:
        if (last_write_[event.object] != kNone) before_[place].push_back(last_write_[event.object]);
        reads_[event.object].push_back(place);
        break;
      case EventKind::kWrite:
      case EventKind::kUpdate:
        for (const std::uint32_t read : reads_[event.object]) before_[place].push_back(read);
        reads_[event.object].clear();
        follow(place, last_write_[event.object]);
        break;
      case EventKind::kAcquire:
      case EventKind::kRelease:
      case EventKind::kReadAcquire:
      case EventKind::kReadRelease:
      case EventKind::kTryFailed: follow(place, last_of_lock_[event.object]); break;
      case EventKind::kWait:
      case EventKind::kWake: follow(place, last_of_lock_[event.lock]); [[fallthrough]];
      case EventKind::kNotify:
      case EventKind::kNotifyAll: follow(place, last_of_condition_[event.object]); break;
      case EventKind::kPost:
      case EventKind::kDown: follow(place, last_of_semaphore_[event.object]); break;
      case EventKind::kArrive:
      case EventKind::kLeave: follow(place, last_of_barrier_[event.object]); break;
      case EventKind::kFork: forks_.push_back({event.object, place}); break;
      case EventKind::kJoin:
        before_[place].push_back(last_of_thread_[event.object] != kNone ? last_of_thread_[event.object]
                                                                        : forked_at(event.object));
        if (before_[place].back() == kNone) before_[place].pop_back();
        break;
      case EventKind::kOther: break;
    }
  }

  std::uint32_t forked_at(std::uint32_t thread) const {
    for (const auto& [forked, place] : forks_)
      if (forked == thread) return place;
    return kNone;
  }

  const TraceIndex& index_;
  std::vector<std::uint32_t> last_of_thread_, last_write_;
  std::vector<std::vector<std::uint32_t>> reads_;  // since the last write
  std::vector<std::uint32_t> last_of_lock_, last_of_condition_, last_of_semaphore_, last_of_barrier_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> forks_;
  std::vector<std::vector<std::uint32_t>> before_;
};

}  // namespace

std::vector<std::uint32_t> with_few_switches(const TraceIndex& index,
                                             const std::vector<std::uint32_t>& events) {
  const Dependences dependences(index, events);
  std::vector<char> needed(events.size(), 0), placed(events.size(), 0);
  needed.back() = 1;
  for (auto place = static_cast<std::uint32_t>(events.size()); place-- > 0;)
    if (needed[place])
      for (const std::uint32_t before : dependences.before(place)) needed[before] = 1;
  std::vector<std::vector<std::uint32_t>> left(index.threads());  // by thread, the last first
  for (auto place = static_cast<std::uint32_t>(events.size()); place-- > 0;)
    if (needed[place]) left[index.event(events[place]).thread].push_back(place);
  const auto ready = [&](std::uint32_t thread) {
    if (left[thread].empty()) return false;
    const auto& before = dependences.before(left[thread].back());
    return std::all_of(before.begin(), before.end(), [&](std::uint32_t each) { return placed[each] != 0; });
  };
  std::vector<std::uint32_t> result;
  for (std::uint32_t thread = kNone;;) {
    // The earliest waiting event can always continue.
    if (thread == kNone || !ready(thread)) {
      thread = kNone;
      for (std::uint32_t t = 0; t < index.threads(); ++t)
        if (ready(t) && (thread == kNone || left[t].back() < left[thread].back())) thread = t;
      if (thread == kNone) return result;
    }
    placed[left[thread].back()] = 1;
    result.push_back(events[left[thread].back()]);
    left[thread].pop_back();
  }
}

}  // namespace stalemate::predict

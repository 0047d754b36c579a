#include "trace/event_trace.h"

#include <algorithm>
#include <limits>

namespace stalemate::trace {
namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

struct ThreadState {
  std::size_t forked = kNever;  // by which event
  std::size_t joined = kNever;
  bool runs = true;
  bool waits = false;  // its next event is a wake
  bool notified = false;
  std::uint32_t condition = 0, lock = 0, levels = 0;  // of its wait
};

struct LockState {
  static constexpr std::uint32_t kNobody = ~0u;
  std::uint32_t owner = kNobody;
  std::uint32_t levels = 0;
  std::vector<std::uint16_t> readers;  // a thread is in it once per level

  bool is_read_by_another(std::uint16_t thread) const {
    return std::ranges::any_of(readers, [thread](std::uint16_t reader) { return reader != thread; });
  }
  bool is_free_for(std::uint16_t thread) const {
    return owner == kNobody ? readers.empty() : owner == thread && !is_read_by_another(thread);
  }
};

struct BarrierState {
  struct Arrival {
    std::uint16_t thread;
    std::uint64_t round;
  };
  std::uint64_t round = 0;
  std::uint32_t arrived = 0;
  std::vector<Arrival> inside;
};

// Walks the trace once; what an event needs is checked before what it does.
class Simulation {
 public:
  explicit Simulation(const EventTrace& trace)
      : trace_(trace),
        threads_(trace.threads.size()),
        locks_(trace.locks.size()),
        waiters_(trace.conditions.size()),
        counts_(trace.semaphore_counts),
        barriers_(trace.barriers.size()) {}

  std::optional<Infeasible> run() {
    if (counts_.size() != trace_.semaphores.size() || trace_.barrier_parties.size() != trace_.barriers.size())
      return Infeasible{0, "the tables of the trace do not fit each other"};
    if (!trace_.points.empty() && trace_.points.size() != trace_.events.size())
      return Infeasible{0, "the trace does not have a point for each event"};
    for (std::size_t i = 0; i < trace_.events.size(); ++i)
      if (!is_in_tables(trace_.events[i])) return Infeasible{i, "it names what is in no table of the trace"};
    if (!find_forks()) return Infeasible{at_, why_};
    for (at_ = 0; at_ < trace_.events.size(); ++at_)
      if (!step(trace_.events[at_])) return Infeasible{at_, why_};
    return std::nullopt;
  }

 private:
  static std::size_t table_size(const EventTrace& trace, EventKind kind) {
    switch (kind) {
      case EventKind::kRead:
      case EventKind::kWrite:
      case EventKind::kUpdate: return trace.variables.size();
      case EventKind::kAcquire:
      case EventKind::kRelease:
      case EventKind::kReadAcquire:
      case EventKind::kReadRelease:
      case EventKind::kTryFailed: return trace.locks.size();
      case EventKind::kFork:
      case EventKind::kJoin: return trace.threads.size();
      case EventKind::kWait:
      case EventKind::kWake:
      case EventKind::kNotify:
      case EventKind::kNotifyAll: return trace.conditions.size();
      case EventKind::kPost:
      case EventKind::kDown: return trace.semaphores.size();
      case EventKind::kArrive:
      case EventKind::kLeave: return trace.barriers.size();
      case EventKind::kOther: return kNever;
    }
    return 0;
  }

  bool is_in_tables(const Event& event) const {
    if (event.kind > kLastEventKind || event.thread >= trace_.threads.size()) return false;
    if (event.object >= table_size(trace_, event.kind)) return false;
    if (event.location >= trace_.locations.size()) return false;
    const bool waits = event.kind == EventKind::kWait || event.kind == EventKind::kWake;
    return !waits || event.lock < trace_.locks.size();
  }

  bool find_forks() {
    for (at_ = 0; at_ < trace_.events.size(); ++at_) {
      const Event& event = trace_.events[at_];
      if (event.kind != EventKind::kFork) continue;
      ThreadState& child = threads_[event.object];
      if (child.forked != kNever)
        return no(name(event.thread) + " forks " + name(event.object) + ", which was forked before");
      child.forked = at_;
      child.runs = false;
    }
    return true;
  }

  bool no(std::string why) {
    why_ = std::move(why);
    return false;
  }

  const std::string& name(std::uint32_t thread) const { return trace_.threads[thread]; }
  const std::string& lock_name(std::uint32_t lock) const { return trace_.locks[lock]; }

  bool step(const Event& event) {
    const ThreadState& self = threads_[event.thread];
    if (!self.runs)
      return no(name(event.thread) + " runs before it is forked at event " + std::to_string(self.forked + 1));
    if (self.joined != kNever)
      return no(name(event.thread) + " runs on after it was joined at event " +
                std::to_string(self.joined + 1));
    if (self.waits && event.kind != EventKind::kWake)
      return no(name(event.thread) + " continues although it waits for " + trace_.conditions[self.condition]);
    switch (event.kind) {
      case EventKind::kRead:
      case EventKind::kWrite:
      case EventKind::kUpdate:
      case EventKind::kOther: return true;
      case EventKind::kFork: return threads_[event.object].runs = true;
      case EventKind::kJoin: return join(event);
      case EventKind::kWait: return wait(event);
      case EventKind::kWake: return wake(event);
      case EventKind::kNotify: return notify(event);
      case EventKind::kNotifyAll: return notify_all(event);
      case EventKind::kPost: return ++counts_[event.object] != 0 || no("the semaphore overflows");
      case EventKind::kDown: return down(event);
      case EventKind::kArrive: return arrive(event);
      case EventKind::kLeave: return leave(event);
      default: return step_on_lock(event, locks_[event.object]);
    }
  }

  bool step_on_lock(const Event& event, LockState& lock) {
    switch (event.kind) {
      case EventKind::kAcquire:
        if (!lock.is_free_for(event.thread)) return not_free(event.thread, "acquires", event.object);
        lock.owner = event.thread;
        ++lock.levels;
        return true;
      case EventKind::kRelease:
        if (lock.owner != event.thread) return not_had(event.thread, "releases", event.object);
        if (--lock.levels == 0) lock.owner = LockState::kNobody;
        return true;
      case EventKind::kReadAcquire:
        if (lock.owner != LockState::kNobody && lock.owner != event.thread)
          return not_free(event.thread, "acquires", event.object);
        lock.readers.push_back(event.thread);
        return true;
      case EventKind::kReadRelease: return read_release(event, lock);
      default:
        if (lock.is_read_by_another(event.thread)) return true;
        if (lock.owner != LockState::kNobody && lock.owner != event.thread) return true;
        return no(name(event.thread) + " fails to acquire " + lock_name(event.object) +
                  ", which no other thread holds");
    }
  }

  bool read_release(const Event& event, LockState& lock) {
    const auto found = std::ranges::find(lock.readers, event.thread);
    if (found == lock.readers.end()) return not_had(event.thread, "releases", event.object);
    lock.readers.erase(found);
    return true;
  }

  bool not_had(std::uint32_t thread, const char* does, std::uint32_t lock) {
    return no(name(thread) + " " + does + " " + lock_name(lock) + ", which it does not have");
  }

  bool not_free(std::uint32_t thread, const char* does, std::uint32_t lock) {
    const LockState& state = locks_[lock];
    std::uint32_t holder = state.owner;
    for (const std::uint16_t reader : state.readers)
      if (holder == LockState::kNobody || holder == thread) holder = reader;
    return no(name(thread) + " " + does + " " + lock_name(lock) + ", which " + name(holder) + " has");
  }

  bool join(const Event& event) {
    ThreadState& other = threads_[event.object];
    const std::string joins = name(event.thread) + " joins " + name(event.object);
    if (event.object == event.thread) return no(joins + ", which is itself");
    if (!other.runs) return no(joins + " before that is forked at event " + std::to_string(other.forked + 1));
    if (other.waits) return no(joins + ", which waits for " + trace_.conditions[other.condition]);
    if (other.joined == kNever) other.joined = at_;
    return true;
  }

  bool wait(const Event& event) {
    LockState& lock = locks_[event.lock];
    if (lock.owner != event.thread) return not_had(event.thread, "waits with", event.lock);
    ThreadState& self = threads_[event.thread];
    self.waits = true;
    self.notified = false;
    self.condition = event.object;
    self.lock = event.lock;
    self.levels = lock.levels;
    lock.owner = LockState::kNobody;
    lock.levels = 0;
    waiters_[event.object].push_back({event.thread, wake_after(at_)});
    return true;
  }

  // When a wait ends, for the choice of the waiter that a notification wakes: threads that never wake, or
  // time out, leave it to the others.
  std::size_t wake_after(std::size_t wait) {
    if (next_of_thread_.empty()) index_next();
    const std::size_t next = next_of_thread_[wait];
    if (next == kNever || trace_.events[next].kind != EventKind::kWake) return kNever - 1;
    return trace_.events[next].timed_out ? kNever : next;
  }

  void index_next() {
    next_of_thread_.resize(trace_.events.size());
    std::vector<std::size_t> next(trace_.threads.size(), kNever);
    for (std::size_t i = trace_.events.size(); i-- > 0;) {
      next_of_thread_[i] = next[trace_.events[i].thread];
      next[trace_.events[i].thread] = i;
    }
  }

  bool wake(const Event& event) {
    ThreadState& self = threads_[event.thread];
    if (!self.waits || self.condition != event.object || self.lock != event.lock)
      return no(name(event.thread) + " wakes up from a wait for " + trace_.conditions[event.object] +
                " that it is not in");
    if (!self.notified && !event.timed_out)
      return no(name(event.thread) + " wakes up without a notification of " +
                trace_.conditions[event.object]);
    LockState& lock = locks_[event.lock];
    if (lock.owner != LockState::kNobody || !lock.readers.empty())
      return not_free(event.thread, "wakes up with", event.lock);
    if (!self.notified)
      std::erase_if(waiters_[event.object], [&](const Waiter& w) { return w.thread == event.thread; });
    lock.owner = event.thread;
    lock.levels = self.levels;
    self.waits = false;
    return true;
  }

  // Each wait needs a separate notification between its ends: the one that ends first gets it, which is the
  // best choice for all of them together.
  bool notify(const Event& event) {
    std::vector<Waiter>& waiters = waiters_[event.object];
    const auto first = std::ranges::min_element(waiters, {}, &Waiter::wakes);
    if (first == waiters.end()) return true;
    threads_[first->thread].notified = true;
    waiters.erase(first);
    return true;
  }

  bool notify_all(const Event& event) {
    for (const Waiter& waiter : waiters_[event.object]) threads_[waiter.thread].notified = true;
    waiters_[event.object].clear();
    return true;
  }

  bool down(const Event& event) {
    if (counts_[event.object] == 0)
      return no(name(event.thread) + " passes the semaphore " + trace_.semaphores[event.object] +
                " while its count is 0");
    --counts_[event.object];
    return true;
  }

  bool arrive(const Event& event) {
    BarrierState& barrier = barriers_[event.object];
    for (const auto& arrival : barrier.inside)
      if (arrival.thread == event.thread)
        return no(name(event.thread) + " arrives at " + trace_.barriers[event.object] +
                  " again without leaving");
    barrier.inside.push_back({event.thread, barrier.round});
    if (++barrier.arrived < trace_.barrier_parties[event.object]) return true;
    barrier.arrived = 0;
    ++barrier.round;
    return true;
  }

  bool leave(const Event& event) {
    BarrierState& barrier = barriers_[event.object];
    const auto own = std::ranges::find(barrier.inside, event.thread, &BarrierState::Arrival::thread);
    const std::string leaves = name(event.thread) + " leaves " + trace_.barriers[event.object];
    if (own == barrier.inside.end()) return no(leaves + " without having arrived");
    if (own->round == barrier.round) return no(leaves + " before all have arrived");
    barrier.inside.erase(own);
    return true;
  }

  struct Waiter {
    std::uint16_t thread;
    std::size_t wakes;
  };

  const EventTrace& trace_;
  std::vector<ThreadState> threads_;
  std::vector<LockState> locks_;
  std::vector<std::vector<Waiter>> waiters_;  // by condition: those without a notification
  std::vector<std::uint64_t> counts_;
  std::vector<BarrierState> barriers_;
  std::vector<std::size_t> next_of_thread_;  // filled by the first wait
  std::size_t at_ = 0;
  std::string why_;
};

}  // namespace

std::optional<Infeasible> find_infeasible(const EventTrace& trace) { return Simulation(trace).run(); }

Result<void> check_feasible(const EventTrace& trace) {
  const auto infeasible = find_infeasible(trace);
  if (!infeasible) return {};
  return fail(Code::kBadFile, "event " + std::to_string(infeasible->event + 1) + ": " + infeasible->why,
              "the trace could not have happened");
}

}  // namespace stalemate::trace

#include "record/trace_builder.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "model/operations.h"
#include "record/logged_steps.h"
#include "record/variable_cells.h"
#include "record/variable_names.h"

namespace stalemate::tools {
namespace {

using trace::Event;
using trace::EventKind;

// Keys of variables that are not memory: above every address.
constexpr std::uint64_t kBeyondMemory = std::uint64_t{1} << 63;

bool may_fail_on_semaphore(OpKind op) { return op == OpKind::kSemTryWait || op == OpKind::kSemTimedWait; }

LoggedSteps read_beginning(const host::Recording& recording, const symbolize::SourceMap& source,
                           std::size_t points) {
  LoggedSteps log = read_steps(recording.view(), source);
  const auto behind = std::ranges::find_if(log.steps, [&](const Step& step) { return step.point >= points; });
  log.steps.erase(behind, log.steps.end());
  return log;
}

class TraceMaker {
 public:
  // `left`: locks that a thread releases when it ends with them.
  TraceMaker(const host::Recording& recording, const symbolize::SourceMap& source, const TracePart& part,
             std::unordered_set<std::uint64_t> left)
      : log_(read_beginning(recording, source, part.points)),
        names_(log_, source, recording.modules),
        memory_(log_, part.ranges),
        variables_(out_.variables),
        locks_(out_.locks),
        conditions_(out_.conditions),
        semaphores_(out_.semaphores),
        barriers_(out_.barriers),
        left_(std::move(left)) {}

  Result<trace::EventTrace> make() {
    for (const LoggedThread& thread : log_.threads) out_.threads.push_back(thread.path);
    out_.locations = log_.locations;
    out_.has_values = true;
    waits_.resize(log_.threads.size());
    if (memory_.events() > kMostEvents)
      return fail(Code::kUsage, "the trace would have more than 50 million events",
                  "record fewer steps, with --steps");
    look_ahead();
    for (at_ = 0; at_ < log_.steps.size(); ++at_) {
      make_events(log_.steps[at_]);
      end_threads();
    }
    for (const std::string& note : notes_) out_.notes.push_back(note);
    if (!inherited_.empty() && left_.empty()) return std::move(out_);  // to be made again
    if (const auto feasible = trace::check_feasible(out_); !feasible)
      return fail(Code::kInternal, "the execution has no trace: " + feasible.error().sentence,
                  "the events of a trace cannot express it");
    return std::move(out_);
  }

  // Locks that were acquired although a thread had ended with them: robust ones.
  const std::unordered_set<std::uint64_t>& inherited() const { return inherited_; }

 private:
  struct Lock {
    std::uint32_t owner = ~0u, levels = 0;
    std::vector<std::uint16_t> readers;
  };
  struct Wait {
    bool waits = false;
    bool ended = false;  // without a signal; the mutex is yet to be locked
    bool keeps = false;  // a level of its lock, and gets back what it released by a step on it
    std::uint64_t condition = 0, mutex = 0;
    std::uint32_t levels = 0;
  };
  struct Semaphore {
    std::uint32_t number = 0;
    std::uint64_t count = 0;
    std::uint32_t renewals = 0;
    bool known = false;
  };

  // What depends on steps that come later.
  void look_ahead() {
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> arrivals;
    for (std::size_t i = 0; i < log_.steps.size(); ++i) {
      const Step& step = log_.steps[i];
      if (step.op == OpKind::kWait && step.kept) half_released_.insert(step.object);
      if (may_fail_on_semaphore(step.op) && !takes(step)) looked_at_.insert(step.object);
      if (step.op == OpKind::kLoad && step.bytes == 4) counted_.insert(step.object);
      if (step.op == OpKind::kTimedJoin && step.value == 1) awaited_.insert(step.object);
      if (step.op == OpKind::kTryJoin && step.value == 0) awaited_.insert(step.object);
      if (step.op != OpKind::kBarrierArrive) continue;
      std::vector<std::size_t>& round = arrivals[step.object];
      round.push_back(i);
      if (step.value != 1) continue;
      for (const std::size_t each : round) parties_[each] = static_cast<std::uint32_t>(round.size());
      round.clear();
    }
    // A round that never ended lacked at least one thread.
    for (const auto& [barrier, round] : arrivals)
      for (const std::size_t each : round) parties_[each] = static_cast<std::uint32_t>(round.size()) + 1;
    // sem_getvalue is a load where other steps have a semaphore.
    for (const Step& step : log_.steps)
      if ((step.op == OpKind::kSemPost || step.op == OpKind::kSemWait) && counted_.contains(step.object))
        looked_at_.insert(step.object);
  }

  static bool takes(const Step& step) {
    return step.op == OpKind::kSemTryWait ? step.value == 1 : step.value == 0;
  }

  Event& emit(EventKind kind, const Step& step, std::uint32_t object = 0) {
    Event event;
    event.kind = kind;
    event.thread = step.thread;
    event.object = object;
    event.location = step.location;
    out_.events.push_back(event);
    out_.points.push_back(step.point);
    return out_.events.back();
  }

  void make_events(const Step& step) {
    switch (step.op) {
      case OpKind::kCreate:
        if (step.value == 0 || step.value >= out_.threads.size()) return other(step);
        return void(emit(EventKind::kFork, step, step.value));
      case OpKind::kJoin:
      case OpKind::kTimedJoin:
      case OpKind::kTryJoin: return join(step);
      case OpKind::kWait: return wait(step);
      case OpKind::kReacquire: return wake(step);
      case OpKind::kSignal: return notify(step, EventKind::kNotify);
      case OpKind::kBroadcast: return notify(step, EventKind::kNotifyAll);
      case OpKind::kOnce:
      case OpKind::kOnceDone: return once(step);
      case OpKind::kLoad:
      case OpKind::kStore:
      case OpKind::kRmw:
      case OpKind::kCas:
      case OpKind::kRetry:
      case OpKind::kPlainLoad:
      case OpKind::kPlainStore: return access(step);
      case OpKind::kSemWait:
      case OpKind::kSemTryWait:
      case OpKind::kSemTimedWait:
      case OpKind::kSemPost: return semaphore(step);
      case OpKind::kBarrierArrive:
      case OpKind::kBarrierLeave: return barrier(step);
      case OpKind::kFutexWait:
        access(step);
        return order(step, step.object, "futex:" + names_.at(step.object), "futexes");
      case OpKind::kFutexWoken:
      case OpKind::kFutexWake: return order(step, step.object, "futex:" + names_.at(step.object), "futexes");
      case OpKind::kCancel:
      case OpKind::kKill:
      case OpKind::kSignalWait:
      case OpKind::kTestCancel:
      case OpKind::kHandler: return order(step, 1, "signals", "signals and cancellation");
      case OpKind::kNone:
      case OpKind::kStart:
      case OpKind::kDetach:
      case OpKind::kExit:
      case OpKind::kYield:
      case OpKind::kSleep:
      case OpKind::kAllocate:
      case OpKind::kFree: return other(step);
      default:
        if (uses_kernel_state(step.op)) return order(step, 2, "descriptors", "descriptors and processes");
        return lock_step(step);
    }
  }

  void other(const Step& step) { emit(EventKind::kOther, step); }

  void order(const Step& step, std::uint64_t key, const std::string& name, const char* what) {
    emit(EventKind::kUpdate, step, variables_.number(kBeyondMemory + key, [&] { return name; })).atomic =
        true;
    notes_.insert(std::string("the order of all steps on ") + what +
                  " is fixed: each updates a separate variable");
  }

  std::uint32_t end_variable(std::uint32_t thread) {
    return variables_.number(kBeyondMemory + 256 + thread, [&] { return "end:" + out_.threads[thread]; });
  }

  void join(const Step& step) {
    const std::uint32_t joined = joined_thread(log_, step).value_or(0);
    const LoggedThread& thread = log_.threads[joined];
    const bool ended = thread.ended && *thread.ended <= at_;
    const bool failed = step.op == OpKind::kTryJoin ? step.value == 0 : step.value != 0;
    if (failed) {
      emit(EventKind::kRead, step, end_variable(joined)).atomic = true;
    } else if (ended && joined != step.thread) {
      emit(EventKind::kJoin, step, joined);
    } else {
      other(step);
    }
  }

  // With the thread's last step. A thread that found that it had not ended found it before this.
  void end_threads() {
    if (awaited_.empty() && left_.empty()) return;
    const Step& last = log_.steps[at_];
    const LoggedThread& thread = log_.threads[last.thread];
    if (!thread.ended || *thread.ended != at_ + 1) return;
    for (const std::uint64_t address : left_) {
      Lock& lock = held_[address];
      if (lock.owner != last.thread) continue;
      for (; lock.levels != 0; --lock.levels) emit(EventKind::kRelease, last, lock_number(address));
      lock.owner = ~0u;
    }
    if (awaited_.contains(thread.slot)) emit(EventKind::kWrite, last, end_variable(last.thread)).value = 1;
  }

  std::uint32_t lock_number(std::uint64_t address) { return locks_.number(address, names_); }

  void lock_step(const Step& step) {
    Wait& wait = waits_[step.thread];
    if (wait.waits && wait.ended && wait.mutex == step.object) return end_wait(step, wait);
    if (std::exchange(wait.keeps, false)) return other(step);
    Lock& lock = held_[step.object];
    const bool own = lock.owner == step.thread;
    switch (step.op) {
      case OpKind::kLock:
      case OpKind::kTimedLock:
        if (step.value == 1) return failed(step, lock);
        return own && !step.adds_level ? other(step) : acquire(step, lock);
      case OpKind::kTryLock:
      case OpKind::kTryWriteLock: return step.value == 1 ? acquire(step, lock) : failed(step, lock);
      case OpKind::kWriteLock:
      case OpKind::kTimedWriteLock:
        if (step.value == 1) return failed(step, lock);
        return own ? other(step) : acquire(step, lock);
      case OpKind::kReadLock:
      case OpKind::kTimedReadLock:
        if (step.value == 1) return failed(step, lock);
        return own ? other(step) : read_acquire(step, lock);
      case OpKind::kTryReadLock: return step.value == 1 ? read_acquire(step, lock) : failed(step, lock);
      case OpKind::kUnlock:
      case OpKind::kReadUnlock:
      case OpKind::kWriteUnlock: return release(step, lock);
      default: return other(step);
    }
  }

  void acquire(const Step& step, Lock& lock) {
    if (lock.owner != ~0u && lock.owner != step.thread && log_.threads[lock.owner].ended) {
      inherited_.insert(step.object);
      lock.levels = 0;
    }
    lock.owner = step.thread;
    ++lock.levels;
    emit(EventKind::kAcquire, step, lock_number(step.object));
  }

  void read_acquire(const Step& step, Lock& lock) {
    lock.readers.push_back(step.thread);
    emit(EventKind::kReadAcquire, step, lock_number(step.object));
  }

  // A failure for another reason than that another thread had it shows nothing of the others.
  void failed(const Step& step, const Lock& lock) {
    const bool others = (lock.owner != ~0u && lock.owner != step.thread) ||
                        std::ranges::any_of(lock.readers, [&](std::uint16_t t) { return t != step.thread; });
    if (!others) return other(step);
    emit(EventKind::kTryFailed, step, lock_number(step.object));
  }

  void release(const Step& step, Lock& lock) {
    if (lock.owner == step.thread) {
      if (--lock.levels == 0) lock.owner = ~0u;
      emit(EventKind::kRelease, step, lock_number(step.object));
      return;
    }
    const auto own = std::ranges::find(lock.readers, step.thread);
    if (own == lock.readers.end()) return other(step);
    lock.readers.erase(own);
    emit(EventKind::kReadRelease, step, lock_number(step.object));
  }

  void order_condition(const Step& step) {
    order(step, step.object, "condition:" + names_.at(step.object),
          "conditions that are waited for with more than one level of their lock");
  }

  void wait(const Step& step) {
    if (half_released_.contains(step.object)) return order_condition(step);
    if (!step.has_effect) return other(step);  // cancelled before it waited
    Lock& lock = held_[step.mutex];
    waits_[step.thread] = {true, false, false, step.object, step.mutex, lock.levels};
    lock.owner = ~0u;
    lock.levels = 0;
    emit(EventKind::kWait, step, conditions_.number(step.object, names_)).lock = lock_number(step.mutex);
  }

  void wake(const Step& step) {
    Wait& wait = waits_[step.thread];
    if (half_released_.contains(step.object)) {
      wait.keeps = step.value != 0;
      return order_condition(step);
    }
    if (!wait.waits) return other(step);
    if (step.value == 0) return end_wait(step, wait);
    wait.ended = true;  // traces have no more events of it before the mutex is locked
  }

  // One event in traces: a wait ends, and its lock is acquired.
  void end_wait(const Step& step, Wait& wait) {
    Lock& lock = held_[wait.mutex];
    lock.owner = step.thread;
    lock.levels = wait.levels;
    wait.waits = false;
    Event& event = emit(EventKind::kWake, step, conditions_.number(wait.condition, names_));
    event.lock = lock_number(wait.mutex);
    event.timed_out = wait.ended;
    wait.ended = false;
  }

  void notify(const Step& step, EventKind kind) {
    if (half_released_.contains(step.object)) return order_condition(step);
    emit(kind, step, conditions_.number(step.object, names_));
  }

  // The initialising thread has a lock meanwhile; later threads must find that it is done.
  void once(const Step& step) {
    const std::uint32_t lock = lock_number(step.object);
    const auto flag =
        variables_.number(kBeyondMemory + step.object, [&] { return "once:" + names_.at(step.object); });
    if (step.op == OpKind::kOnceDone) {
      emit(EventKind::kRelease, step, lock);
      return;
    }
    emit(EventKind::kAcquire, step, lock);
    Event& event = emit(step.value == 1 ? EventKind::kUpdate : EventKind::kRead, step, flag);
    event.atomic = true;
    event.value = step.value == 1 ? 0 : 1;
    event.written = step.value == 1 ? 1 : 0;
    if (step.value != 1) emit(EventKind::kRelease, step, lock);
  }

  static EventKind kind_of_access(const Step& step) {
    if (!writes_memory(step.op) || result_of(step.op, step.value) == StepResult::kFailed)
      return EventKind::kRead;
    return reads_memory(step.op) ? EventKind::kUpdate : EventKind::kWrite;
  }

  void access(const Step& step) {
    if (step.op == OpKind::kLoad && looked_at_.contains(step.object)) return look_at_semaphore(step);
    const auto [first, last] = memory_.cells_of(step);
    const auto group = memory_.group_of(at_);
    if (group) emit(EventKind::kAcquire, step, group_lock(*group));
    for (std::size_t cell = first; cell < last; ++cell) access_cell(step, cell);
    if (group) emit(EventKind::kRelease, step, group_lock(*group));
  }

  std::uint32_t group_lock(std::size_t group) {
    const std::uint64_t begin = memory_.begin_of(group);
    notes_.insert("accesses that overlap in part are cut into cells: each holds a lock bytes:NAME meanwhile");
    return locks_.number(kBeyondMemory + begin, [&] { return "bytes:" + names_.at(begin); });
  }

  void access_cell(const Step& step, std::size_t cell) {
    const std::uint64_t begin = memory_.begin_of(cell), bytes = memory_.end_of(cell) - begin;
    const auto part = [&](std::optional<std::uint64_t> value) {
      return part_of_value(log_, step, value, begin - step.object, bytes);
    };
    Event& event = emit(kind_of_access(step), step, variables_.number(begin, names_));
    event.atomic = object_of(step.op) == ObjectKind::kAtomic;
    event.unseen = step.unseen;
    const auto before = part(step.before), after = part(step.after);
    if (event.kind == EventKind::kUpdate) {
      event.unknown = !before || !after;
      if (!event.unknown) event.value = *before, event.written = *after;
      return;
    }
    const auto& value = event.kind == EventKind::kRead ? before : after;
    event.unknown = !value;
    event.value = value.value_or(0);
  }

  std::uint32_t looks_at(const Step& step) {
    notes_.insert(
        "the order of all steps on a semaphore that was found to be 0, or asked for its count, is kept");
    // A semaphore that is initialised again has another count.
    const std::uint64_t key = step.object ^ std::uint64_t{std::max(counts_[step.object].renewals, 1u)} << 48;
    return variables_.number(kBeyondMemory + key, [&] { return "count:" + names_.at(step.object); });
  }

  void look_at_semaphore(const Step& step) {
    Event& event = emit(EventKind::kRead, step, looks_at(step));
    event.atomic = true;
    event.value = step.after.value_or(0);
  }

  Semaphore& semaphore_of(const Step& step, std::uint64_t before) {
    Semaphore& known = counts_[step.object];
    if (known.known && known.count == before) return known;
    // Initialised again: another semaphore.
    known.known = true;
    known.count = before;
    known.number = semaphores_.number(step.object ^ std::uint64_t{known.renewals++} << 48,
                                      [&] { return names_.at(step.object); });
    if (out_.semaphore_counts.size() < out_.semaphores.size()) out_.semaphore_counts.push_back(before);
    return known;
  }

  // A thread that finds a semaphore at 0 reads a variable that a post updates first and a wait updates last.
  void semaphore(const Step& step) {
    const bool posts = step.op == OpKind::kSemPost,
               fails = !posts && step.op != OpKind::kSemWait && !takes(step);
    if (!step.has_effect) return other(step);  // cancelled, or refused
    const std::uint64_t before = posts ? step.count - 1 : fails ? step.count : std::uint64_t{step.count} + 1;
    Semaphore& semaphore = semaphore_of(step, before);
    semaphore.count = step.count;
    const bool looked_at = looked_at_.contains(step.object);
    if (fails) return look_at_semaphore(step);
    const auto update = [&] {
      Event& event = emit(EventKind::kUpdate, step, looks_at(step));
      event.atomic = true;
      event.value = before;
      event.written = step.count;
    };
    if (looked_at && posts) update();
    emit(posts ? EventKind::kPost : EventKind::kDown, step, semaphore.number);
    if (looked_at && !posts) update();
  }

  std::uint32_t barrier_number(std::uint64_t address, std::uint32_t parties) {
    const std::uint32_t number =
        barriers_.number(address ^ std::uint64_t{parties} << 48, [&] { return names_.at(address); });
    if (out_.barrier_parties.size() < out_.barriers.size()) out_.barrier_parties.push_back(parties);
    return number;
  }

  void barrier(const Step& step) {
    if (step.op == OpKind::kBarrierLeave) {
      emit(EventKind::kLeave, step, arrived_at_[step.thread]);
      return;
    }
    const std::uint32_t number = barrier_number(step.object, parties_[at_]);
    arrived_at_[step.thread] = number;
    emit(EventKind::kArrive, step, number);
    if (step.value == 1) emit(EventKind::kLeave, step, number);
  }

  const LoggedSteps log_;
  trace::EventTrace out_;
  const TraceNames names_;
  TracedMemory memory_;
  NamedObjects variables_, locks_, conditions_, semaphores_, barriers_;
  std::unordered_map<std::uint64_t, Lock> held_;
  std::vector<Wait> waits_;
  std::unordered_map<std::uint64_t, Semaphore> counts_;
  std::unordered_map<std::uint16_t, std::uint32_t> arrived_at_;
  std::unordered_map<std::size_t, std::uint32_t> parties_;  // by the step that arrives
  std::unordered_set<std::uint64_t> half_released_, looked_at_, counted_, awaited_;
  std::unordered_set<std::uint64_t> left_, inherited_;
  std::set<std::string> notes_;
  std::size_t at_ = 0;
};

}  // namespace

Result<trace::EventTrace> trace_of(const host::Recording& recording, const symbolize::SourceMap& source,
                                   const TracePart& part) {
  TraceMaker first(recording, source, part, {});
  auto trace = first.make();
  if (first.inherited().empty()) return trace;
  return TraceMaker(recording, source, part, first.inherited()).make();
}

}  // namespace stalemate::tools

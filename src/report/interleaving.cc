#include "report/interleaving.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>

#include "model/operations.h"
#include "trace/block.h"

namespace stalemate::report {
namespace {

// A stretch of one thread longer than this is folded to its first and last rows.
constexpr std::size_t kLongestStretch = 8;
constexpr std::size_t kStretchHead = 2;
constexpr std::size_t kStretchTail = 4;
// A table longer than this is folded to its first and last rows: what led to the failure is at the end.
constexpr std::size_t kLongestTable = 240;
constexpr std::size_t kTableHead = 40;
constexpr std::size_t kTableTail = 160;

std::string failing_use(const trace::Execution& execution) {
  const trace::Block* block = trace::block_of_fault(execution);
  return block != nullptr && trace::frees(execution, *block) ? "frees the block" : "uses freed memory";
}

std::string failure_text(const trace::Execution& execution) {
  switch (execution.header.outcome) {
    case wire::Outcome::kAssertion: return "assertion fails";
    case wire::Outcome::kAbort: return "aborts";
    case wire::Outcome::kException: return "exception escapes";
    case wire::Outcome::kCrash:
    case wire::Outcome::kRunning: return "crashes";
    case wire::Outcome::kStepLimit: return "runs into the step limit";
    case wire::Outcome::kHang: return "makes no step any more";
    case wire::Outcome::kMisuse: return "misuse";
    case wire::Outcome::kDoubleFree: return "frees a block again";
    case wire::Outcome::kLivelock: return "and so on, for ever";
    case wire::Outcome::kGoodSamaritan: return "and so on, without a yield";
    case wire::Outcome::kUseAfterFree: return failing_use(execution);
    case wire::Outcome::kHeapOverflow: return "goes beyond a block";
    default: return "ends";
  }
}

class TableBuilder {
 public:
  TableBuilder(const trace::Execution& execution, const ObjectNames& names, const SourceLines& lines,
               const std::vector<Mark>& marks)
      : execution_(execution), names_(names), lines_(lines), marks_(marks) {}

  Interleaving build() {
    add_lanes();
    index_next_steps();
    add_marks(0);
    for (std::size_t i = 0; i < shown_points();) i = add_stretch(i);
    fold_long_table(out_, "; the schedule has them all");
    add_failure();
    return std::move(out_);
  }

 private:
  void add_lanes() {
    for (const trace::Thread& thread : execution_.threads) out_.lanes.push_back({thread.path, {}});
    for (const trace::Point& point : execution_.points) {
      Lane& lane = out_.lanes[point.thread];
      if (point.is_choice || !lane.name.empty() || point.stack.empty()) continue;
      const std::vector<symbolize::Frame> frames = names_.user_frames(point.stack);
      if (!frames.empty()) lane.name = frames.back().function;
    }
  }

  // next_[i]: the index of the next step of the thread of point i, after i; points.size() = none.
  void index_next_steps() {
    const std::size_t end = execution_.points.size();
    std::map<std::uint32_t, std::size_t> next;
    next_.assign(end, end);
    for (std::size_t i = end; i-- > 0;) {
      const trace::Point& point = execution_.points[i];
      if (const auto known = next.find(point.thread); known != next.end()) next_[i] = known->second;
      if (!point.is_choice) next[point.thread] = i;
    }
  }

  // Of a cycle, what leads to it and one round.
  std::size_t shown_points() const {
    if (!execution_.cycle) return execution_.points.size();
    return std::min(execution_.points.size(), execution_.cycle->begin + execution_.cycle->period);
  }

  void announce_cycle() {
    const trace::Cycle& cycle = *execution_.cycle;
    Row row;
    row.kind = RowKind::kGap;
    row.text = "from here on " + std::to_string(cycle.period) + (cycle.period == 1 ? " step" : " steps") +
               ", again and again";
    out_.rows.push_back(std::move(row));
  }

  std::size_t add_stretch(std::size_t begin) {
    const std::uint32_t lane = execution_.points[begin].thread;
    if (begin > 0 && execution_.points[begin].reason != trace::SwitchReason::kContinues) add_switch(begin);
    std::size_t end = begin;
    if (execution_.cycle && begin == execution_.cycle->begin) announce_cycle();
    while (end < shown_points() && execution_.points[end].thread == lane &&
           (end == begin || (execution_.points[end].reason == trace::SwitchReason::kContinues &&
                             !(execution_.cycle && end == execution_.cycle->begin))))
      ++end;
    const bool fold = end - begin > kLongestStretch;
    for (std::size_t i = begin; i < end; ++i) {
      track_holders(i);
      if (fold && i == begin + kStretchHead) {
        const std::size_t hidden = end - begin - kStretchHead - kStretchTail;
        out_.rows.push_back(
            {RowKind::kSkipped, lane, 0, false, std::to_string(hidden) + " more steps", {}, {}});
      }
      if (!fold || i < begin + kStretchHead || i >= end - kStretchTail) add_step(i);
      add_marks(i + 1);
    }
    return end;
  }

  void add_step(std::size_t i) {
    const trace::Point& point = execution_.points[i];
    const symbolize::Frame frame = names_.best_frame(trace::place_of(execution_, point));
    out_.rows.push_back({RowKind::kStep, point.thread, static_cast<std::uint32_t>(i + 1), false,
                         describe_step(execution_, names_, point), short_place(frame.file, frame.line),
                         lines_(frame.file, frame.line)});
  }

  void add_marks(std::size_t after) {
    for (const Mark& mark : marks_)
      if (mark.after == after)
        add_row(mark.is_remark ? RowKind::kRemark : RowKind::kFailure, mark.thread, mark.text, mark.stack);
  }

  void add_switch(std::size_t i) {
    const trace::Point& point = execution_.points[i];
    const std::size_t before = i - 1;
    const std::string& who = path(execution_.points[before].thread);
    std::string text;
    switch (point.reason) {
      case trace::SwitchReason::kPreempted: text = who + " preempted" + what_comes(before, " before "); break;
      case trace::SwitchReason::kBlocked: text = who + " blocked" + what_blocks(before); break;
      case trace::SwitchReason::kFinished: text = who + " finished"; break;
      case trace::SwitchReason::kFree: text = who + " gave way" + what_comes(before, " in "); break;
      case trace::SwitchReason::kFair: text = who + " has yielded, others go first"; break;
      default: break;
    }
    const bool preemption = point.reason == trace::SwitchReason::kPreempted;
    out_.rows.push_back({RowKind::kSwitch,
                         point.thread,
                         0,
                         preemption,
                         "switch to " + path(point.thread) + ": " + text,
                         {},
                         {}});
  }

  // The step that the thread of a point was about to make: its next in the log, or the one it is blocked in.
  struct Announced {
    OpKind op = OpKind::kNone;
    std::uint64_t object = 0;
  };
  Announced announced(std::size_t at) const {
    if (next_[at] != execution_.points.size())
      return {execution_.points[next_[at]].op, execution_.points[next_[at]].object};
    for (const trace::Blocked& blocked : execution_.blocked)
      if (blocked.thread == execution_.points[at].thread) return {blocked.op, blocked.object};
    for (const trace::Pending& pending : execution_.pending)
      if (pending.thread == execution_.points[at].thread) return {pending.op, pending.object};
    return {};
  }

  std::string what_comes(std::size_t at, const char* word) const {
    const Announced next = announced(at);
    if (next.op == OpKind::kNone) return {};
    const std::string object = names_.object(next.op, next.object);
    return word + std::string(name_of(next.op)) + (object.empty() ? "" : " " + object);
  }

  std::string what_blocks(std::size_t at) const {
    const Announced next = announced(at);
    if (next.op == OpKind::kNone) return {};
    const auto holders = holders_.find(next.object);
    // The first of several readers; preferably not the waiting thread itself.
    std::optional<std::uint32_t> holder;
    if (acquires_lock(next.op) && holders != holders_.end())
      for (const std::uint32_t thread : holders->second)
        if (!holder && thread != execution_.points[at].thread) holder = thread;
    const std::string text = ", waits for " + describe_wait(names_, next.op, next.object, holder.has_value());
    return holder ? text + ", held by " + path(*holder) : text;
  }

  void track_holders(std::size_t i) {
    const trace::Point& point = execution_.points[i];
    if (point.is_choice) return;
    if (trace::has_acquired(point)) holders_[point.object].push_back(point.thread);
    if (releases_lock(point.op)) std::erase(holders_[point.object], point.thread);
    // The log does not contain which mutex a wait releases. Print nothing rather than something wrong.
    if (point.op == OpKind::kWait)
      for (auto& [object, threads] : holders_) std::erase(threads, point.thread);
  }

  void add_failure() {
    if (execution_.header.outcome == wire::Outcome::kDeadlock) {
      for (const trace::Blocked& blocked : execution_.blocked) {
        const bool held = is_held(blocked);
        std::string text = "waits for " + describe_wait(names_, blocked.op, blocked.object, held);
        if (held && blocked.holder == blocked.thread)
          text += ", which it holds itself";
        else if (held)
          text += ", held by " + path(*blocked.holder);
        add_failure_row(blocked.thread, std::move(text), blocked.stack);
      }
      return;
    }
    if (execution_.header.outcome == wire::Outcome::kFinished) return;
    add_failure_row(execution_.failing_thread, failure_text(execution_), execution_.failing_stack);
  }

  void add_failure_row(std::uint32_t thread, std::string text, const trace::CallStack& stack) {
    add_row(RowKind::kFailure, thread, std::move(text), stack);
  }

  void add_row(RowKind kind, std::uint32_t thread, std::string text, const trace::CallStack& stack) {
    const symbolize::Frame frame = names_.best_frame(stack);
    out_.rows.push_back({kind, thread, 0, false, std::move(text), short_place(frame.file, frame.line),
                         lines_(frame.file, frame.line)});
  }

  const std::string& path(std::uint32_t thread) const { return execution_.threads[thread].path; }

  const trace::Execution& execution_;
  const ObjectNames& names_;
  const SourceLines& lines_;
  const std::vector<Mark>& marks_;
  Interleaving out_;
  std::vector<std::size_t> next_;
  std::map<std::uint64_t, std::vector<std::uint32_t>> holders_;  // several of a read-write lock
};

}  // namespace

bool is_held(const trace::Blocked& blocked) {
  return blocked.holder && blocked.op != OpKind::kJoin && blocked.op != OpKind::kTimedJoin;
}

std::string describe_wait(const ObjectNames& names, OpKind op, std::uint64_t object, bool held) {
  const std::string name = names.object(op, object);
  if (name.empty()) return name_of(op);
  if (op == OpKind::kReacquire && held) return "the mutex of its wait on " + name;
  std::string text = operations::row(op).awaits;
  return text.replace(text.find('*'), 1, name);
}

// The log has the bytes, not the type: a number with the sign bit set is assumed to be negative, a huge one
// an address.
std::string shown_value(std::uint64_t value, std::uint32_t bytes) {
  if (bytes == 0 || bytes > 8) return std::to_string(value);
  const unsigned unused = 64 - 8 * bytes;
  const auto number = static_cast<std::int64_t>(value << unused) >> unused;
  constexpr std::int64_t kHuge = std::int64_t{1} << 40;
  if (number > -kHuge && number < kHuge) return std::to_string(number);
  char text[24];
  std::snprintf(text, sizeof text, "%#llx", static_cast<unsigned long long>(value));
  return text;
}

// What was chosen at a spurious event (S5); empty: not such a choice.
std::string describe_spurious_event(const trace::Point& point) {
  switch (point.op) {
    case OpKind::kWait:
    case OpKind::kFutexWait:
      return point.value == 1 ? "will wake up for no reason" : "sleeps until it is woken";
    case OpKind::kCas:
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock: return point.value == 1 ? "fails for no reason" : "does not fail";
    default: return {};
  }
}

std::string describe_step(const trace::Execution& execution, const ObjectNames& names,
                          const trace::Point& point) {
  if (point.is_choice) {
    const std::string choice = std::to_string(point.value) + " of " + std::to_string(point.object);
    const bool wakes = (point.op == OpKind::kSignal || point.op == OpKind::kFutexWake) && point.datum &&
                       *point.datum < execution.threads.size();
    if (wakes) return "wakes " + execution.threads[*point.datum].path + " (choice " + choice + ")";
    const std::string spurious = describe_spurious_event(point);
    return spurious.empty() ? "choose " + choice : spurious;
  }
  // With one waiter there is nothing to choose.
  if ((point.op == OpKind::kSignal || point.op == OpKind::kFutexWake) && point.datum &&
      *point.datum < execution.threads.size())
    return std::string(name_of(point.op)) + " " + names.object(point.op, point.object) + ", wakes " +
           execution.threads[*point.datum].path;
  if (point.op == OpKind::kCreate) {
    const bool known = point.value < execution.threads.size() && point.value != 0;
    return known ? "create " + execution.threads[point.value].path : "create fails";
  }
  const std::string object = names.object(point.op, point.object);
  std::string text = std::string(name_of(point.op)) + (object.empty() ? "" : " " + object);
  const std::string datum = point.datum ? shown_value(*point.datum, point.datum_bytes) : "";
  switch (point.op) {
    case OpKind::kBarrierArrive: return text + (point.value == 1 ? ": the last" : "");
    case OpKind::kTestCancel: return point.value == 1 ? "is cancelled" : "testcancel";
    case OpKind::kReacquire:
      if (point.value == 0) return text;
      return "wait " + object +
             (point.value == 1   ? ": times out"
              : point.value == 2 ? ": cancelled"
                                 : ": ends for no reason");
    case OpKind::kFutexWoken:
      return text + (point.value == 1   ? " after a timeout"
                     : point.value == 2 ? ": cancelled"
                     : point.value == 3 ? " for no reason"
                                        : "");
    case OpKind::kFutexWait: return text + (point.value == 1 ? ": the value is " + datum : "");
    case OpKind::kFutexWake:
    case OpKind::kSignal:
    case OpKind::kBroadcast: return text + (point.value == 0 ? ": no thread waits" : "");
    case OpKind::kCas:
      return text + (point.value == 1 ? "" : ": fails") + (datum.empty() ? "" : " -> " + datum);
    case OpKind::kRetry:
      return (point.value == 1 ? "load, compare_exchange " : "load ") + object +
             (datum.empty() ? "" : " -> " + datum);
    case OpKind::kLoad: return text + (datum.empty() ? "" : " -> " + datum);
    case OpKind::kStore:
    case OpKind::kRmw: return text + (datum.empty() ? "" : " = " + datum);
    default:
      return text + (try_failed(point.op, point.value)  ? ": fails"
                     : timed_out(point.op, point.value) ? ": times out"
                                                        : "");
  }
}

void fold_long_table(Interleaving& interleaving, const std::string& remark) {
  std::vector<Row>& rows = interleaving.rows;
  if (rows.size() <= kLongestTable) return;
  const auto first = rows.begin() + kTableHead;
  const auto last = rows.end() - kTableTail;
  Row gap;
  gap.kind = RowKind::kGap;
  gap.text = std::to_string(last - first) + " more rows" + remark;
  rows.erase(first, last);
  rows.insert(rows.begin() + kTableHead, std::move(gap));
}

Interleaving build_interleaving(const trace::Execution& execution, const ObjectNames& names,
                                const SourceLines& lines, const std::vector<Mark>& marks) {
  return TableBuilder(execution, names, lines, marks).build();
}

}  // namespace stalemate::report

#include "trace/execution.h"

#include <algorithm>
#include <cstring>

#include "model/operations.h"
#include "model/wire/layout.h"

namespace stalemate::trace {
namespace {

enum class Standing : std::uint8_t { kReady, kTimed, kBlocked, kFinished, kHeldBack };

class LogReader {
 public:
  explicit LogReader(const LogView& log) : log_(log) {}

  Execution read() {
    if (log_.header != nullptr) out_.header = *log_.header;
    out_.text = std::string(log_.text);
    thread(0).path = "0";
    thread(0).known = true;
    for (const wire::Record& record : log_.records) {
      read_record(record);
      ++order_;
    }
    finish();
    return std::move(out_);
  }

 private:
  Thread& thread(std::uint32_t id) {
    while (out_.threads.size() <= id) {
      // Overwritten when its creation is read; '?' occurs in no real path.
      Thread unknown;
      unknown.path = "?" + std::to_string(out_.threads.size());
      out_.threads.push_back(std::move(unknown));
      standing_.push_back(Standing::kReady);
      children_.push_back(0);
    }
    return out_.threads[id];
  }

  void read_record(const wire::Record& record) {
    thread(record.thread);
    switch (record.kind) {
      case wire::RecordKind::kEnabled:
        standing_[record.thread] = record.value == 1 ? Standing::kTimed : Standing::kReady;
        break;
      case wire::RecordKind::kDisabled:
        standing_[record.thread] = record.value == wire::kFinished   ? Standing::kFinished
                                   : record.value == wire::kHeldBack ? Standing::kHeldBack
                                                                     : Standing::kBlocked;
        break;
      case wire::RecordKind::kStep: read_step(record); break;
      case wire::RecordKind::kChoice: read_choice(record); break;
      case wire::RecordKind::kFrame: read_frame(record); break;
      case wire::RecordKind::kValue:
        if (!out_.leaks.empty()) {
          out_.leaks.back().beyond = record.object;
        } else if (!out_.points.empty()) {
          out_.points.back().datum = record.object;
          out_.points.back().datum_bytes = record.value;
        }
        break;
      case wire::RecordKind::kBlocked: read_blocked(record); break;
      case wire::RecordKind::kRace:
      case wire::RecordKind::kAccess: read_access(record); break;
      case wire::RecordKind::kPartner:
        if (!out_.accesses.empty()) out_.accesses.back().earlier_code = record.object;
        break;
      case wire::RecordKind::kBlock: read_block(record); break;
      case wire::RecordKind::kFault: read_fault(record); break;
      case wire::RecordKind::kLeak:
        out_.leaks.push_back({record.thread, record.object, record.value, 0, {}});
        expect_stack(out_.leaks.back().stack, record.thread);
        break;
      case wire::RecordKind::kPending:
        if (record.op < OpKind::kCount) out_.pending.push_back({record.thread, record.op, record.object});
        break;
      case wire::RecordKind::kCycle: read_cycle(record); break;
      case wire::RecordKind::kHeldAt:
        if (!out_.blocked.empty()) out_.blocked.back().held_at = record.object;
        break;
      default: break;
    }
  }

  SwitchReason reason_for(std::uint32_t next) const {
    if (!last_) return SwitchReason::kStart;
    if (*last_ == next) return SwitchReason::kContinues;
    switch (standing_[*last_]) {
      case Standing::kReady: return SwitchReason::kPreempted;
      case Standing::kTimed: return SwitchReason::kFree;
      case Standing::kBlocked: return SwitchReason::kBlocked;
      case Standing::kFinished: return SwitchReason::kFinished;
      case Standing::kHeldBack: return SwitchReason::kFair;
    }
    return SwitchReason::kPreempted;
  }

  void read_step(const wire::Record& record) {
    Point point;
    point.op = record.op < OpKind::kCount ? record.op : OpKind::kNone;
    point.thread = record.thread;
    point.value = record.value;
    point.object = record.object;
    point.reason = reason_for(record.thread);
    if (point.reason == SwitchReason::kPreempted) ++out_.preemptions;
    if (point.reason != SwitchReason::kStart && point.reason != SwitchReason::kContinues) ++out_.switches;
    ++out_.steps;
    last_ = record.thread;
    out_.points.push_back(std::move(point));
    if (record.op == OpKind::kCreate) read_create(record);
    expect_stack(out_.points.back().stack, record.thread);
  }

  void read_create(const wire::Record& record) {
    // A failed creation names no thread; thread numbers are 16 bits wide in the log.
    if (record.value == 0 || record.value > 0xffff) return;
    Thread& child = thread(record.value);
    if (child.known) return;
    child.known = true;
    child.parent = record.thread;
    child.slot = static_cast<std::uint32_t>(record.object % layout::kSlots);
    child.path = thread(record.thread).path + "." + std::to_string(++children_[record.thread]);
  }

  void read_choice(const wire::Record& record) {
    Point point;
    point.is_choice = true;
    point.thread = last_.value_or(record.thread);
    point.value = record.value;
    point.op = record.op;
    point.object = record.object;
    out_.points.push_back(std::move(point));
    expect_stack(out_.points.back().stack, record.thread);
  }

  void read_blocked(const wire::Record& record) {
    Blocked blocked;
    blocked.thread = record.thread;
    blocked.op = record.op < OpKind::kCount ? record.op : OpKind::kNone;
    blocked.object = record.object;
    if (record.value <= 0xffff) {
      thread(record.value);
      blocked.holder = record.value;
    }
    out_.blocked.push_back(std::move(blocked));
    expect_stack(out_.blocked.back().stack, record.thread);
  }

  void read_access(const wire::Record& record) {
    Access access;
    access.after = out_.points.size();
    access.order = order_;
    access.thread = record.thread;
    access.address = record.object;
    access.bytes = record.value & wire::kAccessBytes;
    access.writes = (record.value & wire::kAccessWrites) != 0;
    access.is_volatile = (record.value & wire::kAccessVolatile) != 0;
    access.is_atomic = (record.value & wire::kAccessAtomic) != 0;
    access.races = record.kind == wire::RecordKind::kRace;
    if (access.races) {
      access.earlier_is_atomic = (record.value & wire::kEarlierAtomic) != 0;
      access.quiet = (record.value & wire::kRaceQuiet) != 0;
      access.earlier_writes = (record.value & wire::kEarlierWrites) != 0;
      access.earlier_thread = record.value >> 16;
      thread(access.earlier_thread);
    }
    out_.accesses.push_back(std::move(access));
    expect_stack(out_.accesses.back().stack, record.thread);
  }

  static bool same_step(const Point& a, const Point& b) {
    return a.is_choice == b.is_choice && a.op == b.op && a.thread == b.thread && a.value == b.value &&
           a.object == b.object;
  }

  void read_cycle(const wire::Record& record) {
    const std::size_t points = out_.points.size(), period = record.value & wire::kCyclePoints;
    if (period == 0 || period > points) return;
    std::size_t begin = points - period;
    while (begin > 0 && same_step(out_.points[begin - 1], out_.points[begin - 1 + period])) --begin;
    const bool proved = (record.value & wire::kCycleProved) != 0;
    out_.cycle = Cycle{begin, period, record.object, proved, record.thread};
    stack_ = nullptr;
  }

  void read_block(const wire::Record& record) {
    const BlockEvent event{out_.points.size(), order_, record.thread, {}};
    if ((record.value & wire::kBlockEnds) == 0) {
      out_.blocks.push_back({record.object, record.value & wire::kBlockBytes, event, std::nullopt});
      return expect_stack(out_.blocks.back().begun.stack, record.thread);
    }
    ignored_.clear();
    expect_stack(ignored_, record.thread);
    for (auto block = out_.blocks.rbegin(); block != out_.blocks.rend(); ++block) {
      if (block->address != record.object || block->ended) continue;
      block->ended = event;
      return expect_stack(block->ended->stack, record.thread);
    }
  }

  // The frames that follow are those of the failure.
  void read_fault(const wire::Record& record) {
    Fault fault;
    fault.thread = record.thread;
    fault.address = record.object;
    fault.bytes = record.value & wire::kAccessBytes;
    fault.writes = (record.value & wire::kAccessWrites) != 0;
    fault.earlier_thread = record.value >> 16;
    thread(fault.earlier_thread);
    out_.fault = fault;
    stack_ = nullptr;
  }

  void expect_stack(CallStack& stack, std::uint32_t owner) {
    stack_ = &stack;
    owner_ = owner;
  }

  void read_frame(const wire::Record& record) {
    // Frames of another thread, or that start again at the innermost, are those of the failure itself.
    const bool first = frame_depth(record.value) == 0;
    if (first && (stack_ == nullptr || !stack_->empty() || record.thread != owner_)) {
      stack_ = &out_.failing_stack;
      stack_->clear();
    }
    if (stack_ == nullptr) return;
    CodeAddress frame{record.object, 0};
    if (const std::uint32_t offset = frame_cfa_offset(record.value); offset != 0)
      frame.cfa = layout::kStackRegion + thread(record.thread).slot * layout::kStackStride + offset;
    stack_->push_back(frame);
  }

  // Which thread has a mutex, from the steps alone, for a runtime that does not log it.
  void complete_holders() {
    for (Blocked& blocked : out_.blocked) {
      if (blocked.op != OpKind::kLock || blocked.holder) continue;
      if (const Point* taken = last_acquisition(out_, blocked.object)) blocked.holder = taken->thread;
    }
  }

  void finish() {
    for (std::size_t id = 0; id < out_.threads.size(); ++id)
      out_.threads[id].ready_at_end = out_.threads[id].known && (standing_[id] == Standing::kReady ||
                                                                 standing_[id] == Standing::kHeldBack);
    complete_holders();
    if (out_.header.failing_thread < out_.threads.size()) {
      out_.failing_thread = out_.header.failing_thread;
    } else if (!out_.blocked.empty()) {
      // The place of a deadlock: a thread in the cycle, rather than one that waits for its end.
      const auto in_cycle =
          std::find_if(out_.blocked.begin(), out_.blocked.end(),
                       [](const Blocked& blocked) { return blocked.holder && blocked.op != OpKind::kJoin; });
      out_.failing_thread = (in_cycle != out_.blocked.end() ? *in_cycle : out_.blocked.front()).thread;
    } else {
      out_.failing_thread = last_.value_or(0);
    }
    if (!out_.failing_stack.empty()) return;
    for (const Blocked& blocked : out_.blocked)
      if (blocked.thread == out_.failing_thread) out_.failing_stack = blocked.stack;
    for (auto point = out_.points.rbegin(); out_.failing_stack.empty() && point != out_.points.rend();
         ++point)
      if (!point->is_choice && point->thread == out_.failing_thread) {
        out_.failing_stack = point->stack;
        break;
      }
  }

  const LogView& log_;
  Execution out_;
  std::vector<Standing> standing_;
  std::vector<std::uint32_t> children_;
  std::optional<std::uint32_t> last_;
  std::uint32_t owner_ = 0;
  std::size_t order_ = 0;  // of the record under way
  CallStack ignored_;
  CallStack* stack_ = nullptr;  // where the next frame goes; valid until the next point or blocked
};

}  // namespace

const char* name_of(SwitchReason reason) {
  switch (reason) {
    case SwitchReason::kContinues: return "continues";
    case SwitchReason::kStart: return "start";
    case SwitchReason::kPreempted: return "preempted";
    case SwitchReason::kBlocked: return "blocked";
    case SwitchReason::kFinished: return "finished";
    case SwitchReason::kFree: return "free";
    case SwitchReason::kFair: return "fair";
  }
  return "unknown";
}

bool has_acquired(const Point& point) {
  return !point.is_choice && acquires_lock(point.op) &&
         result_of(point.op, point.value) == StepResult::kSucceeded;
}

const Point* last_acquisition(const Execution& execution, std::uint64_t mutex) {
  for (auto point = execution.points.rbegin(); point != execution.points.rend(); ++point) {
    if (point->is_choice || point->object != mutex) continue;
    if (releases_lock(point->op)) return nullptr;
    if (has_acquired(*point)) return &*point;
  }
  return nullptr;
}

const CallStack& place_of(const Execution& execution, const Point& point) {
  if (point.is_choice || point.op != OpKind::kStart) return point.stack;
  for (const Point& creation : execution.points)
    if (!creation.is_choice && creation.op == OpKind::kCreate && creation.value == point.thread)
      return creation.stack;
  return point.stack;
}

Execution read_execution(const LogView& log) { return LogReader(log).read(); }

}  // namespace stalemate::trace

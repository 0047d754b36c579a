#include "record/logged_steps.h"

#include <algorithm>

#include "model/wire/layout.h"
#include "report/object_names.h"
#include "trace/execution.h"

namespace stalemate::tools {
namespace {

bool is_access(OpKind op) {
  return op == OpKind::kLoad || op == OpKind::kStore || op == OpKind::kRmw || op == OpKind::kCas ||
         op == OpKind::kRetry || op == OpKind::kPlainLoad || op == OpKind::kPlainStore;
}

bool is_on_semaphore(OpKind op) {
  return op == OpKind::kSemWait || op == OpKind::kSemTryWait || op == OpKind::kSemTimedWait ||
         op == OpKind::kSemPost;
}

class StepReader {
 public:
  StepReader(const LogView& log, const symbolize::SourceMap& source) : log_(log), source_(source) {
    out_.locations.push_back("?");
    thread(0).path = "0";
  }

  LoggedSteps read() {
    for (const wire::Record& record : log_.records) {
      if (record.kind == wire::RecordKind::kFrame) {
        read_frame(record);
        continue;
      }
      if (in_step_) end_frames();
      read_record(record);
    }
    if (in_step_) end_frames();
    return std::move(out_);
  }

 private:
  LoggedThread& thread(std::uint32_t id) {
    while (out_.threads.size() <= id) {
      out_.threads.push_back({"?" + std::to_string(out_.threads.size()), 0, 0, std::nullopt, 0});
      level_next_.push_back(0);
      created_at_.push_back(0);
      frames_of_.emplace_back();
    }
    return out_.threads[id];
  }

  void read_record(const wire::Record& record) {
    thread(record.thread);
    switch (record.kind) {
      case wire::RecordKind::kStep: return read_step(record);
      case wire::RecordKind::kChoice: ++points_; return;
      case wire::RecordKind::kEffect: return read_effect(record);
      case wire::RecordKind::kValue:
        if (!over_ && !out_.steps.empty()) read_value(record);
        return;
      case wire::RecordKind::kAccess:
        if (!over_ && !out_.steps.empty() && record.op == OpKind::kPlainStore) read_unseen_write(record);
        return;
      case wire::RecordKind::kDisabled:
        if (record.value == wire::kFinished) thread(record.thread).ended = out_.steps.size();
        return;
      case wire::RecordKind::kRace:
        if ((record.value & wire::kRaceQuiet) == 0) out_.races = true;
        return;
      case wire::RecordKind::kLeak: over_ = true; return;
      default: return;
    }
  }

  void read_value(const wire::Record& record) {
    Step& step = out_.steps.back();
    if (record.op == OpKind::kPlainLoad) {
      if (step.words == kNoWords) step.words = static_cast<std::uint32_t>(out_.words.size());
      out_.words.push_back(record.object);
      return;
    }
    if (!step.before) step.before = record.object;
    step.after = record.object;
    if (is_access(step.op)) step.bytes = record.value;
  }

  // Its place is known only as that of the step before it.
  void read_unseen_write(const wire::Record& record) {
    Step step;
    step.op = OpKind::kPlainStore;
    step.unseen = true;
    step.thread = record.thread;
    step.object = record.object;
    step.bytes = record.value & wire::kAccessBytes;
    step.point = out_.steps.back().point;
    step.location = out_.steps.back().location;
    out_.steps.push_back(step);
    if (layout::in_stacks(step.object) && !out_.locals.contains(step.object)) name_local(step.object);
  }

  void read_step(const wire::Record& record) {
    Step step;
    step.op = record.op;
    step.thread = record.thread;
    step.value = record.value;
    step.object = record.object;
    step.point = points_++;
    step.adds_level = level_next_[record.thread] != 0 && level_next_[record.thread] == record.object;
    level_next_[record.thread] = 0;
    out_.steps.push_back(step);
    frames_.clear();
    in_step_ = true;
    if (record.op != OpKind::kCreate || record.value == 0 || record.value > 0xffff) return;
    LoggedThread& child = thread(record.value);
    child.parent = record.thread;
    child.slot = static_cast<std::uint32_t>(record.object % layout::kSlots);
    LoggedThread& parent = thread(record.thread);
    child.path = parent.path + "." + std::to_string(++parent.children);
  }

  // Those that start again at the innermost are of the failure.
  void read_frame(const wire::Record& record) {
    if (!in_step_) return;
    if (trace::frame_depth(record.value) == 0 && !frames_.empty()) return end_frames();
    trace::CodeAddress frame{record.object, 0};
    if (const std::uint32_t offset = trace::frame_cfa_offset(record.value); offset != 0)
      frame.cfa = layout::kStackRegion + out_.threads[record.thread].slot * layout::kStackStride + offset;
    frames_.push_back(frame);
  }

  void end_frames() {
    in_step_ = false;
    Step& step = out_.steps.back();
    // A start has no code of the program yet: it is where its thread was created.
    step.location = step.op == OpKind::kStart ? created_at_[step.thread] : location();
    if (step.op == OpKind::kCreate && step.value != 0 && step.value < created_at_.size())
      created_at_[step.value] = step.location;
    frames_of_[step.thread] = frames_;
    if (layout::in_stacks(step.object) && !out_.locals.contains(step.object)) name_local(step.object);
  }

  std::uint32_t location() {
    std::uint64_t hash = 0;
    for (const trace::CodeAddress& frame : frames_) hash = (hash ^ frame.pc) * 0x9e3779b97f4a7c15u + 1;
    const auto [known, is_new] = known_stacks_.emplace(hash, 0);
    if (!is_new) return known->second;
    std::string place;
    for (const trace::CodeAddress& frame : frames_) {
      const std::vector<symbolize::Frame> all = source_.frames(frame.pc);
      if (all.empty()) continue;
      const symbolize::Frame& best = symbolize::best_frame(all);
      if (best.file.empty()) continue;
      if (place.empty() || !best.system) place = report::short_place(best.file, best.line);
      if (!best.system) break;
    }
    if (place.empty()) return 0;
    const auto [number, is_new_place] =
        known_places_.emplace(place, static_cast<std::uint32_t>(out_.locations.size()));
    if (is_new_place) out_.locations.push_back(place);
    return known->second = number->second;
  }

  // From the frames that the owner of the stack had at its last step.
  void name_local(std::uint64_t address) {
    const std::uint32_t slot = layout::stack_slot(address);
    std::string name;
    for (std::size_t id = 0; id < out_.threads.size(); ++id) {
      if (out_.threads[id].slot != slot) continue;
      for (const trace::CodeAddress& frame : frames_of_[id]) {
        if (frame.cfa == 0 || frame.cfa < address || !name.empty()) continue;
        name = source_.local(frame.pc, frame.cfa, address);
        if (!name.empty()) name += "@" + out_.threads[id].path;
      }
    }
    out_.locals.emplace(address, std::move(name));
  }

  void read_effect(const wire::Record& record) {
    if (out_.steps.empty()) return;
    Step& step = out_.steps.back();
    if (record.op == OpKind::kLock || record.op == OpKind::kTimedLock) {
      level_next_[record.thread] = record.object;
    } else if (record.op != step.op || record.thread != step.thread) {
      return;
    } else if (is_access(record.op)) {
      if (record.value != 0) step.bytes = record.value;
    } else if (record.op == OpKind::kWait) {
      step.has_effect = true;
      step.mutex = record.object;
      step.kept = record.value != 0;
    } else if (is_on_semaphore(record.op)) {
      step.has_effect = true;
      step.count = record.value;
    }
  }

  const LogView& log_;
  const symbolize::SourceMap& source_;
  LoggedSteps out_;
  std::vector<std::uint64_t> level_next_;  // by thread: the lock that its next step locks again
  std::vector<std::uint32_t> created_at_;
  std::vector<trace::CallStack> frames_of_;
  trace::CallStack frames_;
  bool in_step_ = false, over_ = false;
  std::uint32_t points_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> known_stacks_;
  std::unordered_map<std::string, std::uint32_t> known_places_;
};

}  // namespace

namespace {

// Threads end after as many steps as remain.
void remove_steps(LoggedSteps& log, const std::vector<bool>& removed) {
  std::vector<std::size_t> left(log.steps.size() + 1);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < log.steps.size(); ++i) {
    left[i] = kept;
    if (!removed[i]) log.steps[kept++] = log.steps[i];
  }
  left.back() = kept;
  log.steps.resize(kept);
  for (LoggedThread& thread : log.threads)
    if (thread.ended) thread.ended = left[*thread.ended];
}

// Words of memory: which thread accesses them, and how they are accessed next.
struct WordUse {
  static constexpr std::uint32_t kNone = ~0u, kSeveral = ~0u - 1;
  std::uint32_t owner = kNone;
  bool read_next = false;
};

// Stacks are full of dead data, which is never read: an unseen write is kept only if a read comes next, or if
// other threads use the memory.
void drop_idle_writes(LoggedSteps& log) {
  std::unordered_map<std::uint64_t, WordUse> words;
  const auto each_word = [&words](const Step& step, auto visit) {
    for (std::uint64_t at = step.object / 8; at <= (step.object + std::max(step.bytes, 1u) - 1) / 8; ++at)
      visit(words[at]);
  };
  const auto is_reached = [](const Step& step) { return is_access(step.op) && !step.unseen; };
  if (std::ranges::none_of(log.steps, &Step::unseen)) return;
  for (const Step& step : log.steps)
    if (is_reached(step))
      each_word(step, [&](WordUse& use) {
        use.owner = use.owner == WordUse::kNone || use.owner == step.thread ? step.thread : WordUse::kSeveral;
      });
  std::vector<bool> idle(log.steps.size());
  for (std::size_t i = log.steps.size(); i-- > 0;) {
    const Step& step = log.steps[i];
    if (is_reached(step)) {
      const bool reads = step.op != OpKind::kPlainStore && step.op != OpKind::kStore;
      each_word(step, [&](WordUse& use) { use.read_next = reads; });
    } else if (step.unseen) {
      const bool own =
          layout::in_stacks(step.object) && layout::stack_slot(step.object) == log.threads[step.thread].slot;
      idle[i] = true;
      each_word(step, [&](const WordUse& use) {
        if (use.read_next || (use.owner != step.thread && !own)) idle[i] = false;
      });
    }
  }
  remove_steps(log, idle);
}

}  // namespace

std::optional<std::uint32_t> joined_thread(const LoggedSteps& log, const Step& step) {
  if (step.op != OpKind::kJoin && step.op != OpKind::kTimedJoin && step.op != OpKind::kTryJoin)
    return std::nullopt;
  for (std::size_t id = log.threads.size(); id-- > 0;)
    if (log.threads[id].slot == step.object && log.threads[id].path[0] != '?')
      return static_cast<std::uint32_t>(id);
  return 0;
}

LoggedSteps read_steps(const LogView& log, const symbolize::SourceMap& source) {
  LoggedSteps steps = StepReader(log, source).read();
  drop_idle_writes(steps);
  return steps;
}

}  // namespace stalemate::tools

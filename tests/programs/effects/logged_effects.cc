// Runs one family after the other of a program (families.h), every execution with up to two preemptions,
// and checks what is logged of them with Config::effects:
//  - who can act at each point follows from the steps and the effects before it (logged_state.h);
//  - every thread that has not ended tells what it has announced, and does that where the execution goes on;
//  - the executions are those that happen when nothing is logged;
//  - families that have to be opaque are, and no others.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "campaign/rerun/rerun.h"
#include "model/log/log_walk.h"
#include "logged_state.h"

namespace stalemate::test {
namespace {

using wire::RecordKind;

struct Family {
  const char* name;
  std::set<wire::Outcome> outcomes;  // all of them, and no others
  enum { kClear, kOpaque, kSometimesOpaque } clarity = kClear;
  bool polls = false;
  std::uint32_t spurious = 0;
  bool races = false;  // and what races is a step (S13)
};

const std::set<wire::Outcome> kEnds = {wire::Outcome::kFinished};
const std::set<wire::Outcome> kMayDeadlock = {wire::Outcome::kFinished, wire::Outcome::kDeadlock};
const std::set<wire::Outcome> kMayAssert = {wire::Outcome::kFinished, wire::Outcome::kAssertion};

const Family kFamilies[] = {
    {"mutex", kEnds},
    {"recursive", kEnds},
    {"recursive_left", kEnds},
    {"errorcheck", kEnds},
    {"errorcheck_again", kEnds, Family::kOpaque},
    {"errorcheck_unlock", kEnds, Family::kOpaque},
    {"try_lock", kEnds},
    {"timed_lock", kEnds},
    {"spin_lock", kEnds},
    {"robust", kEnds, Family::kOpaque},
    {"init_while_held", kEnds, Family::kOpaque},
    {"held_from_start", kEnds, Family::kOpaque},
    {"signal_one", kEnds},
    {"signal_two", kMayDeadlock},
    {"signal_two", kMayDeadlock, Family::kClear, false, 1},
    {"broadcast", kEnds},
    {"timed_wait", kEnds},
    {"wait_with_level", kEnds},
    {"rwlock", kEnds},
    {"timed_rwlock", kEnds},
    {"writers_first", kEnds, Family::kOpaque},
    {"rwlock_again", kEnds, Family::kOpaque},
    {"semaphore", kEnds},
    {"timed_semaphore", kMayDeadlock},
    {"semaphore_left", kEnds},
    {"semaphore_looked_at", kEnds},
    {"semaphore_again", kEnds},
    {"semaphore_with_another_count", kEnds, Family::kOpaque},
    {"named_semaphore", kEnds, Family::kOpaque},
    {"barriers", kEnds},
    {"barrier_of_three", kEnds},
    {"once", kEnds},
    {"futexes", kEnds},
    {"timed_futexes", kEnds},
    {"timed_futexes", kEnds, Family::kClear, false, 1},
    {"requeue", kEnds, Family::kOpaque},
    {"wake_op", kEnds, Family::kOpaque},
    {"atomic_wait", kEnds},
    {"atomics", kEnds},
    {"polling", kEnds, Family::kClear, true},
    {"joins", kEnds},
    {"join_without_deadline", kEnds, Family::kOpaque},
    {"detaches", kEnds},
    {"join_detached", kEnds, Family::kSometimesOpaque},
    {"sleeps", kEnds},
    {"too_large", kEnds, Family::kOpaque},
    {"left", kEnds},
    {"left_at_once", kEnds},
    {"deadlock", kMayDeadlock},
    {"own_deadlock", {wire::Outcome::kDeadlock}},
    {"assertion", kMayAssert},
    {"assertion_inside", kMayAssert},
    {"abandoned", {wire::Outcome::kFinished, wire::Outcome::kAbandoned}},
    {"choice", kEnds},
    {"plain", kEnds, Family::kClear, false, 0, true},
};

constexpr std::uint32_t kPreemptions = 2;
constexpr std::size_t kMostExecutions = 400;  // of each family

bool is_point(const wire::Record& record) {
  return record.kind == RecordKind::kStep || record.kind == RecordKind::kChoice;
}

// Effects that are logged before the step that they are about.
bool is_of_next(const wire::Record& effect) {
  return effect.op == OpKind::kReacquire || effect.op == OpKind::kFutexWoken || effect.op == OpKind::kLock ||
         effect.op == OpKind::kTimedLock || effect.op == OpKind::kSemOpen;
}

// What an atomic operation has stored.
bool is_stored(const wire::Record& effect) { return effect.op == OpKind::kStore && effect.value == 0; }

// Whether a step is a yield by itself (S9): it gave way, or found nothing and came back.
bool yields(const wire::Record& step) {
  switch (step.op) {
    case OpKind::kYield:
    case OpKind::kSleep: return true;
    case OpKind::kTimedLock:
    case OpKind::kTimedReadLock:
    case OpKind::kTimedWriteLock:
    case OpKind::kTimedJoin:
    case OpKind::kReacquire:
    case OpKind::kFutexWoken:
    case OpKind::kSemTimedWait: return step.value == 1;
    case OpKind::kTryLock:
    case OpKind::kTryReadLock:
    case OpKind::kTryWriteLock:
    case OpKind::kSemTryWait:
    case OpKind::kTryJoin: return step.value == 0;
    default: return false;
  }
}

// The checks of one log. A complaint is a sentence; empty: all is well.
class LogCheck {
 public:
  explicit LogCheck(const host::Recording& log) : log_(log) {}

  std::string run() {
    announce();
    for (std::size_t at = 0; at < log_.records.size() && complaint_.empty(); ++at) take(at);
    if (complaint_.empty() && !opaque_) compare("the end");
    if (complaint_.empty()) check_pending();
    return complaint_;
  }
  bool opaque() const { return opaque_; }
  bool polled() const { return polled_; }
  // What each thread does from some point on: its steps, then what it has announced at the end.
  const std::vector<std::vector<ToldStep>>& plans() const { return plans_; }
  const std::vector<std::size_t>& done() const { return done_; }

 private:
  struct Standing {
    Able able = Able::kNo;
    bool exists = false, held_back = false, finished = false;
    std::uint32_t yields = 0;

    // One that was blocked when it became so is not logged as such: from the second yield on.
    bool may_be_held_back() const { return held_back || (yields > 1 && able == Able::kNo); }
  };

  void complain(const std::string& what) {
    if (complaint_.empty()) complaint_ = what;
  }

  void announce() {
    plans_.resize(log_.header.threads);
    done_.resize(log_.header.threads);
    standing_.resize(log_.header.threads);
    for (const wire::Record& record : log_.records) {
      if (record.kind != RecordKind::kStep && record.kind != RecordKind::kPending) continue;
      plans_[record.thread].push_back({record.op, record.op == OpKind::kCreate ? 0 : record.object});
      if (record.kind == RecordKind::kPending && !pending_.insert(record.thread).second)
        complain("a thread is logged at two steps at the end");
    }
  }

  void take(std::size_t at) {
    const wire::Record& record = log_.records[at];
    Standing& standing = standing_[record.thread];
    switch (record.kind) {
      case RecordKind::kEnabled:
        standing.exists = true;
        standing.held_back = false;
        standing.able = record.value == 1 ? Able::kTimed : Able::kYes;
        break;
      case RecordKind::kDisabled:
        standing.held_back = record.value == wire::kHeldBack;
        standing.able = Able::kNo;
        if (record.value == wire::kFinished) {
          standing.finished = true;
          state_.finish(record.thread);
        }
        break;
      case RecordKind::kStep: take_step(at); break;
      case RecordKind::kEffect: check_place(record); break;
      default: break;
    }
  }

  void check_place(const wire::Record& effect) {
    if (!last_ || last_->thread != effect.thread) complain("an effect of another thread than the step's");
  }

  void take_step(std::size_t at) {
    const wire::Record& step = log_.records[at];
    if (!opaque_) compare("a " + std::string(name_of(step.op)) + " of thread " + std::to_string(step.thread));
    last_ = &step;
    bool yielded = false;
    ToldState::Effects effects;
    for (++at; at < log_.records.size() && log_.records[at].kind != RecordKind::kStep; ++at) {
      const wire::Record& record = log_.records[at];
      if (record.kind != RecordKind::kEffect) continue;
      opaque_ |= record.op == OpKind::kNone;
      yielded |= record.op == OpKind::kYield;
      if (record.op != OpKind::kNone && record.op != OpKind::kYield)
        (is_of_next(record)  ? effects.next
         : is_stored(record) ? effects.stored
                             : effects.own)
            .push_back(record);
    }
    ++done_[step.thread];
    standing_[step.thread].yields += yielded || yields(step) ? 1 : 0;
    polled_ |= yielded;
    if (opaque_) return;
    state_.step(step, effects);
    if (!state_.complaint().empty()) complain(state_.complaint());
  }

  // What is logged, compared with what was so.
  void compare(const std::string& when) {
    for (std::uint32_t thread = 0; thread < standing_.size(); ++thread) {
      const Standing& standing = standing_[thread];
      if (!standing.exists || standing.finished || standing.may_be_held_back()) continue;
      if (done_[thread] == plans_[thread].size()) continue;  // it runs, to the end
      const ToldStep& next = plans_[thread][done_[thread]];
      if (state_.able(thread, next) == standing.able) continue;
      complain("before " + when + ", thread " + std::to_string(thread) + " at " + name_of(next.op) +
               " is not as logged: " + std::to_string(static_cast<int>(state_.able(thread, next))) +
               " instead of " + std::to_string(static_cast<int>(standing.able)));
    }
  }

  void check_pending() {
    const bool runs =
        log_.header.outcome != wire::Outcome::kDeadlock && log_.header.outcome != wire::Outcome::kCut;
    for (std::uint32_t thread = 0; thread < standing_.size(); ++thread) {
      const Standing& standing = standing_[thread];
      const bool is_running = runs && last_ != nullptr && last_->thread == thread;
      if (cut_in_step_ && last_ != nullptr && last_->thread == thread) continue;
      const bool expected = standing.exists && !standing.finished && !is_running;
      if (pending_.contains(thread) != expected)
        complain("thread " + std::to_string(thread) + (expected ? " has" : " should not have") +
                 " announced something at the end");
    }
  }

 public:
  bool cut_in_step_ = false;

 private:
  const host::Recording& log_;
  ToldState state_;
  std::vector<std::vector<ToldStep>> plans_;
  std::vector<std::size_t> done_;
  std::vector<Standing> standing_;
  std::set<std::uint32_t> pending_;
  const wire::Record* last_ = nullptr;
  bool opaque_ = false, polled_ = false;
  std::string complaint_;
};

class FamilyCheck {
 public:
  FamilyCheck(const Family& family, const std::string& program) : family_(family) {
    wire::Config config;
    config.isolation = wire::Isolation::kMemory;
    config.spurious = family.spurious;
    const auto start = [program, name = family.name](const wire::Config& with, host::RingSizes sizes) {
      return host::Worker::launch({{program, name}, {}, {}}, with, sizes);
    };
    if (family.races) promote(host::Rerunner(start, with_races(config), nullptr), config);
    silent_ = std::make_unique<host::Rerunner>(start, config, nullptr);
    config.effects = 1;
    telling_ = std::make_unique<host::Rerunner>(start, config, nullptr);
  }

  bool run() {
    items_.push_back({});
    std::size_t executions = 0;
    while (!items_.empty() && executions < kMostExecutions && complaint_.empty()) {
      const explore::WorkItem item = items_.back();
      items_.pop_back();
      run_item(item, executions++ == 0);
    }
    if (complaint_.empty()) conclude();
    std::printf("%-30s %4zu executions%s: %s\n", family_.name, executions, items_.empty() ? "" : " of more",
                complaint_.empty() ? "as logged" : complaint_.c_str());
    return complaint_.empty();
  }

 private:
  void complain(const std::string& what) {
    if (complaint_.empty()) complaint_ = what;
  }

  static wire::Config with_races(wire::Config config) {
    config.races = 1;
    return config;
  }

  // The code that races in the first execution; the same code in both threads, hence all of it.
  void promote(host::Rerunner finder, wire::Config& config) {
    const auto log = finder.run({});
    if (!log) return complain(log.error().sentence);
    config.races = 2;
    for (std::size_t n = 1; n < log->records.size(); ++n)
      if (log->records[n - 1].kind == RecordKind::kRace)
        config.promoted[config.promoted_count++] = log->records[n].object;
    if (config.promoted_count == 0) complain("nothing races");
  }

  void run_item(const explore::WorkItem& item, bool first) {
    const auto told = telling_->run(item), silent = silent_->run(item);
    if (!told || !silent) return complain(told ? silent.error().sentence : told.error().sentence);
    LogCheck check(*told);
    if (const std::string what = check.run(); !what.empty()) return complain(what);
    compare(*told, *silent);
    opaque_ += check.opaque() ? 1 : 0;
    polled_ |= check.polled();
    ++runs_;
    outcomes_.insert(told->header.outcome);
    for (const wire::Record& record : told->records)
      plain_ |= record.kind == RecordKind::kEffect && record.op == OpKind::kPlainStore && record.value == 4;
    if (first) check_cuts(*told, check);
    branch(item, *told);
  }

  // Told or not, the same happens.
  void compare(const host::Recording& told, const host::Recording& silent) {
    const auto is_extra = [](const wire::Record& record) {
      return record.kind == RecordKind::kEffect || record.kind == RecordKind::kPending;
    };
    std::vector<wire::Record> rest;
    std::ranges::remove_copy_if(told.records, std::back_inserter(rest), is_extra);
    if (std::ranges::any_of(silent.records, is_extra)) return complain("effects nobody has asked for");
    if (rest.size() != silent.records.size() ||
        std::memcmp(rest.data(), silent.records.data(), rest.size() * sizeof(wire::Record)) != 0 ||
        told.header.outcome != silent.header.outcome || told.header.points != silent.header.points)
      complain("something else happens where effects are told");
  }

  // An execution that ends early tells what its threads did next where it went on.
  void check_cuts(const host::Recording& whole, const LogCheck& checked) {
    std::vector<const wire::Record*> points;
    for (const wire::Record& record : whole.records)
      if (is_point(record)) points.push_back(&record);
    for (std::uint32_t cut = 1; cut < points.size() && complaint_.empty(); ++cut) {
      explore::WorkItem item;
      item.cut_points = cut;
      const auto log = telling_->run(item);
      if (!log) return complain(log.error().sentence);
      LogCheck check(*log);
      check.cut_in_step_ = points[cut]->kind == RecordKind::kChoice;
      if (const std::string what = check.run(); !what.empty())
        return complain(what + " (cut at " + std::to_string(cut) + ")");
      for (std::uint32_t thread = 0; thread < check.plans().size(); ++thread) {
        const auto &early = check.plans()[thread], &late = checked.plans()[thread];
        for (std::size_t n = 0; n < std::min(early.size(), late.size()); ++n)
          if (early[n].op != late[n].op || early[n].object != late[n].object)
            complain("thread " + std::to_string(thread) + " announces " + name_of(early[n].op) + ", does " +
                     name_of(late[n].op) + " (cut at " + std::to_string(cut) + ")");
      }
    }
  }

  // All ways to go on otherwise behind the last deviation.
  void branch(const explore::WorkItem& item, const host::Recording& log) {
    LogWalk walk;
    walk.start(log.view());
    const std::uint32_t from = item.deviations.empty() ? 0 : item.deviations.back().point + 1;
    while (walk.next()) {
      if (walk.point() < from) continue;
      const auto add = [&](std::uint32_t choice) {
        items_.push_back(item);
        items_.back().deviations.push_back({walk.point(), choice});
      };
      const wire::Record& record = walk.record();
      if (!walk.is_thread_point()) {
        for (std::uint32_t value = 0; value < record.object; ++value)
          if (value != record.value) add(value);
        continue;
      }
      std::vector<std::uint16_t> enabled;
      walk.enabled().append_by_path(walk.paths(), enabled);
      for (const std::uint16_t thread : enabled) {
        const bool preempts = walk.last_runs_on() && thread != walk.last();
        if (thread != record.thread && walk.counts().preemptions + (preempts ? 1 : 0) <= kPreemptions)
          add(thread);
      }
    }
  }

  void conclude() {
    if (outcomes_ != family_.outcomes) complain("it does not end as it should");
    if (family_.clarity == Family::kClear && opaque_ != 0) complain("a step is opaque that should not be");
    if (family_.clarity == Family::kOpaque && opaque_ != runs_)
      complain("no step is opaque though one should be");
    if (family_.clarity == Family::kSometimesOpaque && opaque_ == 0)
      complain("no step is opaque in any execution");
    if (family_.races != plain_) complain("wrong about stores that race");
    if (family_.polls && !polled_) complain("no step counts as a yield");
  }

  const Family& family_;
  std::unique_ptr<host::Rerunner> telling_, silent_;
  std::vector<explore::WorkItem> items_;
  std::set<wire::Outcome> outcomes_;
  std::size_t runs_ = 0, opaque_ = 0;
  bool polled_ = false, plain_ = false;
  std::string complaint_;
};

}  // namespace
}  // namespace stalemate::test

int main(int argc, char** argv) {
  using namespace stalemate::test;
  if (argc < 2) return std::fprintf(stderr, "usage: logged_effects program [family]\n"), 2;
  bool good = true;
  for (const Family& family : kFamilies)
    if (argc < 3 || std::strcmp(argv[2], family.name) == 0) good &= FamilyCheck(family, argv[1]).run();
  return good ? 0 : 1;
}

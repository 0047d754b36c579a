// Toy programs by the rules: S1 to S5, and wire::Tail. Knows nothing of the runtime, except how sampling
// tails draw.
#include <algorithm>
#include <optional>
#include <random>
#include <sstream>

#include "model/sampling.h"
#include "toy_threads.h"

namespace stalemate::test {

namespace {

using Path = std::vector<std::uint32_t>;

struct Thread {
  std::uint32_t script = 0;
  Path path;
  std::uint32_t children = 0;
  std::size_t next = 0;  // call of the script; before the first step of a thread but main: its start
  bool started = false, finished = false, held = false;
  bool let_go = false;  // waits for the outside, and no other thread could run
  std::uint32_t steps = 0, demoted = 0;
};

// Thrown where an execution ends before all threads do.
struct End {
  ToyEnding how;
};

class Interpreter {
 public:
  Interpreter(const ToyProgram& program, ToyItem& item, std::uint32_t deviate)
      : program_(program),
        item_(item),
        tail_(item.tail),
        cut_(item.cut_points),
        random_(item.seed),
        deviate_(deviate),
        dice_(deviate) {}

  ToyExecution run() {
    ToyExecution execution;
    threads_.push_back({});
    threads_[0].path = {0};
    threads_[0].started = true;
    execution_ = &execution;
    try {
      go_on(0);
      while (!all_finished()) take_step();
    } catch (const End& end) {
      execution.ending = end.how;
    }
    return execution;
  }

 private:
  struct Now {
    bool enabled = false, timed = false;
  };

  const ToyCall& call_of(const Thread& t) const { return program_.scripts[t.script][t.next]; }
  std::optional<std::uint32_t> thread_of_script(std::uint32_t script) const {
    for (std::uint32_t t = 0; t < threads_.size(); ++t)
      if (threads_[t].script == script) return t;
    return std::nullopt;
  }

  // S2, and S3 for what is timed.
  Now now_of(const Thread& t) const {
    if (t.finished) return {};
    if (!t.started) return {true, false};
    const ToyCall& call = call_of(t);
    switch (call.kind) {
      case ToyCall::kLock: return {owner_[call.what] < 0, false};
      case ToyCall::kTimedLock: return {true, owner_[call.what] >= 0};
      case ToyCall::kAwait: return {event_[call.what], false};
      case ToyCall::kJoin: return {threads_[*thread_of_script(call.what)].finished, false};
      case ToyCall::kOutside: return {t.let_go, true};
      default: return {true, false};
    }
  }
  bool may_run(std::uint32_t t) const { return now_of(threads_[t]).enabled && !threads_[t].held; }
  std::vector<std::uint32_t> by_path() const {
    std::vector<std::uint32_t> order;
    for (std::uint32_t t = 0; t < threads_.size(); ++t) order.push_back(t);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return threads_[a].path < threads_[b].path; });
    return order;
  }
  std::vector<std::uint32_t> may_run_by_path() const {
    std::vector<std::uint32_t> order = by_path();
    std::erase_if(order, [&](std::uint32_t t) { return !may_run(t); });
    return order;
  }
  bool all_finished() const {
    return std::all_of(threads_.begin(), threads_.end(), [](const Thread& t) { return t.finished; });
  }

  void check_depth(bool in_step) {
    if (execution_->points.size() < cut_) return;
    if (item_.walks_on) {
      tail_ = wire::Tail::kRandom;
      cut_ = ~0u;
      return;
    }
    if (may_run_by_path().empty()) throw End{{ToyEnding::kDeadlock, 0, false}};
    throw End{{ToyEnding::kCut, 0, in_step}};
  }

  std::uint32_t random_below(std::uint32_t n) {  // xorshift64*, Vigna 2014
    random_ ^= random_ >> 12;
    random_ ^= random_ << 25;
    random_ ^= random_ >> 27;
    return static_cast<std::uint32_t>((random_ * 2685821657736338717u >> 32) * n >> 32);
  }

  // What the item says of the point under way. While deviations are made up: perhaps one of `choices`, and
  // seldom what cannot be chosen.
  std::optional<std::uint32_t> prescribed(const std::vector<std::uint32_t>& choices) {
    const auto point = static_cast<std::uint32_t>(execution_->points.size());
    if (deviate_ != 0 && !choices.empty() && dice_() % 4 == 0) {
      const bool wrong = dice_() % 10 == 0;
      item_.deviations.push_back(
          {point, wrong ? static_cast<std::uint32_t>(dice_() % 5) : choices[dice_() % choices.size()]});
    }
    for (const wire::Deviation& deviation : item_.deviations)
      if (deviation.point == point) return deviation.choice;
    return std::nullopt;
  }

  void take_step() {
    if (may_run_by_path().empty()) let_outsider_go();
    check_depth(false);
    const std::vector<std::uint32_t> may = may_run_by_path();
    std::uint32_t chosen = 0;
    if (const auto wanted = prescribed(may)) {
      if (*wanted >= threads_.size() || !may_run(*wanted)) throw End{{ToyEnding::kDiverged, *wanted, false}};
      chosen = *wanted;
    } else {
      if (may.empty()) throw End{{ToyEnding::kDeadlock, 0, false}};
      chosen = by_tail(may);
    }
    last_ = chosen;
    ++steps_;
    perform(chosen);
  }

  void let_outsider_go() {
    for (const std::uint32_t t : by_path()) {
      Thread& thread = threads_[t];
      if (thread.finished || !thread.started || call_of(thread).kind != ToyCall::kOutside) continue;
      thread.let_go = true;
      return;
    }
  }

  // ---- the tails

  std::uint32_t by_tail(const std::vector<std::uint32_t>& may) {
    const bool continues = may_run(last_) && !now_of(threads_[last_]).timed;
    switch (tail_) {
      case wire::Tail::kContinue: return continues ? last_ : may[0];
      case wire::Tail::kLeast: return may[0];
      case wire::Tail::kInTurn: return continues ? last_ : next_in_turn(may);
      case wire::Tail::kRandom: return may[random_below(static_cast<std::uint32_t>(may.size()))];
      case wire::Tail::kPct: return by_priority(may);
      case wire::Tail::kPos: return by_step_priority(may);
    }
    return 0;
  }

  std::uint32_t next_in_turn(const std::vector<std::uint32_t>& may) const {
    for (const std::uint32_t t : may)
      if (threads_[t].path > threads_[last_].path) return t;
    return may[0];
  }

  // The runtime's name of a creation path, for draws.
  static std::uint64_t hash_of(const Path& path) {
    std::uint64_t hash = 1;
    for (std::size_t n = 1; n < path.size(); ++n) {
      hash = (hash ^ path[n]) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    return hash;
  }

  std::uint32_t by_priority(const std::vector<std::uint32_t>& may) {
    const auto drawn = [&](std::uint32_t t) {
      return sampling::PctThread{hash_of(threads_[t].path), threads_[t].steps, threads_[t].demoted};
    };
    std::vector<std::uint32_t> ready = may;
    std::erase_if(ready, [&](std::uint32_t t) {
      return now_of(threads_[t]).timed && sampling::pct_waits(item_.seed, drawn(t));
    });
    if (ready.empty()) ready = may;
    const std::uint32_t chosen =
        *std::max_element(ready.begin(), ready.end(), [&](std::uint32_t a, std::uint32_t b) {
          return sampling::pct_priority(item_.seed, drawn(a)) < sampling::pct_priority(item_.seed, drawn(b));
        });
    const std::uint32_t change = sampling::pct_change_at(item_.seed, steps_ + 1, item_.length, item_.changes);
    if (change != 0) threads_[chosen].demoted = change;
    ++threads_[chosen].steps;
    return chosen;
  }

  std::uint32_t by_step_priority(const std::vector<std::uint32_t>& may) {
    const auto priority = [&](std::uint32_t t) {
      return sampling::pos_priority(item_.seed, hash_of(threads_[t].path), threads_[t].steps);
    };
    const std::uint32_t chosen = *std::max_element(
        may.begin(), may.end(), [&](std::uint32_t a, std::uint32_t b) { return priority(a) < priority(b); });
    const Announced own = announced(threads_[chosen]);
    for (std::uint32_t t = 0; t < threads_.size(); ++t) {
      const Announced other = announced(threads_[t]);
      const bool races =
          now_of(threads_[t]).enabled && sampling::race(own.op, own.object, other.op, other.object);
      if (t == chosen || races) ++threads_[t].steps;
    }
    return chosen;
  }

  // ---- steps

  struct Announced {
    OpKind op = OpKind::kNone;
    std::uint64_t object = 0;
  };
  // Starts are on the thread's slot: that of main's n-th child is n; a deeper one has one that no other
  // object has.
  Announced announced(const Thread& t) const {
    if (t.finished) return {};
    if (!t.started) return {OpKind::kStart, t.path.size() == 2 ? t.path[1] : ~std::uint64_t{0}};
    const ToyCall& call = call_of(t);
    const std::uint64_t object = 1 + call.what;
    switch (call.kind) {
      case ToyCall::kStore: return {OpKind::kStore, object};
      case ToyCall::kLock: return {OpKind::kLock, object};
      case ToyCall::kTimedLock: return {OpKind::kTimedLock, object};
      case ToyCall::kUnlock: return {OpKind::kUnlock, object};
      case ToyCall::kAwait: return {OpKind::kFutexWait, object};
      case ToyCall::kSet:
      case ToyCall::kReset: return {OpKind::kSignal, object};
      case ToyCall::kYield: return {OpKind::kYield, 0};
      case ToyCall::kOutside: return {OpKind::kRead, 0};
      case ToyCall::kCreate: return {OpKind::kCreate, 0};
      case ToyCall::kJoin: return {OpKind::kJoin, 1 + *thread_of_script(call.what)};
      default: return {};
    }
  }

  void perform(std::uint32_t t) {
    const Announced step = announced(threads_[t]);
    ToyPoint point;
    for (std::uint32_t u = 0; u < threads_.size(); ++u) {
      const Now now = now_of(threads_[u]);
      if (now.enabled && !threads_[u].held) point.may_run.push_back({u, now.timed});
      if (now.enabled && threads_[u].held) point.held.push_back(u);
    }
    point.thread = t;
    point.op = step.op;
    point.object = step.op == OpKind::kStart ? 0 : step.object;
    if (!threads_[t].started) {
      threads_[t].started = true;
    } else {
      point.value = happen(t, call_of(threads_[t]));
      ++threads_[t].next;
      threads_[t].let_go = false;
    }
    execution_->points.push_back(point);
    go_on(t);
  }

  // The value that the log tells of it.
  std::uint32_t happen(std::uint32_t t, const ToyCall& call) {
    switch (call.kind) {
      case ToyCall::kLock:
      case ToyCall::kTimedLock:
        if (owner_[call.what] >= 0) return 1;
        owner_[call.what] = static_cast<int>(t);
        return 0;
      case ToyCall::kUnlock:
        if (owner_[call.what] == static_cast<int>(t)) owner_[call.what] = -1;
        return 0;
      case ToyCall::kSet:
      case ToyCall::kReset: event_[call.what] = call.kind == ToyCall::kSet; return 0;
      case ToyCall::kCreate: {
        Thread child;
        child.script = call.what;
        child.path = threads_[t].path;
        child.path.push_back(++threads_[t].children);
        threads_.push_back(child);
        return static_cast<std::uint32_t>(threads_.size() - 1);
      }
      default: return 0;
    }
  }

  // Local code up to the next announcement (S1), data choices included.
  void go_on(std::uint32_t t) {
    for (;; ++threads_[t].next) {
      Thread& thread = threads_[t];
      if (thread.next == program_.scripts[thread.script].size()) {
        thread.finished = true;
        return;
      }
      const ToyCall call = call_of(thread);
      if (call.kind == ToyCall::kChoose) {
        choose(t, call.what);
      } else if (call.kind == ToyCall::kHold || call.kind == ToyCall::kRelease) {
        if (const auto other = thread_of_script(call.what); other && !threads_[*other].finished)
          threads_[*other].held = call.kind == ToyCall::kHold;
      } else if (call.kind != ToyCall::kJoin || thread_of_script(call.what)) {
        return;
      }
    }
  }

  void choose(std::uint32_t t, std::uint32_t n) {
    check_depth(true);
    if (execution_->points.size() >= item_.step_limit) throw End{{ToyEnding::kBeyondCapacity, 0, true}};
    std::vector<std::uint32_t> values;
    for (std::uint32_t value = 0; value < n; ++value) values.push_back(value);
    std::uint32_t value = 0;
    if (const auto wanted = prescribed(values)) {
      if (*wanted >= n) throw End{{ToyEnding::kDivergedInChoice, *wanted, false}};
      value = *wanted;
    } else if (tail_ == wire::Tail::kRandom || tail_ == wire::Tail::kPct || tail_ == wire::Tail::kPos) {
      value = random_below(n);
    }
    ToyPoint point;
    point.thread = t;
    point.object = n;
    point.value = value;
    execution_->points.push_back(point);
  }

  const ToyProgram& program_;
  ToyItem& item_;
  wire::Tail tail_;
  std::uint32_t cut_;
  std::uint64_t random_;
  std::uint32_t deviate_;
  std::mt19937 dice_;
  ToyExecution* execution_ = nullptr;
  std::vector<Thread> threads_;
  std::uint32_t last_ = 0, steps_ = 0;
  int owner_[kObjects] = {-1, -1, -1};
  bool event_[kObjects] = {};
};

}  // namespace

std::string text_of(const ToyExecution& execution) {
  std::ostringstream text;
  for (const ToyPoint& point : execution.points) {
    text << "  thread " << point.thread << " " << name_of(point.op) << " " << point.object << " = "
         << point.value << "  of";
    for (const auto& one : point.may_run) text << " " << one.thread << (one.timed ? "t" : "");
    for (const std::uint32_t held : point.held) text << " held " << held;
    text << "\n";
  }
  text << "  ending " << execution.ending.kind << " wanted " << execution.ending.wanted << " in step "
       << execution.ending.in_step << "\n";
  return text.str();
}

ToyExecution interpret(const ToyProgram& program, ToyItem& item, std::uint32_t deviate) {
  return Interpreter(program, item, deviate).run();
}

}  // namespace stalemate::test

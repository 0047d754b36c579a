#include "toy_system.h"

#include <algorithm>

#include "model/sampling.h"

namespace stalemate::toy {

using wire::RecordKind;

State::State(const Program& program) : program_(&program) {
  for (int i = 0; i < program.initial; ++i) {
    Choice path{0};
    if (i > 0) path.push_back(static_cast<std::uint32_t>(i));
    add(program.bodies[static_cast<std::size_t>(i)], path);
    if (i > 0) threads_[0].children.push_back(static_cast<std::size_t>(i));
  }
  for (std::size_t i = 0; i < threads_.size(); ++i) local_.push_back(i);
  run_local();
}

std::size_t State::add(const Body& body, const Choice& path) {
  Thread thread;
  thread.body = &body;
  thread.path = path;
  threads_.push_back(thread);
  return threads_.size() - 1;
}

bool State::enabled(std::size_t t) const {
  const Thread& thread = threads_[t];
  if (thread.finished) return false;
  if (thread.unstarted) return true;
  const Op& op = (*thread.body)[thread.pc];
  if (op.kind == Op::kLock) return owner_[static_cast<std::size_t>(op.a)] < 0;
  if (op.kind == Op::kJoin) return threads_[thread.children[static_cast<std::size_t>(op.a)]].finished;
  return true;
}

bool State::timed(std::size_t t) const {
  const Thread& thread = threads_[t];
  return !thread.finished && !thread.unstarted && (*thread.body)[thread.pc].kind == Op::kTimed;
}

bool State::all_finished() const {
  return std::all_of(threads_.begin(), threads_.end(), [](const Thread& t) { return t.finished; });
}

std::vector<std::size_t> State::enabled_by_path() const {
  std::vector<std::size_t> found;
  for (std::size_t t = 0; t < threads_.size(); ++t)
    if (enabled(t)) found.push_back(t);
  std::sort(found.begin(), found.end(), [this](std::size_t a, std::size_t b) { return path(a) < path(b); });
  return found;
}

std::vector<std::size_t> in_turn(const State& state, std::size_t last) {
  std::vector<std::size_t> order = state.enabled_by_path();
  const bool keeps_turn = state.enabled(last) && !state.timed(last);
  const auto first = std::find_if(order.begin(), order.end(), [&](std::size_t t) {
    return keeps_turn ? t == last : state.path(t) > state.path(last);
  });
  std::rotate(order.begin(), first, order.end());
  return order;
}

// The local code that follows a step, of all threads concerned, up to a data choice.
void State::run_local() {
  while (!local_.empty() && alternatives_ == 0) {
    run_local(local_.front());
    if (alternatives_ == 0) local_.erase(local_.begin());
  }
}

// Up to the next step, data choice, or the thread's end.
void State::run_local(std::size_t t) {
  Thread& thread = threads_[t];
  while (thread.pc < thread.body->size()) {
    const Op& op = (*thread.body)[thread.pc];
    if (op.kind == Op::kChoose) {
      alternatives_ = static_cast<std::uint32_t>(op.b);
      return;
    }
    if (op.kind == Op::kSkipUnless) {
      const bool holds = variables_[static_cast<std::size_t>(op.a)] % 3 == op.b;
      thread.pc += 1 + static_cast<std::size_t>(holds ? 0 : op.c);
    } else if (op.kind == Op::kJoin && static_cast<std::size_t>(op.a) >= thread.children.size()) {
      ++thread.pc;
    } else {
      return;
    }
  }
  thread.finished = true;
}

void State::choose(std::uint32_t value) {
  const std::size_t t = local_.front();
  variables_[static_cast<std::size_t>((*threads_[t].body)[threads_[t].pc].a)] = static_cast<int>(value);
  alternatives_ = 0;
  ++threads_[t].pc;
  run_local();
}

wire::Record State::announced(std::size_t t) const {
  State copy = *this;
  wire::Record record = copy.step(t);
  const bool variable = record.op == OpKind::kRmw,
             mutex = record.op == OpKind::kLock || record.op == OpKind::kUnlock;
  if (variable || mutex) record.object += mutex ? 100 : 1;  // each kind has names of its own, none is 0
  if (!variable && !mutex) record.object = 0;
  return record;
}

wire::Record State::step(std::size_t t) {
  wire::Record record{RecordKind::kStep, OpKind::kStart, static_cast<std::uint16_t>(t), 0, 0};
  if (threads_[t].unstarted) {
    threads_[t].unstarted = false;
    local_.push_back(t);
    run_local();
    return record;
  }
  const Op op = (*threads_[t].body)[threads_[t].pc];
  const auto object = static_cast<std::size_t>(op.a);
  record.object = object;
  switch (op.kind) {
    case Op::kAdd: record.op = OpKind::kRmw, variables_[object] += op.b; break;
    case Op::kLock: record.op = OpKind::kLock, owner_[object] = static_cast<int>(t); break;
    case Op::kUnlock:
      record.op = OpKind::kUnlock;
      if (owner_[object] == static_cast<int>(t)) owner_[object] = -1;
      break;
    case Op::kCreate: {
      Choice path = threads_[t].path;
      path.push_back(static_cast<std::uint32_t>(threads_[t].children.size()) + 1);
      const std::size_t child = add(program_->bodies[object], path);
      threads_[t].children.push_back(child);
      record.op = OpKind::kCreate, record.value = static_cast<std::uint32_t>(child);
      threads_[child].unstarted = program_->starts;
      if (!program_->starts) local_.push_back(child);
      break;
    }
    case Op::kJoin: record.op = OpKind::kJoin; break;
    case Op::kTimed: record.op = OpKind::kReacquire, record.value = 1; break;
    case Op::kCrash: record.op = OpKind::kStore, over_ = crashed_ = true; break;
    case Op::kExit: record.op = OpKind::kExit, over_ = true; break;
    default: break;
  }
  ++threads_[t].pc;
  local_.push_back(t);
  if (!over_) run_local();
  return record;
}

namespace {

class Worker {
 public:
  Worker(const Program& program, const explore::WorkItem& item)
      : item_(item), state_(program), tail_(item.tail), random_(item.seed) {}

  Log run() {
    while (!end_) {
      if (state_.over()) {
        finish(state_.crashed() ? wire::Outcome::kCrash : wire::Outcome::kFinished);
      } else if (state_.alternatives() > 0) {
        data_point();
      } else {
        thread_point();
      }
    }
    log_.header.item = item_.id.value;
    log_.header.records = static_cast<std::uint32_t>(log_.records.size());
    log_.header.threads = static_cast<std::uint16_t>(state_.threads());
    return log_;
  }

 private:
  void finish(wire::Outcome outcome) {
    log_.header.outcome = outcome;
    end_ = true;
  }

  std::size_t below(std::size_t n) {  // xorshift64*
    random_ ^= random_ >> 12, random_ ^= random_ << 25, random_ ^= random_ >> 27;
    return static_cast<std::size_t>((random_ * 0x2545f4914f6cdd1du >> 32) * n >> 32);
  }

  bool deviates() const {
    return deviation_ < item_.deviations.size() && item_.deviations[deviation_].point == log_.header.points;
  }

  // Whether it ends there.
  bool reaches_depth() {
    if (item_.cut_points == 0 || log_.header.points != item_.cut_points) return false;
    if ((item_.flags & wire::kItemWalkOn) == 0) return true;
    tail_ = wire::Tail::kRandom;
    return false;
  }

  void data_point() {
    if (reaches_depth()) return finish(wire::Outcome::kCut);
    const std::uint32_t n = state_.alternatives();
    std::uint32_t value = 0;
    if (deviates()) {
      value = item_.deviations[deviation_++].choice;
    } else if (sampling::draws(tail_)) {
      value = static_cast<std::uint32_t>(below(n));
    }
    if (value >= n) return finish(wire::Outcome::kDiverged);
    log_.records.push_back({RecordKind::kChoice, OpKind::kNone, 0, value, n});
    log_.choices.push_back({value});
    ++log_.header.points;
    state_.choose(value);
  }

  void thread_point() {
    publish();
    const std::vector<std::size_t> enabled = state_.enabled_by_path();
    if (enabled.empty())
      return finish(state_.all_finished() ? wire::Outcome::kFinished : wire::Outcome::kDeadlock);
    if (reaches_depth()) return finish(wire::Outcome::kCut);
    std::size_t chosen = enabled[0];
    if (deviates()) {
      chosen = item_.deviations[deviation_++].choice;
      if (std::find(enabled.begin(), enabled.end(), chosen) == enabled.end())
        return finish(wire::Outcome::kDiverged);
    } else if (tail_ == wire::Tail::kRandom) {
      chosen = enabled[below(enabled.size())];
    } else if (tail_ == wire::Tail::kContinue && state_.enabled(last_) && !state_.timed(last_)) {
      chosen = last_;
    } else if (tail_ == wire::Tail::kInTurn) {
      chosen = in_turn(state_, last_)[0];
    } else if (tail_ == wire::Tail::kPct) {
      chosen = highest_priority(enabled);
    } else if (tail_ == wire::Tail::kPos) {
      chosen = highest_step(enabled);
    }
    log_.choices.push_back(state_.path(chosen));
    ++log_.header.points, ++log_.header.steps;
    last_ = chosen;
    log_.records.push_back(state_.step(chosen));
  }

  sampling::PctThread pct_thread(std::size_t t) {
    std::uint64_t path = 1;
    for (const std::uint32_t number : state_.path(t)) path = sampling::mixed(path, number);
    return {path, drawn_[t], demoted_[t]};
  }

  std::size_t highest_priority(const std::vector<std::size_t>& enabled) {
    drawn_.resize(state_.threads()), demoted_.resize(state_.threads());
    std::vector<std::size_t> candidates;
    for (const std::size_t t : enabled)
      if (!state_.timed(t) || !sampling::pct_waits(item_.seed, pct_thread(t))) candidates.push_back(t);
    if (candidates.empty()) candidates = enabled;
    const std::size_t chosen =
        *std::max_element(candidates.begin(), candidates.end(), [this](std::size_t a, std::size_t b) {
          return sampling::pct_priority(item_.seed, pct_thread(a)) <
                 sampling::pct_priority(item_.seed, pct_thread(b));
        });
    const std::uint32_t change =
        sampling::pct_change_at(item_.seed, log_.header.steps + 1, item_.length, item_.changes);
    if (change != 0) demoted_[chosen] = change;
    ++drawn_[chosen];
    return chosen;
  }

  std::size_t highest_step(const std::vector<std::size_t>& enabled) {
    drawn_.resize(state_.threads()), demoted_.resize(state_.threads());
    const auto priority = [this](std::size_t t) {
      return sampling::pos_priority(item_.seed, pct_thread(t).path, drawn_[t]);
    };
    const std::size_t chosen =
        *std::max_element(enabled.begin(), enabled.end(),
                          [&](std::size_t a, std::size_t b) { return priority(a) < priority(b); });
    const wire::Record step = state_.announced(chosen);
    for (const std::size_t t : enabled) {
      const wire::Record other = state_.announced(t);
      if (t == chosen || sampling::race(step.op, step.object, other.op, other.object)) ++drawn_[t];
    }
    return chosen;
  }

  // The changes of the enabled set since the last thread point.
  void publish() {
    shown_.resize(state_.threads(), 0);
    for (std::size_t t = 0; t < state_.threads(); ++t) {
      const int now = !state_.enabled(t) ? 0 : state_.timed(t) ? 2 : 1;
      if (now == shown_[t]) continue;
      shown_[t] = now;
      const std::uint32_t value = now == 0 ? (state_.finished(t) ? wire::kFinished : 0) : now == 2;
      log_.records.push_back({now == 0 ? RecordKind::kDisabled : RecordKind::kEnabled, OpKind::kNone,
                              static_cast<std::uint16_t>(t), value, 0});
    }
  }

  const explore::WorkItem& item_;
  State state_;
  wire::Tail tail_;
  std::uint64_t random_;
  Log log_;
  std::vector<int> shown_;
  std::vector<std::uint32_t> drawn_, demoted_;
  std::size_t deviation_ = 0;
  std::size_t last_ = 0;
  bool end_ = false;
};

}  // namespace

Log run(const Program& program, const explore::WorkItem& item) { return Worker(program, item).run(); }

std::string Program::text() const {
  static const char* const kNames[] = {"add",   "lock",  "unlock", "create", "join",
                                       "timed", "crash", "exit",   "choose", "skip-unless"};
  std::string out = "initial " + std::to_string(initial) + (starts ? ", start steps\n" : "\n");
  for (const Body& body : bodies) {
    out += "  body:";
    for (const Op& op : body)
      out += " " + std::string(kNames[op.kind]) + "(" + std::to_string(op.a) + "," + std::to_string(op.b) +
             "," + std::to_string(op.c) + ")";
    out += "\n";
  }
  return out;
}

}  // namespace stalemate::toy

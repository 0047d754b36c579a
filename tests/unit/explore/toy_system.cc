#include "toy_system.h"
#include "model/operations.h"

#include <algorithm>

#include "toy_names.h"

namespace stalemate::toy {

using wire::RecordKind;

namespace {

bool waits_for_condition(const Op& op) { return op.kind == Op::kWait || op.kind == Op::kTimedWait; }

bool has_timeout(const Op& op) {
  return op.kind == Op::kTimedLock || op.kind == Op::kTimedReadLock || op.kind == Op::kTimedWriteLock ||
         op.kind == Op::kSemTimedWait || op.kind == Op::kTimedJoin || op.kind == Op::kTimedFutexWait;
}

}  // namespace

State::State(const Program& program) : program_(&program) {
  int most = 7;
  for (const Body& body : program.bodies)
    for (const Op& op : body) most = std::max({most, op.a, waits_for_condition(op) ? op.b : 0});
  variables_.resize(index_of(most + 1));
  owner_.resize(variables_.size(), -1);
  depth_.resize(variables_.size());
  once_.resize(variables_.size());
  writer_.resize(variables_.size(), -1);
  readers_.resize(variables_.size());
  count_ = program.semaphores;
  count_.resize(variables_.size());
  counted_.resize(variables_.size());
  for (int i = 0; i < program.initial; ++i) {
    Choice path{0};
    if (i > 0) path.push_back(static_cast<std::uint32_t>(i));
    add(program.bodies[index_of(i)], path);
    if (i > 0) threads_[0].children.push_back(index_of(i));
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

// Whether the step would go through without a timeout.
bool State::ready(std::size_t t, const Op& op) const {
  const Thread& thread = threads_[t];
  const std::size_t a = index_of(op.a);
  switch (op.kind) {
    case Op::kLock:
    case Op::kTimedLock: return may_lock(t, op.a);
    case Op::kOnce: return once_[a] <= 0;
    case Op::kReadLock:
    case Op::kTimedReadLock: return writer_[a] < 0;
    case Op::kWriteLock:
    case Op::kTimedWriteLock: return writer_[a] < 0 && readers_[a] == 0;
    case Op::kSemWait:
    case Op::kSemTimedWait: return count_[a] > 0;
    case Op::kFutexWait:
    case Op::kTimedFutexWait:
    case Op::kBarrier: return !thread.second || thread.woken;
    case Op::kJoin:
    case Op::kTimedJoin: return threads_[thread.children[a]].finished;
    case Op::kTimed:
    case Op::kSleep: return false;
    default: return true;
  }
}

State::Readiness State::readiness(std::size_t t) const {
  const Thread& thread = threads_[t];
  if (thread.finished) return Readiness::kBlocked;
  if (thread.unstarted) return Readiness::kReady;
  const Op& op = op_of(t);
  if (waits_for_condition(op) && thread.second) {
    if (!thread.woken && !thread.timed_out)
      return op.kind == Op::kTimedWait ? Readiness::kTimed : Readiness::kBlocked;
    const int owner = owner_[index_of(op.b)];
    return owner >= 0 && owner != static_cast<int>(t) ? Readiness::kBlocked : Readiness::kReady;
  }
  if (ready(t, op)) return Readiness::kReady;
  return has_timeout(op) || op.kind == Op::kTimed || op.kind == Op::kSleep ? Readiness::kTimed
                                                                           : Readiness::kBlocked;
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

void State::end(wire::Outcome outcome, std::size_t t) {
  over_ = true;
  outcome_ = outcome;
  failing_ = t;
}

// The local code that follows a step, of all threads concerned, up to a data choice.
void State::run_local() {
  while (!local_.empty() && alternatives_ == 0 && !over_) {
    run_local(local_.front());
    if (alternatives_ == 0) local_.erase(local_.begin());
  }
}

// Up to the next step, data choice, or the thread's end.
void State::run_local(std::size_t t) {
  Thread& thread = threads_[t];
  while (thread.pc < thread.body->size()) {
    const Op& op = (*thread.body)[thread.pc];
    const bool joins = op.kind == Op::kJoin || op.kind == Op::kTryJoin || op.kind == Op::kTimedJoin;
    if (op.kind == Op::kChoose || op.kind == Op::kPick) {
      alternatives_ = static_cast<std::uint32_t>(op.b);
      return;
    }
    if (op.kind == Op::kSkipUnless || op.kind == Op::kUnless) {
      const bool holds = op.kind == Op::kUnless ? thread.registers[index_of(op.a)] == op.b
                                                : variables_[index_of(op.a)] % 3 == op.b;
      thread.pc += 1 + index_of(holds ? 0 : op.c);
    } else if (op.kind == Op::kFailIf) {
      if (thread.registers[index_of(op.a)] == op.b) return end(wire::Outcome::kAssertion, t);
      ++thread.pc;
    } else if (joins && index_of(op.a) >= thread.children.size()) {
      ++thread.pc;
    } else {
      return introduce(t, op);
    }
  }
  thread.finished = true;
}

void State::choose(std::uint32_t value) {
  effects_.clear();
  alternatives_ = 0;
  const std::size_t t = local_.front();
  const Op& op = op_of(t);
  if (waking_.by != OpKind::kNone) {
    wake_next(t, value);
    wake_without_choice(t);
    if (alternatives_ > 0) return;
  } else if (op.kind == Op::kPick) {
    threads_[t].registers[index_of(op.a)] = static_cast<int>(value);
  } else {
    variables_[index_of(op.a)] = static_cast<int>(value);
  }
  ++threads_[t].pc;
  run_local();
}

wire::Record State::announced(std::size_t t) const {
  State copy = *this;
  wire::Record record = copy.step(t);
  if (record.op == OpKind::kCreate) record.object = 0;  // known once there is one
  return record;
}

wire::Record State::step(std::size_t t) {
  effects_.clear();
  stepped_ = true;
  wire::Record record{RecordKind::kStep, OpKind::kStart, static_cast<std::uint16_t>(t), 0, 0};
  if (threads_[t].unstarted) {
    threads_[t].unstarted = false;
    record.object = slot_name(threads_[t].path);
    local_.push_back(t);
    run_local();
    return record;
  }
  const Op op = op_of(t);
  const bool done = go(t, op, record);
  if (alternatives_ > 0) {  // whom, is for the next choice to say
    local_.push_back(t);
    return record;
  }
  if (done) ++threads_[t].pc;
  if (done) local_.push_back(t);
  if (!over_) run_local();
  return record;
}

std::vector<int> State::snapshot() const {
  std::vector<int> out;
  std::vector<std::size_t> order(threads_.size());
  for (std::size_t t = 0; t < order.size(); ++t) order[t] = t;
  std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) { return path(a) < path(b); });
  const auto rank = [&](int t) {
    return t < 0 ? -1 : static_cast<int>(std::find(order.begin(), order.end(), index_of(t)) - order.begin());
  };
  out.insert(out.end(), {over_, static_cast<int>(outcome_), static_cast<int>(alternatives_)});
  out.insert(out.end(), variables_.begin(), variables_.end());
  for (const int owner : owner_) out.push_back(rank(owner));
  out.insert(out.end(), depth_.begin(), depth_.end());
  for (const int once : once_) out.push_back(once <= 0 ? once : 1 + rank(once - 1));
  for (const int writer : writer_) out.push_back(rank(writer));
  out.insert(out.end(), readers_.begin(), readers_.end());
  out.insert(out.end(), count_.begin(), count_.end());
  for (const std::size_t t : order) {
    const Thread& thread = threads_[t];
    for (const std::uint32_t number : thread.path) out.push_back(static_cast<int>(number));
    out.insert(out.end(), {-1, static_cast<int>(thread.pc), thread.unstarted, thread.finished, thread.second,
                           thread.woken, thread.timed_out});
    out.insert(out.end(), thread.registers.begin(), thread.registers.end());
    out.insert(out.end(), thread.read_holds.begin(), thread.read_holds.end());
  }
  return out;
}

std::uint64_t fingerprint(const std::vector<int>& snapshot) {
  std::uint64_t hash = 1;
  for (const int number : snapshot) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

std::string Program::text() const {
  static const char* const kNames[] = {
      "add",       "lock",      "unlock",    "create",      "join",
      "timed",     "crash",     "exit",      "choose",      "skip-unless",
      "pick",      "unless",    "fail-if",   "load",        "store",
      "copy",      "fetch",     "cas",       "trylock",     "timedlock",
      "wait",      "timedwait", "signal",    "broadcast",   "rdlock",
      "wrlock",    "tryrdlock", "trywrlock", "timedrdlock", "timedwrlock",
      "rdunlock",  "wrunlock",  "sem-wait",  "sem-trywait", "sem-timedwait",
      "sem-post",  "barrier",   "tryjoin",   "timedjoin",   "yield",
      "sleep",     "once",      "once-done", "futex-wait",  "timed-futex-wait",
      "futex-wake"};
  std::string out = "initial " + std::to_string(initial) + (starts ? ", start steps\n" : "\n");
  for (std::size_t i = 0; i < semaphores.size(); ++i)
    out += "  semaphore " + std::to_string(i) + ": " + std::to_string(semaphores[i]) + "\n";
  for (std::size_t i = 0; i < barriers.size(); ++i)
    out += "  barrier " + std::to_string(i) + ": " + std::to_string(barriers[i]) + "\n";
  for (const int mutex : recursive) out += "  recursive mutex " + std::to_string(mutex) + "\n";
  for (const Body& body : bodies) {
    out += "  body:";
    for (const Op& op : body)
      out += " " + std::string(kNames[op.kind]) + "(" + std::to_string(op.a) + "," + std::to_string(op.b) +
             "," + std::to_string(op.c) + (op.d != 0 ? "," + std::to_string(op.d) : "") + ")";
    out += "\n";
  }
  return out;
}

}  // namespace stalemate::toy

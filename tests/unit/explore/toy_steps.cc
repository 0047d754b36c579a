// What each operation of the toy system does, and what a worker would tell of it. Each function takes one
// step; false: the operation has another step to come.
#include <algorithm>

#include "model/operations.h"
#include "toy_names.h"
#include "toy_system.h"

namespace stalemate::toy {

using wire::RecordKind;

namespace {

// A value as effects tell it: never zero.
std::uint64_t logged(int value) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(value)) + 1; }

}  // namespace

void State::tell(std::size_t t, OpKind op, int value, std::uint64_t object) {
  effects_.push_back(
      {RecordKind::kEffect, op, static_cast<std::uint16_t>(t), static_cast<std::uint32_t>(value), object});
}

// What a semaphore counts that nobody has used yet is told with the announcement of its first use, and that
// a lock adds a level with its own; but not before the first step of all.
void State::introduce(std::size_t t, const Op& op) {
  if (!stepped_) return;
  const std::size_t a = index_of(op.a);
  const bool counts = op.kind == Op::kSemWait || op.kind == Op::kSemTryWait || op.kind == Op::kSemTimedWait ||
                      op.kind == Op::kSemPost;
  if (counts && !counted_[a]) {
    counted_[a] = true;
    tell(t, OpKind::kSemOpen, count_[a], semaphore_name(op.a));
  }
  const bool locks = op.kind == Op::kLock || op.kind == Op::kTimedLock;
  if (locks && is_recursive(op.a) && owner_[a] == static_cast<int>(t))
    tell(t, op.kind == Op::kLock ? OpKind::kLock : OpKind::kTimedLock, 1, mutex_name(op.a));
}

// By path, as the worker keeps them.
std::vector<std::size_t> State::sleepers(OpKind by, int object) const {
  const bool on_futex = by == OpKind::kFutexWake;
  std::vector<std::size_t> found;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const Thread& thread = threads_[t];
    if (thread.finished || thread.unstarted || !thread.second || thread.woken || thread.timed_out) continue;
    const Op::Kind kind = op_of(t).kind;
    const bool sleeps = on_futex ? kind == Op::kFutexWait || kind == Op::kTimedFutexWait
                                 : kind == Op::kWait || kind == Op::kTimedWait;
    if (sleeps && op_of(t).a == object) found.push_back(t);
  }
  std::sort(found.begin(), found.end(), [this](std::size_t a, std::size_t b) { return path(a) < path(b); });
  return found;
}

void State::wake(std::size_t waker, std::size_t sleeper, OpKind op) {
  threads_[sleeper].woken = true;
  tell(waker, op, static_cast<int>(sleeper));
}

void State::begin_waking(std::size_t t, OpKind by, int object, std::size_t wanted) {
  const std::size_t asleep = sleepers(by, object).size();
  waking_ = {by, object, std::min(wanted, asleep), asleep, 0};
  wake_without_choice(t);
}

void State::wake_next(std::size_t t, std::uint32_t skipped) {
  waking_.passed += skipped;
  waking_.left -= skipped + 1;
  --waking_.wanted;
  wake(t, sleepers(waking_.by, waking_.object)[waking_.passed], waking_.by);
}

// Until there is a choice, or nobody left to be woken.
void State::wake_without_choice(std::size_t t) {
  while (waking_.wanted > 0) {
    const std::size_t alternatives = waking_.left - waking_.wanted + 1;
    if (alternatives > 1) {
      alternatives_ = static_cast<std::uint32_t>(alternatives);
      return;
    }
    wake_next(t, 0);
  }
  waking_ = {};
}

bool State::is_recursive(int mutex) const {
  const std::vector<int>& all = program_->recursive;
  return std::find(all.begin(), all.end(), mutex) != all.end();
}

bool State::may_lock(std::size_t t, int mutex) const {
  const int owner = owner_[index_of(mutex)];
  return owner < 0 || (owner == static_cast<int>(t) && is_recursive(mutex));
}

void State::acquire(std::size_t t, int mutex) {
  owner_[index_of(mutex)] = static_cast<int>(t);
  ++depth_[index_of(mutex)];
}

void State::release(std::size_t t, int mutex) {
  int& owner = owner_[index_of(mutex)];
  if (owner == static_cast<int>(t)) {
    if (--depth_[index_of(mutex)] == 0) owner = -1;
  } else if (program_->strict) {
    end(wire::Outcome::kMisuse, t);
  }
}

bool State::go(std::size_t t, const Op& op, wire::Record& record) {
  switch (op.kind) {
    case Op::kLock:
    case Op::kUnlock:
    case Op::kTryLock:
    case Op::kTimedLock: return go_on_mutex(t, op, record);
    case Op::kWait:
    case Op::kTimedWait:
    case Op::kSignal:
    case Op::kBroadcast: return go_on_condition(t, op, record);
    case Op::kReadLock:
    case Op::kWriteLock:
    case Op::kTryReadLock:
    case Op::kTryWriteLock:
    case Op::kTimedReadLock:
    case Op::kTimedWriteLock:
    case Op::kReadUnlock:
    case Op::kWriteUnlock: return go_on_rwlock(t, op, record);
    case Op::kSemWait:
    case Op::kSemTryWait:
    case Op::kSemTimedWait:
    case Op::kSemPost: return go_on_semaphore(t, op, record);
    case Op::kBarrier:
    case Op::kCreate:
    case Op::kJoin:
    case Op::kTryJoin:
    case Op::kTimedJoin: return go_on_thread(t, op, record);
    case Op::kOnce:
    case Op::kOnceDone: return go_on_once(t, op, record);
    case Op::kFutexWait:
    case Op::kTimedFutexWait:
    case Op::kFutexWake: return go_on_futex(t, op, record);
    case Op::kTimed: record.op = OpKind::kReacquire, record.value = 1; return true;
    case Op::kCrash: end(wire::Outcome::kCrash, t); return go_on_memory(t, {Op::kStore}, record);
    case Op::kExit: record.op = OpKind::kExit, end(wire::Outcome::kFinished, t); return true;
    case Op::kYield: record.op = OpKind::kYield; return true;
    case Op::kSleep: record.op = OpKind::kSleep; return true;
    default: return go_on_memory(t, op, record);
  }
}

bool State::go_on_memory(std::size_t t, const Op& op, wire::Record& record) {
  int& variable = variables_[index_of(op.a)];
  const int before = variable;
  std::array<int, 4>& registers = threads_[t].registers;
  record.object = variable_name(op.a);
  switch (op.kind) {
    case Op::kAdd: record.op = OpKind::kRmw, variable += op.b; break;
    case Op::kLoad: record.op = OpKind::kLoad, registers[index_of(op.b)] = variable; break;
    case Op::kStore: record.op = OpKind::kStore, variable = op.b; break;
    case Op::kCopy: record.op = OpKind::kStore, variable = registers[index_of(op.b)] + op.c; break;
    case Op::kFetch:
      record.op = OpKind::kRmw;
      registers[index_of(op.c)] = variable;
      variable += op.b;
      break;
    default: {  // kCas
      record.op = OpKind::kCas;
      const bool equal = variable == op.b;
      if (equal) variable = op.c;
      record.value = equal;
      registers[index_of(op.d)] = equal;
    }
  }
  tell(t, record.op, kVariableBytes, logged(before));
  if (record.op == OpKind::kCas) tell(t, OpKind::kCas, 0, logged(op.b));
  return true;
}

bool State::go_on_mutex(std::size_t t, const Op& op, wire::Record& record) {
  record.object = mutex_name(op.a);
  if (op.kind == Op::kUnlock) {
    record.op = OpKind::kUnlock;
    release(t, op.a);
    return true;
  }
  const bool had = may_lock(t, op.a);
  if (had) acquire(t, op.a);
  if (op.kind == Op::kLock) {
    record.op = OpKind::kLock;
    return true;
  }
  threads_[t].registers[index_of(op.b)] = had;
  record.op = op.kind == Op::kTryLock ? OpKind::kTryLock : OpKind::kTimedLock;
  record.value = had == (op.kind == Op::kTryLock);
  return true;
}

bool State::go_on_condition(std::size_t t, const Op& op, wire::Record& record) {
  record.object = condition_name(op.a);
  Thread& thread = threads_[t];
  if (op.kind == Op::kSignal || op.kind == Op::kBroadcast) {
    record.op = op.kind == Op::kSignal ? OpKind::kSignal : OpKind::kBroadcast;
    const std::size_t asleep = sleepers(record.op, op.a).size();
    record.value = static_cast<std::uint32_t>(asleep);
    begin_waking(t, record.op, op.a, op.kind == Op::kSignal ? 1 : asleep);
    return true;
  }
  if (!thread.second) {
    record.op = OpKind::kWait;
    const bool kept = owner_[index_of(op.b)] == static_cast<int>(t) && depth_[index_of(op.b)] > 1;
    tell(t, OpKind::kWait, kept, mutex_name(op.b));
    if (op.kind == Op::kTimedWait) tell(t, OpKind::kReacquire, 1);
    release(t, op.b);
    thread.second = true;
    return false;
  }
  const bool times_out = !thread.woken && !thread.timed_out;
  if (times_out) {  // the mutex is locked by a step of its own
    record.op = OpKind::kReacquire;
    record.value = 1;
    thread.timed_out = true;
    if (owner_[index_of(op.b)] == static_cast<int>(t)) tell(t, OpKind::kLock, 1, mutex_name(op.b));
    return false;
  }
  record.op = thread.timed_out ? OpKind::kLock : OpKind::kReacquire;
  if (thread.timed_out) record.object = mutex_name(op.b);
  if (op.kind == Op::kTimedWait) thread.registers[index_of(op.c)] = thread.timed_out;
  acquire(t, op.b);
  thread.second = thread.woken = thread.timed_out = false;
  return true;
}

bool State::go_on_once(std::size_t t, const Op& op, wire::Record& record) {
  int& once = once_[index_of(op.a)];
  record.object = once_name(op.a);
  if (op.kind == Op::kOnceDone) {
    record.op = OpKind::kOnceDone;
    if (once != static_cast<int>(t) + 1 && program_->strict) end(wire::Outcome::kMisuse, t);
    once = -1;
    return true;
  }
  record.op = OpKind::kOnce;
  record.value = once == 0;
  if (once == 0)
    once = static_cast<int>(t) + 1;
  else
    threads_[t].pc += index_of(op.b);
  return true;
}

bool State::go_on_futex(std::size_t t, const Op& op, wire::Record& record) {
  Thread& thread = threads_[t];
  record.object = variable_name(op.a);
  if (op.kind == Op::kFutexWake) {
    record.op = OpKind::kFutexWake;
    record.value = static_cast<std::uint32_t>(std::min(index_of(op.b), sleepers(record.op, op.a).size()));
    begin_waking(t, record.op, op.a, record.value);
    return true;
  }
  const bool timed = op.kind == Op::kTimedFutexWait;
  if (thread.second) {
    record.op = OpKind::kFutexWoken;
    record.value = !thread.woken;
    if (timed) thread.registers[index_of(op.c)] = !thread.woken;
    thread.second = thread.woken = false;
    return true;
  }
  record.op = OpKind::kFutexWait;
  record.value = variables_[index_of(op.a)] != op.b;
  if (t % 2 == 0) tell(t, OpKind::kFutexWait, 0, logged(op.b));  // of some it is not known
  if (record.value == 1) return true;
  if (timed) tell(t, OpKind::kFutexWoken, 1);
  thread.second = true;
  return false;
}

bool State::go_on_rwlock(std::size_t t, const Op& op, wire::Record& record) {
  int& writer = writer_[index_of(op.a)];
  int& readers = readers_[index_of(op.a)];
  int& holds = threads_[t].read_holds[index_of(op.a)];
  record.object = rwlock_name(op.a);
  if (op.kind == Op::kReadUnlock || op.kind == Op::kWriteUnlock) {
    const bool reads = op.kind == Op::kReadUnlock;
    record.op = reads ? OpKind::kReadUnlock : OpKind::kWriteUnlock;
    const bool held = reads ? holds > 0 : writer == static_cast<int>(t);
    if (!held && program_->strict) end(wire::Outcome::kMisuse, t);
    if (held && reads) --holds, --readers;
    if (held && !reads) writer = -1;
    return true;
  }
  const bool reads = op.kind == Op::kReadLock || op.kind == Op::kTryReadLock || op.kind == Op::kTimedReadLock;
  const bool tries = op.kind == Op::kTryReadLock || op.kind == Op::kTryWriteLock;
  const bool times = op.kind == Op::kTimedReadLock || op.kind == Op::kTimedWriteLock;
  const bool had = writer < 0 && (reads || readers == 0);
  if (had && reads) ++holds, ++readers;
  if (had && !reads) writer = static_cast<int>(t);
  if (tries || times) threads_[t].registers[index_of(op.b)] = had;
  record.value = tries ? had : times ? !had : 0;
  record.op = tries   ? (reads ? OpKind::kTryReadLock : OpKind::kTryWriteLock)
              : times ? (reads ? OpKind::kTimedReadLock : OpKind::kTimedWriteLock)
                      : (reads ? OpKind::kReadLock : OpKind::kWriteLock);
  return true;
}

bool State::go_on_semaphore(std::size_t t, const Op& op, wire::Record& record) {
  int& count = count_[index_of(op.a)];
  record.object = semaphore_name(op.a);
  if (op.kind == Op::kSemPost) {
    record.op = OpKind::kSemPost;
    ++count;
  } else {
    const bool had = count > 0;
    if (had) --count;
    record.op = op.kind == Op::kSemWait      ? OpKind::kSemWait
                : op.kind == Op::kSemTryWait ? OpKind::kSemTryWait
                                             : OpKind::kSemTimedWait;
    if (op.kind != Op::kSemWait) threads_[t].registers[index_of(op.b)] = had;
    record.value = op.kind == Op::kSemTryWait ? had : op.kind == Op::kSemTimedWait ? !had : 0;
  }
  tell(t, record.op, count);
  counted_[index_of(op.a)] = true;
  return true;
}

bool State::go_on_thread(std::size_t t, const Op& op, wire::Record& record) {
  if (op.kind == Op::kBarrier) {
    const bool leaves = threads_[t].second;
    record.object = barrier_name(op.a);
    record.op = leaves ? OpKind::kBarrierLeave : OpKind::kBarrierArrive;
    if (leaves) threads_[t].second = threads_[t].woken = false;
    if (leaves) return true;
    arrive(t, op, record);
    return record.value == 1;
  }
  if (op.kind == Op::kCreate) {
    Choice path = threads_[t].path;
    path.push_back(static_cast<std::uint32_t>(threads_[t].children.size()) + 1);
    const std::size_t child = add(program_->bodies[index_of(op.a)], path);
    threads_[t].children.push_back(child);
    threads_[child].unstarted = program_->starts;
    if (!program_->starts) local_.push_back(child);
    record.op = OpKind::kCreate;
    record.value = static_cast<std::uint32_t>(child);
    record.object = slot_name(path);
    return true;
  }
  const std::size_t target = threads_[t].children[index_of(op.a)];
  const bool ended = threads_[target].finished;
  record.object = slot_name(threads_[target].path);
  record.op = op.kind == Op::kJoin      ? OpKind::kJoin
              : op.kind == Op::kTryJoin ? OpKind::kTryJoin
                                        : OpKind::kTimedJoin;
  if (op.kind != Op::kJoin) threads_[t].registers[index_of(op.b)] = ended;
  record.value = op.kind == Op::kTryJoin ? ended : op.kind == Op::kTimedJoin ? !ended : 0;
  return true;
}

void State::arrive(std::size_t t, const Op& op, wire::Record& record) {
  std::vector<std::size_t> waiting;
  for (std::size_t other = 0; other < threads_.size(); ++other) {
    const Thread& thread = threads_[other];
    if (thread.finished || thread.unstarted || !thread.second || thread.woken) continue;
    if (op_of(other).kind == Op::kBarrier && op_of(other).a == op.a) waiting.push_back(other);
  }
  const std::size_t limit =
      index_of(index_of(op.a) < program_->barriers.size() ? program_->barriers[index_of(op.a)] : 2);
  if (waiting.size() + 1 < limit) {
    threads_[t].second = true;
    return;
  }
  record.value = 1;
  for (const std::size_t other : waiting) wake(t, other, OpKind::kBarrierArrive);
}

}  // namespace stalemate::toy

#include "model.h"

#include <algorithm>

#include "goldilocks.h"

namespace stalemate::test {

namespace {

// Where the variables lie in the memory that events speak of, and the objects among those of their kind.
constexpr std::uint32_t kAtomicsAt = kVariables;
constexpr std::uint32_t kReadWriteLock = kLocks, kSemaphore = kLocks + 1;

Event event_of(Event::Kind kind, std::uint32_t thread, std::uint32_t object, Order order) {
  return {kind, thread, object, order, 0, 0};
}

}  // namespace

Machine::Machine(const Program& program) : program_(&program) {
  threads_[0].created = threads_[0].started = true;
  events_.reserve(64);
}

const Instruction* Machine::next(std::uint32_t thread) const {
  const auto& code = program_->threads[thread];
  return threads_[thread].place < code.size() ? &code[threads_[thread].place] : nullptr;
}

bool Machine::has_ended(std::uint32_t thread) const {
  return threads_[thread].started && next(thread) == nullptr;
}

bool Machine::is_enabled(std::uint32_t t) const {
  const Thread& thread = threads_[t];
  if (!thread.created) return false;
  if (!thread.started) return true;
  const Instruction* i = next(t);
  if (i == nullptr) return false;
  switch (i->kind) {
    case Instruction::kLock: return !locked_[i->object];
    case Instruction::kReadLock: return !written_;
    case Instruction::kWriteLock: return !written_ && readers_ == 0;
    case Instruction::kTake: return semaphore_ > 0;
    case Instruction::kWait: return !thread.asleep || (thread.woken && !locked_[i->object]);
    case Instruction::kJoin: return has_ended(i->object);
    default: return true;
  }
}

bool Machine::is_over() const {
  for (std::uint32_t t = 0; t < kThreads; ++t)
    if (is_enabled(t)) return false;
  return true;
}

void Machine::step(std::uint32_t t, bool fine) {
  if (t != last_ && is_enabled(last_)) ++preemptions_;
  last_ = t;
  Thread& thread = threads_[t];
  if (!thread.started)
    thread.started = true;
  else
    perform(t, *next(t));
  run_on(t, fine);
}

void Machine::begin(bool fine) { run_on(0, fine); }

void Machine::run_on(std::uint32_t t, bool fine) {
  for (const Instruction* i = next(t); i != nullptr && (i->is_local() || (!fine && i->is_plain()));
       i = next(t))
    perform(t, *i);
}

void Machine::record(Event::Kind kind, std::uint32_t thread, std::uint32_t object, Order order) {
  events_.push_back(event_of(kind, thread, object, order));
}

void Machine::read(std::uint32_t t, std::int32_t value) {
  threads_[t].last = value;
  threads_[t].seen = fold(threads_[t].seen, value);
}

void Machine::access(std::uint32_t t, const Instruction& i) {
  const bool writes = i.kind == Instruction::kWrite || i.kind == Instruction::kAdd;
  std::int32_t& variable = variables_[i.object];
  events_.push_back({writes ? Event::kWrite : Event::kRead, t, 0, Order::kRelaxed, i.object, 1});
  if (i.kind == Instruction::kWrite) variable = value_of(t, threads_[t].place);
  if (i.kind == Instruction::kAdd) variable = threads_[t].last + 1;
  if (!writes) read(t, variable);
  if (i.kind == Instruction::kTest && variable != 0) ++threads_[t].place;
  ++threads_[t].place;
}

void Machine::perform_atomic(std::uint32_t t, const Instruction& i) {
  const Event::Kind kinds[] = {Event::kLoad, Event::kStore, Event::kStore, Event::kModify};
  std::int32_t& variable = atomics_[i.object];
  events_.push_back({kinds[i.kind - Instruction::kLoad], t, i.object, i.order, kAtomicsAt + i.object, 1});
  if (i.kind == Instruction::kLoad || i.kind == Instruction::kModify) read(t, variable);
  if (i.kind == Instruction::kStore) variable = value_of(t, threads_[t].place);
  if (i.kind == Instruction::kClear) variable = 0;
  if (i.kind == Instruction::kModify) ++variable;
  ++threads_[t].place;
}

// The first step of a wait; the second follows where the thread is scheduled again.
void Machine::fall_asleep(std::uint32_t t, std::uint32_t mutex) {
  threads_[t].asleep = true;
  threads_[t].woken = false;
  locked_[mutex] = false;
  record(Event::kRelease, t, mutex);
}

void Machine::perform(std::uint32_t t, const Instruction& i) {
  Thread& thread = threads_[t];
  if (i.is_plain()) return access(t, i);
  if (i.is_atomic()) return perform_atomic(t, i);
  if (i.kind == Instruction::kWait && !thread.asleep) return fall_asleep(t, i.object);
  ++thread.place;
  switch (i.kind) {
    case Instruction::kLock: locked_[i.object] = true; return record(Event::kAcquire, t, i.object);
    case Instruction::kUnlock: locked_[i.object] = false; return record(Event::kRelease, t, i.object);
    case Instruction::kReadLock: ++readers_; return record(Event::kReadAcquire, t, kReadWriteLock);
    case Instruction::kReadUnlock: --readers_; return record(Event::kReadRelease, t, kReadWriteLock);
    case Instruction::kWriteLock: written_ = true; return record(Event::kAcquire, t, kReadWriteLock);
    case Instruction::kWriteUnlock: written_ = false; return record(Event::kRelease, t, kReadWriteLock);
    case Instruction::kTake: --semaphore_; return record(Event::kAcquire, t, kSemaphore);
    case Instruction::kPost: ++semaphore_; return record(Event::kRelease, t, kSemaphore);
    case Instruction::kWait:
      thread.asleep = false;
      locked_[i.object] = true;
      thread.place -= 2;
      return record(Event::kAcquire, t, i.object);
    case Instruction::kNotify:
      for (Thread& other : threads_) other.woken = other.asleep;
      return;
    case Instruction::kCreate: threads_[i.object].created = true; return record(Event::kCreate, t, i.object);
    case Instruction::kJoin: return record(Event::kJoin, t, i.object);
    case Instruction::kFence: return record(Event::kFence, t, 0, i.order);
    case Instruction::kUnless: thread.place += thread.last == 0 ? 1 : 0; return;
    default: return;
  }
}

State Machine::state() const {
  State state;
  std::copy(std::begin(variables_), std::end(variables_), state.variables.begin());
  std::copy(std::begin(atomics_), std::end(atomics_), state.atomics.begin());
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    state.places[t] = threads_[t].place;
    state.seen[t] = threads_[t].seen;
    state.deadlock = state.deadlock || (threads_[t].created && !has_ended(t));
  }
  return state;
}

bool has_race(const Events& events) {
  Goldilocks judge;
  for (const Event& event : events)
    if (judge.judge(event) != 0) return true;
  return false;
}

namespace {

struct Explorer {
  Search& found;
  std::uint32_t bound;
  bool fine;
  std::uint64_t left;

  void follow(const Machine& machine) {
    if (!found.complete || machine.preemptions() > bound) return;
    if (machine.is_over()) return finish(machine);
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      if (!machine.is_enabled(t)) continue;
      Machine after = machine;
      after.step(t, fine);
      follow(after);
    }
  }

  void finish(const Machine& machine) {
    if (left-- == 0) {
      found.complete = false;
      return;
    }
    ++found.executions[machine.preemptions()];
    const bool race = has_race(machine.events());
    for (std::uint32_t c = machine.preemptions(); c <= bound; ++c) {
      found.states[c].insert(machine.state());
      if (race) found.races[c] = true;
    }
  }
};

}  // namespace

Search search(const Program& program, std::uint32_t bound, bool fine, std::uint64_t most_executions) {
  Search found;
  found.executions.resize(bound + 1);
  found.states.resize(bound + 1);
  found.races.resize(bound + 1);
  Machine machine(program);
  machine.begin(fine);
  Explorer{found, bound, fine, most_executions}.follow(machine);
  return found;
}

std::string text_of(const State& state) {
  std::string text = state.deadlock ? "deadlock, variables" : "end, variables";
  for (const std::int32_t value : state.variables) text += " " + std::to_string(value);
  text += ", atomics";
  for (const std::int32_t value : state.atomics) text += " " + std::to_string(value);
  text += ", threads";
  for (std::uint32_t t = 0; t < kThreads; ++t)
    text += " " + std::to_string(state.places[t]) + ":" + std::to_string(state.seen[t]);
  return text;
}

}  // namespace stalemate::test

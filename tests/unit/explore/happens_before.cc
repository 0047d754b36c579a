#include "happens_before.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "toy_names.h"

namespace stalemate::toy {

namespace {

using enum Class;

Access object(std::uint64_t name, Class how) { return {Aspect::kObject, name, how}; }
Access queue(std::uint64_t name, Class how) { return {Aspect::kQueue, name, how}; }
Access readers(std::uint64_t name, Class how) { return {Aspect::kReaders, name, how}; }

// Of operations on one object that either change it or, if they do not succeed, only look at it.
std::vector<Access> changes_if(bool succeeded, std::uint64_t name) {
  return {object(name, succeeded ? kExclusive : kShared)};
}

std::vector<Access> reading(bool had, std::uint64_t name) {
  if (!had) return {object(name, kShared)};
  return {object(name, kShared), readers(name, kUpdate)};
}

std::vector<Access> writing(bool had, std::uint64_t name) {
  return {object(name, had ? kExclusive : kShared), readers(name, kShared)};
}

}  // namespace

Run::Run(const Program& program, ActionTable& table) : state_(program), table_(&table) {}

bool Run::failed() const {
  return state_.over() && state_.outcome() != wire::Outcome::kFinished &&
         state_.outcome() != wire::Outcome::kDeadlock;
}

Run::Fellow& Run::fellow(std::size_t thread) {
  if (thread >= fellows_.size()) fellows_.resize(thread + 1);
  return fellows_[thread];
}

std::size_t Run::thread_at(std::uint64_t slot) const {
  for (std::size_t t = 0; t < state_.threads(); ++t)
    if (slot_name(state_.path(t)) == slot) return t;
  return 0;
}

// The table of S7, by the operation and how it went.
std::vector<Access> Run::touched(const wire::Record& r) {
  const std::uint64_t name = r.object;
  switch (r.op) {
    case OpKind::kLoad: return {object(name, kShared)};
    case OpKind::kStore:
    case OpKind::kRmw:
    case OpKind::kLock:
    case OpKind::kUnlock:
    case OpKind::kOnceDone:
    case OpKind::kSemWait:
    case OpKind::kSemPost:
    case OpKind::kBarrierArrive: return {object(name, kExclusive)};
    case OpKind::kCas:
    case OpKind::kTryLock:
    case OpKind::kOnce:
    case OpKind::kSemTryWait: return changes_if(r.value == 1, name);
    case OpKind::kTimedLock:
    case OpKind::kSemTimedWait: return changes_if(r.value == 0, name);
    case OpKind::kWait: return {queue(name, kExclusive), object(fellow(r.thread).mutex, kExclusive)};
    case OpKind::kReacquire:
      if (r.value == 1) return {queue(name, kExclusive)};
      return {object(fellow(r.thread).mutex, kExclusive)};
    case OpKind::kFutexWait:
      if (r.value == 0) return {object(name, kShared), queue(name, kExclusive)};
      return {object(name, kShared)};
    case OpKind::kFutexWoken:
      if (r.value == 1) return {queue(name, kExclusive)};
      return {};
    case OpKind::kSignal:
    case OpKind::kFutexWake:
    case OpKind::kBroadcast: return {queue(name, r.value == 0 ? kShared : kExclusive)};
    case OpKind::kReadLock: return reading(true, name);
    case OpKind::kTryReadLock: return reading(r.value == 1, name);
    case OpKind::kTimedReadLock: return reading(r.value == 0, name);
    case OpKind::kReadUnlock: return {readers(name, kUpdate)};
    case OpKind::kWriteLock: return writing(true, name);
    case OpKind::kTryWriteLock: return writing(r.value == 1, name);
    case OpKind::kTimedWriteLock: return writing(r.value == 0, name);
    case OpKind::kWriteUnlock: return {object(name, kExclusive)};
    case OpKind::kTryJoin:
      if (r.value == 0) return {{Aspect::kEnd, name, kShared}};
      return {};
    case OpKind::kTimedJoin:
      if (r.value == 1) return {{Aspect::kEnd, name, kShared}};
      return {};
    default: return {};
  }
}

Placed Run::place(const Access& access, Actions& before) {
  auto v = std::find_if(variables_.begin(), variables_.end(), [&](const Variable& variable) {
    return variable.aspect == access.aspect && variable.object == access.object;
  });
  if (v == variables_.end()) {
    variables_.push_back({access.aspect, access.object, 1, access.how, 0, 0});
    v = variables_.end() - 1;
  } else if (access.how == kExclusive || access.how != v->how) {
    ++v->epoch;
    v->how = access.how;
    v->earlier |= v->current;
    v->current = 0;
  }
  before |= v->earlier;
  v->current |= Actions{1} << actions_.size();
  return {access, v->epoch};
}

void Run::add(std::size_t t, Action action, const std::vector<Access>& accesses, Actions before) {
  EXPECT_LT(actions_.size(), 64u) << "sets of actions are too small";
  action.thread = state_.path(t);
  action.n = ++fellow(t).actions;
  for (const Access& access : accesses) action.accesses.push_back(place(access, before));
  // Whoever looked whether the thread has ended, and it had not, did so before. No part of the tuple.
  if (state_.finished(t)) place({Aspect::kEnd, slot_name(state_.path(t)), kExclusive}, before);
  if (fellow(t).last >= 0) before |= Actions{1} << fellow(t).last;
  if (state_.over()) before = (Actions{1} << actions_.size()) - 1;  // failures and exits
  for (std::size_t i = 0; i < actions_.size(); ++i)
    if ((before >> i & 1) != 0) before |= actions_[i].before;
  fellow(t).last = static_cast<int>(actions_.size());
  const int number = table_->number(action);
  graph_.insert(std::upper_bound(graph_.begin(), graph_.end(), number), number);
  actions_.push_back({{action.thread, action.n}, false, action.value, before});
}

void Run::note_effects() {
  for (const wire::Record& effect : state_.effects())
    if (effect.op == OpKind::kSignal || effect.op == OpKind::kBroadcast || effect.op == OpKind::kFutexWake ||
        effect.op == OpKind::kBarrierArrive)
      fellow(effect.value).woken = static_cast<int>(actions_.size()) - 1;
}

wire::Record Run::step(std::size_t t) {
  const wire::Record record = state_.step(t);
  for (const wire::Record& effect : state_.effects())
    if (effect.op == OpKind::kWait) fellow(t).mutex = effect.object;
  Actions before = 0;
  const auto after = [&](int action) {
    if (action >= 0) before |= Actions{1} << action;
  };
  const bool joined = record.op == OpKind::kJoin || (record.op == OpKind::kTryJoin && record.value == 1) ||
                      (record.op == OpKind::kTimedJoin && record.value == 0);
  const bool sleeps = record.op == OpKind::kReacquire || record.op == OpKind::kFutexWoken;
  const bool woken = record.op == OpKind::kBarrierLeave || (sleeps && record.value == 0);
  if (record.op == OpKind::kStart) after(fellow(t).created);
  if (joined) after(fellow(thread_at(record.object)).last);
  if (woken) after(fellow(t).woken);
  if (record.op == OpKind::kCreate) fellow(record.value).created = static_cast<int>(actions_.size());
  add(t, {{}, 0, record.op, record.object, 0, {}}, touched(record), before);
  note_effects();
  return record;
}

void Run::choose(std::uint32_t value) {
  const std::size_t t = state_.chooser();
  state_.choose(value);
  add(t, {{}, 0, OpKind::kNone, 0, value, {}}, {}, 0);
  actions_.back().is_choice = true;
  note_effects();
}

std::set<std::pair<Run::Name, Run::Name>> Run::order() const {
  std::set<std::pair<Name, Name>> pairs;
  for (std::size_t j = 0; j < actions_.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (ordered(i, j)) pairs.emplace(actions_[i].name, actions_[j].name);
  return pairs;
}

}  // namespace stalemate::toy

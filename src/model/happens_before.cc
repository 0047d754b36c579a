#include "model/happens_before.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace stalemate {

namespace {

constexpr std::uint32_t kNone = Action::kNone;

// Steps on a mutex by which it is held once more, or once less.
constexpr int mutex_change(OpKind op) {
  switch (op) {
    case OpKind::kLock:
    case OpKind::kTryLock:
    case OpKind::kTimedLock:
    case OpKind::kReacquire: return 1;
    case OpKind::kUnlock:
    case OpKind::kWait: return -1;
    default: return 0;
  }
}

constexpr bool has_waker(OpKind op) {
  return op == OpKind::kReacquire || op == OpKind::kBarrierLeave || op == OpKind::kFutexWoken;
}

constexpr bool waits_for_thread(OpKind op) {
  return op == OpKind::kJoin || op == OpKind::kTimedJoin || op == OpKind::kTryJoin;
}

}  // namespace

Hash128 action_id(Hash128 path, std::uint32_t number, const Announced& step, std::uint32_t chosen,
                  const Use* uses, int count) {
  Mixer128 mixer;
  mixer.add(path.low);
  mixer.add(std::uint64_t{number} << 32 | static_cast<std::uint64_t>(step.kind) << 8 |
            static_cast<std::uint64_t>(step.op));
  if (step.kind == Announced::Kind::kChoice) {
    mixer.add(chosen);
    return mixer.hash();
  }
  mixer.add(step.object);
  if (step.other != 0) mixer.add(step.other);
  for (int i = 0; i < count; ++i)
    mixer.add(std::uint64_t{uses[i].epoch} << 8 | static_cast<std::uint64_t>(uses[i].access));
  return mixer.hash();
}

void HappensBefore::clear() {
  while (!actions_.empty()) pop();
  threads_.resize(Names::kMostThreads);
  for (Thread& thread : threads_) {
    thread.actions.clear();
    thread.first = Announced{};
    thread.born = kNone;
    thread.children = 0;
    thread.exists = false;
  }
  threads_[0].exists = true;
  whole_ = Prefix{};
  hash_ = Hash128{};
  limit_ = 1;
}

void HappensBefore::add_thread(std::uint32_t thread) {
  threads_[thread].exists = true;
  ++threads_[0].children;
  limit_ = std::max(limit_, thread + 1);
}

Hash128 HappensBefore::first_key(std::uint32_t thread) const {
  Mixer128 mixer;
  mixer.add(names_.path_hash(thread));
  if (threads_[thread].born != kNone) mixer.add(actions_[threads_[thread].born].key);
  return mixer.hash();
}

std::vector<std::uint32_t>& HappensBefore::history(std::uint32_t variable) {
  if (histories_.size() <= variable) {
    histories_.resize(variable + std::size_t{1});
    semaphores_.resize(variable + std::size_t{1}, 0);
  }
  return histories_[variable];
}

const Announced& HappensBefore::announced_now(std::uint32_t thread) const {
  const Thread& t = threads_[thread];
  return t.actions.empty() ? t.first : actions_[t.actions.back()].next;
}

const Announced* HappensBefore::announced(const Prefix& x, std::uint32_t thread) const {
  const Thread& t = threads_[thread];
  if (!t.exists || (t.born != kNone && !includes(x, t.born))) return nullptr;
  const std::uint32_t count = x.count[thread];
  return count == 0 ? &t.first : &actions_[t.actions[count - 1]].next;
}

std::uint32_t HappensBefore::chooser(const Prefix& x) const {
  for (std::uint32_t thread = 0; thread < limit_; ++thread) {
    const Announced* next = announced(x, thread);
    if (next != nullptr && next->kind == Announced::Kind::kChoice) return thread;
  }
  return Names::kNoName;
}

// ---- the state of objects

const Action* HappensBefore::last_change(const Prefix& x, Space space, std::uint64_t object) const {
  const std::uint32_t variable = names_.variable(space, object);
  if (variable >= histories_.size()) return nullptr;
  const auto& all = histories_[variable];
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    if (!includes(x, *at)) continue;
    const Action& action = actions_[*at];
    for (int i = 0; i < action.uses; ++i)
      if (action.use[i].variable == variable && action.use[i].access == Access::kExclusive) return &action;
  }
  return nullptr;
}

bool HappensBefore::mutex_is_free(const Prefix& x, std::uint64_t mutex, std::uint32_t thread,
                                  bool again) const {
  const Action* last = last_change(x, Space::kObject, mutex);
  if (last == nullptr || last->depth == 0) return true;
  return last->thread == thread && again;
}

bool HappensBefore::semaphore_is_positive(const Prefix& x, const Announced& step) const {
  const std::uint32_t variable = names_.variable(Space::kObject, step.object);
  if (const Action* last = last_change(x, Space::kObject, step.object)) return last->value != 0;
  return variable < semaphores_.size() && semaphores_[variable] != 0;
}

bool HappensBefore::has_writer(const Prefix& x, std::uint64_t lock) const {
  const Action* last = last_change(x, Space::kObject, lock);
  return last != nullptr && last->op != OpKind::kWriteUnlock;
}

bool HappensBefore::has_readers(const Prefix& x, std::uint64_t lock) const {
  const std::uint32_t variable = names_.variable(Space::kReaders, lock);
  if (variable >= histories_.size()) return false;
  std::int64_t readers = 0;
  for (const std::uint32_t index : histories_[variable]) {
    const Action& action = actions_[index];
    if (!includes(x, index)) continue;
    if (action.op == OpKind::kReadUnlock)
      --readers;
    else if (action.use[1].access == Access::kUpdate)
      ++readers;
  }
  return readers > 0;
}

const Action* HappensBefore::wait_of(const Prefix& x, std::uint32_t thread) const {
  for (std::uint32_t count = x.count[thread]; count > 0; --count) {
    const Action& action = actions_[threads_[thread].actions[count - 1]];
    if (!action.choice) return &action;
  }
  return nullptr;
}

bool HappensBefore::woken(const Prefix& x, std::uint32_t thread) const {
  const Action* wait = wait_of(x, thread);
  return wait != nullptr && wait->waker != kNone && includes(x, wait->waker);
}

bool HappensBefore::finished(const Prefix& x, std::uint32_t thread) const {
  const Announced* next = announced(x, thread);
  return next != nullptr && next->kind == Announced::Kind::kFinished;
}

// ---- enabledness

Able HappensBefore::able(const Prefix& x, std::uint32_t thread) const {
  const Announced* next = announced(x, thread);
  if (next == nullptr || next->kind == Announced::Kind::kFinished || next->kind == Announced::Kind::kEnded)
    return Able::kNo;
  if (next->kind != Announced::Kind::kStep) return Able::kYes;
  const auto or_timed = [](bool ready) { return ready ? Able::kYes : Able::kTimed; };
  const auto or_no = [](bool ready) { return ready ? Able::kYes : Able::kNo; };
  switch (next->op) {
    case OpKind::kLock: return or_no(mutex_is_free(x, next->object, thread, next->again));
    case OpKind::kTimedLock: return or_timed(mutex_is_free(x, next->object, thread, next->again));
    case OpKind::kJoin:
    case OpKind::kTimedJoin: {
      const std::uint32_t target = names_.called(next->object);
      const bool ready = target != Names::kNoName && finished(x, target);
      return next->op == OpKind::kJoin ? or_no(ready) : or_timed(ready);
    }
    case OpKind::kReacquire: {
      if (!mutex_is_free(x, next->other, thread, true)) return Able::kNo;
      return woken(x, thread) ? Able::kYes : next->timed ? Able::kTimed : Able::kNo;
    }
    case OpKind::kFutexWoken: return woken(x, thread) ? Able::kYes : next->timed ? Able::kTimed : Able::kNo;
    case OpKind::kBarrierLeave: return or_no(woken(x, thread));
    case OpKind::kOnce: {
      const Action* last = last_change(x, Space::kObject, next->object);
      return or_no(last == nullptr || last->op == OpKind::kOnceDone);
    }
    case OpKind::kReadLock: return or_no(!has_writer(x, next->object));
    case OpKind::kTimedReadLock: return or_timed(!has_writer(x, next->object));
    case OpKind::kWriteLock: return or_no(!has_writer(x, next->object) && !has_readers(x, next->object));
    case OpKind::kTimedWriteLock:
      return or_timed(!has_writer(x, next->object) && !has_readers(x, next->object));
    case OpKind::kSemWait: return or_no(semaphore_is_positive(x, *next));
    case OpKind::kSemTimedWait: return or_timed(semaphore_is_positive(x, *next));
    case OpKind::kSleep: return Able::kTimed;
    default: return Able::kYes;
  }
}

ThreadSet HappensBefore::enabled(const Prefix& x, ThreadSet& timed) const {
  timed = 0;
  ThreadSet found = 0;
  for (std::uint32_t thread = 0; thread < limit_; ++thread) {
    const Announced* next = announced(x, thread);
    if (next == nullptr) continue;
    if (next->kind == Announced::Kind::kChoice) return timed = 0, only(thread);
    if (next->kind == Announced::Kind::kEnded) return timed = 0, 0;
    const Able how = able(x, thread);
    if (how == Able::kNo) continue;
    found |= only(thread);
    if (how == Able::kTimed) timed |= only(thread);
  }
  return found;
}

ThreadSet HappensBefore::frontier(const Prefix& x) const {
  const std::uint32_t choosing = chooser(x);
  if (choosing != Names::kNoName) return x.count[choosing] == 0 ? 0 : only(choosing);
  ThreadSet found = 0;
  for (std::uint32_t thread = 0; thread < limit_; ++thread)
    if (x.count[thread] != 0) found |= only(thread);
  for (std::uint32_t thread = 0; thread < limit_; ++thread) {
    if (x.count[thread] == 0) continue;
    const std::uint16_t* past = clock(threads_[thread].actions[x.count[thread] - std::size_t{1}]);
    for (std::uint32_t other = 0; other < limit_; ++other)
      if (other != thread && past[other] >= x.count[other]) found &= ~only(other);
  }
  return found;
}

// ---- the identity of actions

bool HappensBefore::is_possible(const Prefix& x, std::uint32_t thread, const Announced& step,
                                Went went) const {
  if (has_waker(step.op)) return woken(x, thread) == (went == Went::kWell);
  if (waits_for_thread(step.op)) {
    const std::uint32_t target = names_.called(step.object);
    return (target != Names::kNoName && finished(x, target)) == (went == Went::kWell);
  }
  return true;
}

std::uint32_t HappensBefore::epoch_at(const Prefix& x, std::uint32_t variable, Access access) const {
  if (variable >= histories_.size()) return 1;
  const auto& all = histories_[variable];
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    if (!includes(x, *at)) continue;
    const Action& action = actions_[*at];
    int i = 0;
    while (action.use[i].variable != variable) ++i;
    return epoch_after(action.use[i].epoch, action.use[i].access, access);
  }
  return 1;
}

HappensBefore::Uses HappensBefore::uses_of(const Prefix& x, const Announced& step, Went went) const {
  Uses uses;
  if (step.kind != Announced::Kind::kStep) return uses;
  const Touches touches = touches_of(step.op, went);
  for (int i = 0; i < touches.count; ++i) {
    const Touch& touch = touches.touch[i];
    Use& use = uses.use[uses.count++];
    use.variable = names_.variable(touch.space, touch.other ? step.other : step.object);
    use.access = touch.access;
    use.epoch = epoch_at(x, use.variable, use.access);
  }
  return uses;
}

int HappensBefore::next_ids(const Prefix& x, std::uint32_t thread, std::uint32_t chosen,
                            Hash128 ids[2]) const {
  const Announced* next = announced(x, thread);
  if (next == nullptr || next->kind == Announced::Kind::kUnknown) return 0;
  int count = 0;
  for (const Went went : {Went::kWell, Went::kBadly}) {
    if (went == Went::kBadly && (next->kind == Announced::Kind::kChoice || !may_go_badly(next->op))) break;
    if (!is_possible(x, thread, *next, went)) continue;
    ids[count++] = id_of(thread, x.count[thread], *next, uses_of(x, *next, went), chosen);
  }
  return count;
}

// ---- growing and shrinking

void HappensBefore::join(std::uint32_t action) {
  const std::uint16_t* past = clock(action);
  for (std::uint32_t thread = 0; thread < limit_; ++thread)
    joined_[thread] = std::max(joined_[thread], past[thread]);
}

// The accesses of the last epoch before the use's own have all earlier ones in their pasts.
void HappensBefore::join_conflicts(const Prefix& x, const Use& use) {
  std::uint32_t epoch = 0;
  const auto& all = history(use.variable);
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    if (!includes(x, *at)) continue;
    const Action& action = actions_[*at];
    int i = 0;
    while (action.use[i].variable != use.variable) ++i;
    if (action.use[i].epoch == use.epoch) continue;
    if (epoch != 0 && action.use[i].epoch != epoch) return;
    epoch = action.use[i].epoch;
    join(*at);
  }
}

void HappensBefore::join_past(const Prefix& x, std::uint32_t thread, const Announced& step, Went went,
                              const Uses& uses) {
  std::memset(joined_, 0, sizeof joined_);
  const Thread& t = threads_[thread];
  if (x.count[thread] != 0)
    join(t.actions[x.count[thread] - 1u]);
  else if (t.born != kNone)
    join(t.born);
  for (int i = 0; i < uses.count; ++i) join_conflicts(x, uses.use[i]);
  if (step.kind != Announced::Kind::kStep || went != Went::kWell) return;
  if (has_waker(step.op)) join(wait_of(x, thread)->waker);
  if (waits_for_thread(step.op)) {
    const std::uint32_t target = names_.called(step.object);
    if (x.count[target] != 0) join(threads_[target].actions[x.count[target] - 1u]);
  }
}

// Of everything that joined_ contains.
Hash128 HappensBefore::past_hash() const {
  Hash128 hash;
  for (std::uint32_t thread = 0; thread < limit_; ++thread)
    if (joined_[thread] != 0) hash ^= actions_[threads_[thread].actions[joined_[thread] - 1u]].upto;
  return hash;
}

HappensBefore::Probe HappensBefore::probe(const Prefix& x, std::uint32_t thread, Went went,
                                          std::uint32_t chosen) {
  const Announced* step = announced(x, thread);
  Probe probe;
  if (step == nullptr || step->kind == Announced::Kind::kUnknown || !is_possible(x, thread, *step, went))
    return probe;
  const Uses uses = uses_of(x, *step, went);
  probe.possible = true;
  probe.id = id_of(thread, x.count[thread], *step, uses, chosen);
  join_past(x, thread, *step, went, uses);
  probe.key = past_hash() ^ probe.id;
  return probe;
}

void HappensBefore::push(std::uint32_t thread, const Deed& deed) {
  const Announced step = announced_now(thread);
  const Went went = counts_as(deed);
  Uses uses = uses_of(whole_, step, went);
  Thread& t = threads_[thread];
  const std::uint32_t index = size();
  Action action;
  action.id = id_of(thread, whole_.count[thread], step, uses, deed.chosen);
  join_past(whole_, thread, step, went, uses);
  action.key = past_hash() ^ action.id;
  if (deed.next.kind == Announced::Kind::kFinished) {
    Use& end = uses.use[uses.count++];
    end = {names_.variable(Space::kEnd, names_.slot(thread)), 0, Access::kExclusive};
    end.epoch = epoch_at(whole_, end.variable, end.access);
    join_conflicts(whole_, end);
  }
  if (deed.next.kind == Announced::Kind::kEnded)
    for (std::uint32_t other = 0; other < limit_; ++other) joined_[other] = whole_.count[other];
  action.upto = t.actions.empty() ? action.id : actions_[t.actions.back()].upto ^ action.id;
  action.object = step.object;
  action.value = deed.value;
  action.thread = static_cast<std::uint16_t>(thread);
  action.number = static_cast<std::uint16_t>(whole_.count[thread]);
  action.op = step.op;
  action.choice = step.kind == Announced::Kind::kChoice;
  action.went = deed.went;
  action.uses = static_cast<std::uint8_t>(uses.count);
  std::copy_n(uses.use, uses.count, action.use);
  action.chosen = deed.chosen;
  action.wakes = deed.wakes;
  action.next = deed.next;
  change_mutex(action, step);
  for (int i = 0; i < uses.count; ++i) history(uses.use[i].variable).push_back(index);
  joined_[thread] = static_cast<std::uint16_t>(whole_.count[thread] + 1);
  clocks_.resize((index + std::size_t{1}) * Names::kMostThreads);
  std::memcpy(&clocks_[std::size_t{index} * Names::kMostThreads], joined_, sizeof joined_);
  actions_.push_back(action);
  t.actions.push_back(index);
  if (action.choice) bind_choice(thread, joined_[thread]);
  ++whole_.count[thread];
  hash_ ^= action.id;
  for (std::uint32_t other = 0; other < limit_; ++other)
    if ((deed.wakes & only(other)) != 0) waker_of(other) = index;
  if (deed.creates) bear(index);
}

// Whoever comes after a step comes after the choices that belong to it, too.
void HappensBefore::bind_choice(std::uint32_t thread, std::uint16_t count) {
  const std::vector<std::uint32_t>& own = threads_[thread].actions;
  std::size_t at = own.size();
  while (at > 1 && actions_[own[at - 1]].choice) clock(own[--at - 1])[thread] = count;
}

void HappensBefore::bear(std::uint32_t index) {
  Thread& parent = threads_[actions_[index].thread];
  const std::uint32_t child = names_.child(actions_[index].thread, ++parent.children);
  if (child == Names::kNoName) {
    too_many_ = true;
    return;
  }
  actions_[index].child = static_cast<std::uint16_t>(child);
  Thread& thread = threads_[child];
  thread.exists = true;
  thread.born = index;
  thread.children = 0;
  thread.first = Announced{};
  limit_ = std::max(limit_, child + 1);
}

std::uint32_t& HappensBefore::waker_of(std::uint32_t thread) {
  const std::vector<std::uint32_t>& own = threads_[thread].actions;
  std::size_t at = own.size();
  STALEMATE_CHECK(at > 0, "a thread is woken that has done nothing");
  while (at > 1 && actions_[own[at - 1]].choice) --at;
  return actions_[own[at - 1]].waker;
}

void HappensBefore::pop() {
  const Action& action = actions_.back();
  for (std::uint32_t other = 0; other < limit_; ++other)
    if ((action.wakes & only(other)) != 0) waker_of(other) = kNone;
  for (int i = 0; i < action.uses; ++i) histories_[action.use[i].variable].pop_back();
  if (action.child != 0) {
    threads_[action.child].exists = false;
    --threads_[action.thread].children;
  }
  if (action.choice) bind_choice(action.thread, static_cast<std::uint16_t>(action.number));
  threads_[action.thread].actions.pop_back();
  --whole_.count[action.thread];
  hash_ ^= action.id;
  actions_.pop_back();
  clocks_.resize(actions_.size() * Names::kMostThreads);
}

void HappensBefore::change_mutex(Action& action, const Announced& step) const {
  if (action.choice || mutex_change(action.op) == 0) return;
  if (action.went == Went::kBadly && action.op != OpKind::kReacquire) return;
  const bool paired = action.op == OpKind::kWait || action.op == OpKind::kReacquire;
  const Action* last = last_change(whole_, Space::kObject, paired ? step.other : step.object);
  const std::uint32_t held = last != nullptr && last->thread == action.thread ? last->depth : 0;
  if (mutex_change(action.op) > 0)
    action.depth = held + 1;
  else
    action.depth = held > 0 ? held - 1 : 0;
}

void HappensBefore::set_semaphore(std::uint64_t semaphore, std::uint32_t count) {
  const std::uint32_t variable = names_.variable(Space::kObject, semaphore);
  history(variable);
  semaphores_[variable] = count;
}

}  // namespace stalemate

// How a happens-before graph grows by an action and shrinks again.
#include <algorithm>
#include <bit>
#include <limits>

#include "base/check.h"
#include "explore/graph/happens_before.h"
#include "model/operations.h"

namespace stalemate {

namespace {

// Steps on a mutex by which it is held once more, or once less.
constexpr int mutex_change(OpKind op) {
  if (op == OpKind::kReacquire) return 1;
  if (op == OpKind::kWait) return -1;
  if (object_of(op) != ObjectKind::kMutex) return 0;
  return acquires_lock(op) ? 1 : -1;
}

}  // namespace

void HappensBefore::clear() {
  while (!actions_.empty()) pop();
  threads_.resize(Numbering::kMostThreads);
  for (Thread& thread : threads_) {
    thread.actions.clear();
    thread.upcoming.assign(1, Upcoming{});
    thread.born = Action::kNone;
    thread.children = 0;
    thread.exists = false;
  }
  threads_[0].exists = true;
  set_first(0, Announced{});
  whole_ = Prefix{};
  hash_ = Hash128{};
  limit_ = 1;
  chooses_first_ = false;
}

void HappensBefore::add_thread(std::uint32_t thread) {
  threads_[thread].exists = true;
  set_first(thread, Announced{});
  ++threads_[0].children;
  limit_ = std::max(limit_, thread + 1);
}

void HappensBefore::set_first(std::uint32_t thread, const Announced& first) {
  Upcoming& upcoming = threads_[thread].upcoming[0];
  fill(upcoming, thread, 0, first);
  upcoming.done = Hash128{};
  ++version_;
  chooses_first_ |= first.kind == Announced::Kind::kChoice;
}

void HappensBefore::fill(Upcoming& upcoming, std::uint32_t thread, std::uint32_t number,
                         const Announced& step) const {
  upcoming.step = step;
  if (step.kind != Announced::Kind::kFinished && step.kind != Announced::Kind::kEnded)
    upcoming.mixed = mixed_step(numbering_.path_hash(thread), number, step);
  std::memset(upcoming.variables, 0xff, sizeof upcoming.variables);
}

Hash128 HappensBefore::first_key(std::uint32_t thread) const {
  Mixer128 mixer;
  mixer.add(numbering_.path_hash(thread));
  if (threads_[thread].born != Action::kNone) mixer.add(actions_[threads_[thread].born].key);
  return mixer.hash();
}

HappensBefore::History& HappensBefore::history(std::uint32_t variable) {
  if (histories_.size() <= variable) {
    histories_.resize(variable + std::size_t{1});
    semaphores_.resize(variable + std::size_t{1}, 0);
  }
  return histories_[variable];
}

// Does not detect everything impossible, but everything that a graph cannot contain.
bool HappensBefore::may_go(std::uint32_t thread, const StepEffect& effect) const {
  const std::uint16_t number = whole_.count[thread];
  if (!threads_[thread].exists || number == std::numeric_limits<std::uint16_t>::max()) return false;
  for (ThreadSet rest = effect.wakes; rest != 0; rest &= rest - 1)
    if (whole_.count[std::countr_zero(rest)] == 0) return false;  // it does not even wait
  const Announced& step = threads_[thread].upcoming[number].step;
  if (step.kind != Announced::Kind::kStep || counts_as(effect) != StepResult::kSucceeded) return true;
  return is_possible(whole_, thread, step, StepResult::kSucceeded);
}

void HappensBefore::push(std::uint32_t thread, const StepEffect& effect) {
  Thread& t = threads_[thread];
  const StepResult result = counts_as(effect);
  const std::uint32_t index = size();
  const std::uint16_t number = whole_.count[thread];
  Action& action = actions_.emplace_back();
  {
    const Upcoming& next = t.upcoming[number];
    if (probed_.version != version_ || probed_.thread != thread || probed_.result != result ||
        probed_.chosen != effect.chosen)
      look_at(whole_, thread, next, result, effect.chosen);
    ++version_;
    Uses& uses = probed_.uses;
    action.id = probed_.id;
    action.key = probed_.key;
    if (effect.next.kind == Announced::Kind::kFinished) end_thread(thread, uses);
    action.upto = next.done ^ action.id;
    action.object = next.step.object;
    action.op = next.step.op;
    action.choice = next.step.kind == Announced::Kind::kChoice;
    action.uses = static_cast<std::uint8_t>(uses.count);
    std::copy_n(uses.use, uses.count, action.use);
    action.result = effect.result;
    action.thread = static_cast<std::uint16_t>(thread);
    change_mutex(action, next);
    for (int i = 0; i < uses.count; ++i)
      history(uses.use[i].variable)
          .push_back({index, uses.use[i].epoch, action.thread, number, uses.use[i].access});
  }
  if (effect.next.kind == Announced::Kind::kEnded)
    for (std::uint32_t other = 0; other < limit_; ++other) joined_[other] = whole_.count[other];
  action.number = number;
  action.value = effect.value;
  action.before = effect.before;
  action.after = effect.after;
  action.chosen = effect.chosen;
  action.wakes = effect.wakes;
  action.next = effect.next;
  hash_ ^= action.id;
  joined_[thread] = ++whole_.count[thread];
  if (clocks_.size() <= std::size_t{index} * Numbering::kMostThreads)
    clocks_.resize((index + std::size_t{1}) * 2 * Numbering::kMostThreads);
  std::memcpy(clock(index), joined_, sizeof joined_);
  t.actions.push_back(index);
  Upcoming& upcoming = t.upcoming.emplace_back();
  fill(upcoming, thread, number + 1u, effect.next);
  upcoming.done = action.upto;
  choosing_ += effect.next.kind == Announced::Kind::kChoice;
  if (action.choice) bind_choice(thread, joined_[thread]);
  for (ThreadSet rest = effect.wakes; rest != 0; rest &= rest - 1)
    waker_of(static_cast<std::uint32_t>(std::countr_zero(rest))) = index;
  if (effect.creates) spawn_child(index);
}

// The thread's last action shows observers whether it has ended.
void HappensBefore::end_thread(std::uint32_t thread, Uses& uses) {
  Use& end = uses.use[uses.count++];
  end = {numbering_.variable(Space::kEnd, numbering_.slot(thread)), 0, Access::kExclusive};
  end.epoch = epoch_at(whole_, end.variable, end.access);
  join_conflicts(whole_, end);
}

// What comes after a step also comes after the choices that belong to it.
void HappensBefore::bind_choice(std::uint32_t thread, std::uint16_t count) {
  const std::vector<std::uint32_t>& own = threads_[thread].actions;
  std::size_t at = own.size();
  while (at > 1 && actions_[own[at - 1]].choice) clock(own[--at - 1])[thread] = count;
}

void HappensBefore::spawn_child(std::uint32_t index) {
  Action& action = actions_[index];
  Thread& parent = threads_[action.thread];
  const std::uint32_t child = numbering_.child(action.thread, ++parent.children);
  if (child == Numbering::kNoName) {
    too_many_ = true;
    return;
  }
  action.child = static_cast<std::uint16_t>(child);
  Thread& thread = threads_[child];
  thread.exists = true;
  thread.born = index;
  thread.parent = action.thread;
  thread.number_of_parent = action.number;
  thread.children = 0;
  set_first(child, Announced{});
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
  Thread& t = threads_[action.thread];
  for (ThreadSet rest = action.wakes; rest != 0; rest &= rest - 1)
    waker_of(static_cast<std::uint32_t>(std::countr_zero(rest))) = Action::kNone;
  for (int i = 0; i < action.uses; ++i) histories_[action.use[i].variable].pop_back();
  if (action.child != 0) {
    threads_[action.child].exists = false;
    --t.children;
  }
  if (action.choice) bind_choice(action.thread, action.number);
  choosing_ -= action.next.kind == Announced::Kind::kChoice;
  t.actions.pop_back();
  t.upcoming.pop_back();
  --whole_.count[action.thread];
  hash_ ^= action.id;
  actions_.pop_back();
  ++version_;
}

void HappensBefore::change_mutex(Action& action, const Upcoming& next) const {
  if (action.choice || mutex_change(action.op) == 0) return;
  if (action.result == StepResult::kFailed) return;
  const bool paired = action.op == OpKind::kWait || action.op == OpKind::kReacquire;
  const Past* last = last_change(whole_, variable_of(next, Space::kObject, paired));
  const std::uint32_t held =
      last != nullptr && last->thread == action.thread ? actions_[last->action].depth : 0;
  if (mutex_change(action.op) > 0)
    action.depth = held + 1;
  else
    action.depth = held > 0 ? held - 1 : 0;
}

void HappensBefore::add_await(std::uint32_t thread, std::uint32_t actions,
                              std::span<const AwaitTable::Value> values) {
  if (actions == 0) return;  // what a thread does first is no atomic step
  if (awaits_.add(actions_[threads_[thread].actions[actions - 1]].key, values)) ++version_;
}

void HappensBefore::set_expected(std::uint32_t thread, std::uint32_t actions, std::uint64_t value) {
  if (actions == 0) return;
  if (awaits_.set_expected(actions_[threads_[thread].actions[actions - 1]].key, value)) ++version_;
}

std::uint64_t HappensBefore::expected(std::uint32_t thread, std::uint32_t actions) const {
  if (actions == 0 || awaits_.empty()) return 0;
  return awaits_.expected(actions_[threads_[thread].actions[actions - 1]].key);
}

void HappensBefore::set_initial_value(std::uint32_t variable, std::uint64_t value) {
  const auto [known, is_new] = initial_values_.try_emplace(variable, value);
  if (!is_new && known->second != value) known->second = 0;
}

std::span<const AwaitTable::Silent> HappensBefore::awaits(std::uint32_t thread, std::uint32_t actions) const {
  if (actions == 0 || awaits_.empty()) return {};
  return awaits_.find(actions_[threads_[thread].actions[actions - 1]].key);
}

void HappensBefore::set_semaphore(std::uint64_t semaphore, std::uint32_t count) {
  const std::uint32_t variable = numbering_.variable(Space::kObject, semaphore);
  history(variable);
  semaphores_[variable] = count;
}

}  // namespace stalemate

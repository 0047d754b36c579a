#include "predict/decide/decide.h"

#include <algorithm>

#include "predict/decide/few_switches.h"

namespace stalemate::predict {

Decide::Decide(const TraceIndex& index, const Cones& cones, Limits limits)
    : index_(index),
      cones_(cones),
      limits_(limits),
      machine_(index),
      runs_(index, cones, machine_),
      saturation_(index, cones),
      search_(index, machine_),
      last_before_(index.threads()) {}

void Decide::read(std::uint32_t read, std::vector<Answer>& answers) {
  refute(read, answers);
  share_runs(read, answers);
  for (Answer& answer : answers)
    if (answer.verdict == Verdict::kUnknown)
      answer = settle({read, answer.challenger, index_.event(read).object},
                      limits_.quick || searched_ >= limits_.searches);
}

std::uint32_t Decide::window_start(std::uint32_t read) const {
  return limits_.window && *limits_.window < read ? read - static_cast<std::uint32_t>(*limits_.window) : 0;
}

bool Decide::share_runs(std::uint32_t read, std::vector<Answer>& answers, const Goal* goal) {
  open_.clear();
  for (Answer& answer : answers)
    if (answer.verdict == Verdict::kUnknown) open_.push_back(&answer);
  if (open_.empty() || !runs_.begin(read, allowed_, window_start(read))) return false;
  const Clock before = cones_.before(read);
  const auto thread = [&](const Answer* answer) {
    return answer->challenger == kNone || cones_.contains(before, answer->challenger)
               ? kNone
               : std::uint32_t{index_.event(answer->challenger).thread};
  };
  std::stable_sort(open_.begin(), open_.end(),
                   [&](const Answer* a, const Answer* b) { return thread(a) < thread(b); });
  std::uint32_t last = kNone;
  for (Answer* answer : open_) {
    const std::uint32_t now = thread(answer);
    if (now != last) runs_.next_thread();
    last = now;
    if (now == kNone ? runs_.sees_now(answer->challenger) : runs_.sees_next(answer->challenger)) {
      answer->verdict = Verdict::kFeasible;
      if (goal && goal->challenger == answer->challenger) return true;
    }
  }
  return false;
}

void Decide::refute(std::uint32_t read, std::vector<Answer>& answers) {
  const std::uint32_t variable = index_.event(read).object;
  const Clock before = cones_.before(read);
  allowed_ = allowed_before(index_, cones_, read);
  bool written = false;
  for (std::uint32_t t = 0; t < index_.threads(); ++t) {
    const auto writes = index_.writes_of(variable, t);
    const auto end = std::partition_point(writes.begin(), writes.end(),
                                          [&](std::uint32_t w) { return index_.position(w) < before[t]; });
    last_before_[t] = end == writes.begin() ? kNone : *(end - 1);
    written = written || end != writes.begin();
  }
  const auto overwritten = [&](std::uint32_t c) {
    for (const std::uint32_t other : last_before_)
      if (other != kNone && other != c && cones_.contains(cones_.of(other), c)) return true;
    return false;
  };
  const std::uint32_t writer = index_.writer(read);
  if (writer != kNone && window_start(read) == 0)
    answers.push_back({kNone, written ? Verdict::kInfeasible : Verdict::kUnknown,
                       written ? Reason::kOverwritten : Reason::kNone});
  const auto writes = index_.writes_of(variable);
  const std::uint32_t from = window_start(read);
  const std::size_t to = limits_.window ? read + *limits_.window : index_.size();
  for (auto each = std::lower_bound(writes.begin(), writes.end(), from); each != writes.end() && *each <= to;
       ++each) {
    const std::uint32_t c = *each;
    if (c == writer || c == read) continue;
    const std::uint32_t thread = index_.event(c).thread, position = index_.position(c);
    Answer answer{c, Verdict::kInfeasible, Reason::kAfterRead};
    if (position < before[thread]) {
      answer.reason = Reason::kOverwritten;
      if (c == last_before_[thread] && !overwritten(c)) answer = {c, Verdict::kUnknown, Reason::kNone};
    } else if (position < allowed_[thread]) {
      answer = {c, Verdict::kUnknown, Reason::kNone};
    }
    answers.push_back(answer);
  }
}

Answer Decide::settle(Goal goal, bool quick) {
  if (const Reason reason = require(index_, cones_, goal, required_); reason != Reason::kNone)
    return {goal.challenger, Verdict::kInfeasible, reason};
  const Answer feasible{goal.challenger, Verdict::kFeasible, Reason::kNone};
  const std::uint32_t from = window_start(goal.read);
  if (runs_.begin(goal, allowed_, from) && runs_.sees_now(goal.challenger)) return feasible;
  if (quick) return {goal.challenger, Verdict::kUnknown, Reason::kNone};
  ++searched_;
  if (search_near(goal, near_start(goal), 10)) return feasible;
  if (const Reason reason = saturation_.saturate(goal, near_start(goal), required_); reason != Reason::kNone)
    return {goal.challenger, Verdict::kInfeasible, reason};
  if (search_near(goal, near_start(goal), 200)) return feasible;
  // Again with more of the trace.
  const std::uint32_t outside = std::max(first_outside(index_, required_), from);
  if (outside < near_start(goal)) {
    if (const Reason reason = saturation_.saturate(goal, outside, required_); reason != Reason::kNone)
      return {goal.challenger, Verdict::kInfeasible, reason};
    if (search_near(goal, outside, 200)) return feasible;
  }
  return search_all(goal, from);
}

// Every interleaving after the first `from` events, if the budget allows that many steps at all; else those
// that keep the order of the trace until near the read, which can prove but not refute.
Answer Decide::search_all(Goal goal, std::uint32_t from) {
  std::uint64_t budget = limits_.states_per_triplet, steps = 0;
  for (const std::uint32_t required : required_) steps += required;
  steps -= std::min<std::uint64_t>(steps, from);
  if (2 * steps > budget)
    runs_.go(required_, near_start(goal), from);
  else
    machine_.seek(from);
  const bool everything = machine_.taken() == 0;
  const ExactSearch::Outcome outcome = search_.search(goal, required_, allowed_, budget);
  if (outcome == ExactSearch::Outcome::kFound) return {goal.challenger, Verdict::kFeasible, Reason::kNone};
  if (outcome == ExactSearch::Outcome::kNone && everything)
    return {goal.challenger, Verdict::kInfeasible, Reason::kExhausted};
  return {goal.challenger, Verdict::kUnknown, Reason::kNone};
}

// From where on the order of the trace may matter here: the order before it does not change.
std::uint32_t Decide::near_start(Goal goal) const {
  std::uint32_t start = index_.region(goal.read);
  if (goal.challenger != kNone) start = std::min(start, index_.region(goal.challenger));
  return std::max(start, window_start(goal.read));
}

// A search that keeps the order of the trace before `start`, and does little more than what is required.
bool Decide::search_near(Goal goal, std::uint32_t start, std::uint64_t states) {
  nearby_ = required_;
  leave_sections(index_, cones_, allowed_, nearby_);
  runs_.go(required_, start, window_start(goal.read));
  for (std::uint32_t t = 0; t < index_.threads(); ++t)
    states += nearby_[t] - std::min(nearby_[t], machine_.done()[t]);
  return search_.search(goal, required_, nearby_, states) == ExactSearch::Outcome::kFound;
}

std::vector<std::uint16_t> Decide::schedule(Goal goal) {
  std::vector<Answer> answers;
  refute(goal.read, answers);
  const auto asked = std::find_if(answers.begin(), answers.end(),
                                  [&](const Answer& answer) { return answer.challenger == goal.challenger; });
  if (asked == answers.end() || asked->verdict == Verdict::kInfeasible) return {};
  if (!share_runs(goal.read, answers, &goal) && settle(goal, limits_.quick).verdict != Verdict::kFeasible)
    return {};
  std::vector<std::uint32_t> events;
  for (std::size_t i = 0; i < machine_.taken(); ++i) events.push_back(machine_.taken(i));
  events.push_back(goal.read);
  std::vector<std::uint16_t> threads;
  for (const std::uint32_t event : with_few_switches(index_, events))
    threads.push_back(index_.event(event).thread);
  return threads;
}

Verdict Decide::final_value(std::uint32_t variable, std::uint32_t challenger, std::uint64_t most_states) {
  for (std::uint32_t t = 0; t < index_.threads(); ++t)
    if (const auto writes = index_.writes_of(variable, t);
        !writes.empty() && writes.back() != challenger &&
        cones_.contains(cones_.of(writes.back()), challenger))
      return Verdict::kInfeasible;
  Ideal all(index_.threads());
  for (std::uint32_t t = 0; t < index_.threads(); ++t)
    all[t] = static_cast<std::uint32_t>(index_.events_of(t).size());
  machine_.take_back(0);
  switch (search_.search({kNone, challenger, variable}, all, all, most_states)) {
    case ExactSearch::Outcome::kFound: return Verdict::kFeasible;
    case ExactSearch::Outcome::kNone: return Verdict::kInfeasible;
    case ExactSearch::Outcome::kGaveUp: break;
  }
  return Verdict::kUnknown;
}

}  // namespace stalemate::predict

// What a reduced search lets workers run before it knows that it will be needed. This does not change what is
// found, or in which order.
//
// The search is depth first, so that what it needs next depends mostly on the log that it waits for. That log
// can be predicted: after its n-th action a thread mostly continues as it did the last time, whatever the
// others have done in between. So the graph is grown along the predicted log, the steps that would have to be
// run from there are noted, and it shrinks again.
#include <bit>

#include "explore/reduction/reduced_search.h"
#include "model/operations.h"

namespace stalemate::explore {

bool ReducedSearch::speculate(WorkItem& item) {
  if (!guesses_ || speculation_.size() >= plan_.speculative) return false;
  if (plan_.speculative_at_once != 0 && in_flight_ >= plan_.speculative_at_once) return false;
  if (looks_beyond_) look_beyond();
  looks_beyond_ = false;
  if (!beyond_.empty()) {
    const Beyond& guess = beyond_.front();
    describe_path(item, path_.size());
    item.deviations.insert(item.deviations.end(), guess.deviations.begin(), guess.deviations.end());
    issue(item, guess.node, path_hash(path_.size()), guess.key);
    beyond_.erase(beyond_.begin());
    return true;
  }
  return guesses_ = speculate_ahead(item) || speculate_on_stack(item);
}

void ReducedSearch::issue(WorkItem& item, std::uint64_t node, std::uint64_t under, std::uint64_t key) {
  item.id = ItemId{++items_};
  ++in_flight_;
  speculation_.add({items_, node, under, key, false});
}

// ---- beyond the awaited log

void ReducedSearch::remember_effect(std::uint32_t thread, std::uint32_t number, const LogAction& logged) {
  std::vector<Likely>& effects = likely_[thread];
  if (effects.size() <= number) effects.resize(number + std::size_t{1});
  effects[number] = {logged.step.object, logged.step.op, logged.effect};
}

// What the thread will probably do next; nullptr: unknown, or its result depends on others.
const StepEffect* ReducedSearch::likely_effect(std::uint32_t thread) const {
  const Announced* step = graph_.announced(graph_.whole(), thread);
  const std::uint32_t number = graph_.whole().count[thread];
  if (step == nullptr || step->kind != Announced::Kind::kStep || number >= likely_[thread].size())
    return nullptr;
  const Likely& likely = likely_[thread][number];
  if (likely.op != step->op || likely.object != step->object) return nullptr;
  const StepEffect& effect = likely.effect;
  const bool alone = !effect.creates && effect.wakes == 0 && effect.next.kind != Announced::Kind::kEnded &&
                     effect.next.kind != Announced::Kind::kChoice;
  return alone && !may_fail(step->op) ? &effect : nullptr;
}

void ReducedSearch::look_beyond() {
  constexpr std::uint32_t kMostSteps = 64;
  constexpr std::size_t kMostGuesses = 3;
  beyond_.clear();
  const Node& top = nodes_.back();
  if (!demand_->steps || top.chooser != Numbering::kNoName) return;
  const std::uint32_t grown_from = graph_.size();
  predicted_.clear();
  keys_.clear();
  Predicted at{0, 0, demand_->thread, demand_->thread};
  for (std::uint32_t steps = 0; steps < kMostSteps; ++steps) {
    const StepEffect* effect = likely_effect(at.tail);
    if (effect == nullptr) break;
    add_to_path(ids_[at.tail], steps == 0 && at.tail != top.tail, false);
    grow(at.tail, *effect);
    at.last = at.tail;
    const Action& action = graph_.action(graph_.size() - 1);
    keys_.push_back({action.thread, action.number, action.key});
    ThreadSet timed = 0;
    at.enabled = graph_.enabled(graph_.whole(), timed);
    at.runs_on = at.enabled & ~timed;
    if (at.enabled == 0) break;
    at.tail = tail_of(at.enabled, at.runs_on, at.last);
    predicted_.push_back(at);
  }
  const std::uint32_t price = ContextBounds::cost(top.record, demand_->thread);
  while (graph_.size() > grown_from) {
    const std::size_t state = graph_.size() - grown_from - 1;
    if (state < predicted_.size() && beyond_.size() < kMostGuesses)
      guess_from(predicted_[state], grown_from, price);
    shrink();
  }
}

// The predicted log also shows what the thread's next action does here: it comes later, with the same past.
bool ReducedSearch::is_predicted(std::uint32_t thread) {
  const std::uint32_t number = graph_.whole().count[thread];
  for (const PredictedKey& later : keys_)
    if (later.thread == thread && later.number == number)
      return graph_.probe(graph_.whole(), thread, StepResult::kSucceeded, 0).key == later.key;
  return false;
}

// The steps from the whole graph that would have to be run, other than the tail's. Their assumed cost is the
// cost of this path plus a preemption: it may be less.
void ReducedSearch::guess_from(const Predicted& at, std::uint32_t grown_from, std::uint32_t price) {
  const std::uint64_t node = path_hash(path_.size());
  for (const std::uint32_t thread : numbering_.by_path()) {
    if (thread == at.tail || (at.enabled & only(thread)) == 0) continue;
    const bool preempts = thread != at.last && (at.runs_on & only(at.last)) != 0;
    if (!closure_.affords(price + preempts)) continue;
    if (known_next(graph_.whole(), thread, 0) || is_predicted(thread)) continue;
    const std::uint64_t key = key_of(node, {true, thread, 0});
    if (speculation_.find(key) != nullptr) continue;
    Beyond guess{node, key, {}};
    // Every step: the worker may find that a thread awaits, and would choose another one.
    for (std::uint32_t point = grown_from; point < path_.size(); ++point)
      guess.deviations.push_back({point, path_[point].choice});
    guess.deviations.push_back({static_cast<std::uint32_t>(path_.size()), ids_[thread]});
    beyond_.push_back(std::move(guess));
  }
}

// ---- the stack

// Steps of the states on the stack, from the top down, that have not been tried and would have to be run if
// it were their turn now. Each is checked once: what was in H, or known, stays so.
bool ReducedSearch::speculate_on_stack(WorkItem& item) {
  Prefix x = graph_.whole();
  Hash128 hash = graph_.hash();
  std::size_t length = path_.size();
  for (std::size_t at = nodes_.size(); at-- > 0;) {
    Node& node = nodes_[at];
    Demand wanted;
    while (find_guess(node, x, hash, wanted)) {
      const std::uint64_t key = key_of(path_hash(length), wanted);
      if (speculation_.find(key) != nullptr) continue;
      describe(item, length, node, wanted);
      issue(item, path_hash(length), path_hash(length), key);
      return true;
    }
    if (at == 0) break;
    const Action& action = graph_.action(static_cast<std::uint32_t>(--length));
    --x.count[action.thread];
    hash ^= action.id;
  }
  return false;
}

bool ReducedSearch::find_guess(Node& node, const Prefix& x, Hash128 hash, Demand& wanted) {
  if ((node.enabled & ~node.tried & ~node.guessed) == 0 || node.chooser != Numbering::kNoName) return false;
  for (const std::uint32_t thread : numbering_.by_path()) {
    if ((node.enabled & ~node.tried & ~node.guessed & only(thread)) == 0) continue;
    node.guessed |= only(thread);
    if (!closure_.affords(node.record, thread)) continue;
    if (closure_.contains_next(x, hash, thread, 0) || known_next(x, thread, 0)) continue;
    wanted.steps = true;
    wanted.thread = thread;
    return true;
  }
  return false;
}

// ---- deferred states

// The states that will be taken up after this one.
bool ReducedSearch::speculate_ahead(WorkItem& item) {
  do {
    while (ahead_at_ < ahead_.steps.size()) {
      const Delayed::Step& step = ahead_.steps[ahead_at_++];
      if (closure_.contains(step.graph) || known_.contains(step.key)) continue;
      std::uint64_t node = path_hash(0);
      describe_path(item, 0);
      const auto length = static_cast<std::uint32_t>(ahead_.order.size());
      for (std::uint32_t point = 0; point < length; ++point) {
        const Ran& ran = ahead_.order[point];
        node = extended(node, ran.choice);
        if (ran.deviates || graph_.has_awaits()) item.deviations.push_back({point, ran.choice});
      }
      item.deviations.push_back({length, step.id});
      issue(item, node, node, key_of(node, {true, step.thread, 0}));
      return true;
    }
    ahead_at_ = 0;
    ahead_.steps.clear();
  } while (current_.look_ahead(ahead_, delayed_));
  return false;
}

}  // namespace stalemate::explore

// What a reduced search asks workers to run: the run that it waits for, and others that it will probably
// need.
#include "base/check.h"
#include "explore/reduced_search.h"

namespace stalemate::explore {

void ReducedSearch::demand(const Demand& wanted) {
  demand_ = wanted;  // also of a search that ends here: it may go on another time
  if (ending_) return end(*ending_);
  const Speculation::Run* run = speculation_.find(key_of(path_hash(path_.size()), wanted));
  awaited_ = run == nullptr ? 0 : run->id;
  guesses_ = true;
}

// The run that is waited for may be back already.
bool ReducedSearch::take_speculated() {
  const std::uint64_t key = key_of(path_hash(path_.size()), *demand_);
  Speculation::Run* run = speculation_.find(key);
  if (run == nullptr || !run->back) return false;
  std::swap(taken_, *run);
  run->key = key;
  speculation_.remove(key);
  take_log(taken_.view());
  return true;
}

// Workers come first: a run that is back is taken in when they have enough to do.
bool ReducedSearch::next(WorkItem& item) {
  while (!over_ && demand_) {
    if (awaited_ == 0) {
      describe(item, path_.size(), nodes_.back(), *demand_);
      item.id = ItemId{awaited_ = ++items_};
      ++flights_;
      return true;
    }
    if (speculate(item)) return true;
    if (!take_speculated()) return false;
    advance();
  }
  return false;
}

void ReducedSearch::finished(ItemId id, const LogView& log) {
  STALEMATE_CHECK(flights_ > 0 && id.value != 0 && id.value <= items_, "a log of an item not in flight");
  --flights_;
  if (over_) return;
  if (demand_ && id.value == awaited_) {
    speculation_.remove(key_of(path_hash(path_.size()), *demand_));
    take_log(log);
  } else {
    speculation_.take(id.value, log);
  }
  advance();
}

// ---- items

std::uint64_t ReducedSearch::path_hash(std::size_t length) const {
  return length == 0 ? 1 : path_[length - 1].hash;
}

std::uint64_t ReducedSearch::key_of(std::uint64_t node, const Demand& wanted) {
  const std::uint64_t step = std::uint64_t{wanted.thread} << 32 | wanted.value;
  return mix(node, wanted.steps ? step : ~std::uint64_t{0});
}

// Along the path up to that length, then the step wanted.
void ReducedSearch::describe(WorkItem& item, std::size_t length, const Node& node,
                             const Demand& wanted) const {
  item.tail = wire::Tail::kContinue;
  item.seed = 0;
  item.cut_points = item.flags = item.length = item.changes = 0;
  item.deviations.clear();
  for (std::uint32_t point = 0; point < length; ++point)
    if (path_[point].deviates) item.deviations.push_back({point, path_[point].choice});
  if (!wanted.steps) return;
  const auto point = static_cast<std::uint32_t>(length);
  if (node.chooser != Names::kNoName) {
    if (wanted.value != 0) item.deviations.push_back({point, wanted.value});
  } else if (wanted.thread != node.tail) {
    item.deviations.push_back({point, ids_[wanted.thread]});
  }
}

// ---- speculation

// The states on the stack, from the top downwards, have steps that nobody has tried: those that would have to
// be run if it were their turn now. Each is looked at once: what was in H, or known, stays so.
bool ReducedSearch::speculate(WorkItem& item) {
  if (!guesses_ || speculation_.size() >= plan_.speculative) return false;
  if (plan_.speculative_at_once != 0 && flights_ >= plan_.speculative_at_once) return false;
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
      return issue(item, path_hash(length), key);
    }
    if (at == 0) break;
    const Action& action = graph_.action(static_cast<std::uint32_t>(--length));
    --x.count[action.thread];
    hash ^= action.id;
  }
  return guesses_ = speculate_ahead(item);
}

bool ReducedSearch::issue(WorkItem& item, std::uint64_t node, std::uint64_t key) {
  item.id = ItemId{++items_};
  ++flights_;
  speculation_.add(items_, node, key);
  return true;
}

// Then the states that will be taken up after this one.
bool ReducedSearch::speculate_ahead(WorkItem& item) {
  do {
    while (ahead_at_ < ahead_.steps.size()) {
      const Delayed::Step& step = ahead_.steps[ahead_at_++];
      if (closure_.contains(step.graph) || known_.contains(step.key)) continue;
      std::uint64_t node = path_hash(0);
      describe(item, 0, Node{}, Demand{});
      const auto length = static_cast<std::uint32_t>(ahead_.order.size());
      for (std::uint32_t point = 0; point < length; ++point) {
        const Ran& ran = ahead_.order[point];
        node = mix(node, ran.choice);
        if (ran.deviates) item.deviations.push_back({point, ran.choice});
      }
      item.deviations.push_back({length, step.id});
      return issue(item, node, key_of(node, {true, step.thread, 0}));
    }
    ahead_at_ = 0;
    ahead_.steps.clear();
  } while (current_.look_ahead(ahead_));
  return false;
}

bool ReducedSearch::find_guess(Node& node, const Prefix& x, Hash128 hash, Demand& wanted) {
  if ((node.enabled & ~node.tried & ~node.guessed) == 0 || node.chooser != Names::kNoName) return false;
  for (const std::uint32_t thread : names_.by_path()) {
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

}  // namespace stalemate::explore

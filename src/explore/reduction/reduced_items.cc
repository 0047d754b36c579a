// What a reduced search lets workers run: the run that it waits for (reduced_guesses.cc has the others).
#include "base/check.h"
#include "explore/reduction/reduced_search.h"

namespace stalemate::explore {

void ReducedSearch::demand(const Demand& wanted) {
  demand_ = wanted;  // also if the search ends here: it may be resumed
  if (ending_) return end(*ending_);
  const Speculation::Run* run = speculation_.find(key_of(path_hash(path_.size()), wanted));
  awaited_ = run == nullptr ? 0 : run->id;
  guesses_ = looks_beyond_ = true;
}

// The awaited run may be back already.
bool ReducedSearch::take_speculated() {
  const std::uint64_t key = key_of(path_hash(path_.size()), *demand_);
  const Speculation::Run* run = speculation_.find(key);
  if (run == nullptr || !run->back) return false;
  speculation_.move_log(key, taken_);
  take_log(taken_.view());
  return true;
}

// Workers come first: a finished run is processed when they have enough to do.
bool ReducedSearch::next(WorkItem& item) {
  while (!over_ && demand_) {
    if (awaited_ == 0) {
      describe(item, path_.size(), nodes_.back(), *demand_);
      item.id = ItemId{awaited_ = ++items_};
      ++in_flight_;
      return true;
    }
    if (speculate(item)) return true;
    if (!take_speculated()) return false;
    advance();
  }
  return false;
}

void ReducedSearch::finished(ItemId id, const LogView& log) {
  STALEMATE_CHECK(in_flight_ > 0 && id.value != 0 && id.value <= items_, "a log of an item not in flight");
  --in_flight_;
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

// Then the step wanted.
void ReducedSearch::describe(WorkItem& item, std::size_t length, const Node& node,
                             const Demand& wanted) const {
  describe_path(item, length);
  if (!wanted.steps) return;
  const auto point = static_cast<std::uint32_t>(length);
  if (node.chooser != Numbering::kNoName) {
    if (wanted.value != 0) item.deviations.push_back({point, wanted.value});
  } else if (wanted.thread != node.tail || graph_.has_awaits()) {
    item.deviations.push_back({point, ids_[wanted.thread]});
  }
}

}  // namespace stalemate::explore

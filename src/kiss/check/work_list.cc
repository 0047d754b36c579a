#include "kiss/check/work_list.h"

#include <algorithm>
#include <utility>

namespace stalemate::kiss {

void Found::add(const Found& other) {
  paths += other.paths;
  blocked += other.blocked;
  states += other.states;
  pruned += other.pruned;
  cut_loops |= other.cut_loops;
  cut_long_loops |= other.cut_long_loops;
  cut_recursion |= other.cut_recursion;
  too_many_threads |= other.too_many_threads;
  cut_unknown |= other.cut_unknown;
  cache_full |= other.cache_full;
  loops_cut.insert(other.loops_cut.begin(), other.loops_cut.end());
  loops_passed.insert(other.loops_passed.begin(), other.loops_passed.end());
}

WorkList::WorkList(std::optional<std::uint64_t> most_paths) : most_paths_(most_paths) {
  parts_.emplace_back();
  if (most_paths_) parts_.back().most_paths = *most_paths_;
}

std::optional<WorkList::Place> WorkList::take() {
  const Place place = std::find_if(parts_.begin(), parts_.end(),
                                   [](const Part& part) { return part.state == Part::State::kWaiting; });
  if (place == parts_.end()) return std::nullopt;
  place->state = Part::State::kRunning;
  return place;
}

void WorkList::give_back(Place from, Part rest) {
  if (is_dropped(*from)) return;
  if (most_paths_) rest.most_paths = *most_paths_;
  parts_.insert(std::next(from), std::move(rest));
}

void WorkList::finish(Place part) {
  part->state = Part::State::kFinished;
  if (part->outcome != engine::Outcome::kDone && !is_dropped(*part)) drop_after(part);
}

bool WorkList::is_dropped(const Part& part) const {
  return std::any_of(dropped_.begin(), dropped_.end(), [&](const Part& other) { return &other == &part; });
}

// Running parts move to another list, for the engines that run them.
void WorkList::drop_after(Place part) {
  dropped_.splice(dropped_.end(), parts_, std::next(part), parts_.end());
}

void WorkList::again(Place part, std::uint64_t most_paths) {
  drop_after(part);
  Part fresh;
  fresh.given = part->given;
  fresh.floor = part->floor;
  fresh.most_paths = most_paths;
  *part = std::move(fresh);
}

Found WorkList::found_so_far() const {
  Found found;
  for (const std::list<Part>* list : {&parts_, &dropped_})
    for (const Part& part : *list)
      if (part.state == Part::State::kFinished) found.add(part.found);
  return found;
}

std::optional<Verdict> WorkList::verdict() {
  Verdict verdict;
  for (Place part = parts_.begin(); part != parts_.end(); ++part) {
    if (most_paths_ && verdict.found.paths >= *most_paths_) {
      verdict.outcome = engine::Outcome::kPathsRanOut;
      return verdict;
    }
    if (part->state != Part::State::kFinished) return std::nullopt;
    if (most_paths_ && verdict.found.paths + part->found.paths > *most_paths_) {
      again(part, *most_paths_ - verdict.found.paths);
      return std::nullopt;
    }
    verdict.found.add(part->found);
    if (part->outcome == engine::Outcome::kDone) continue;
    verdict.outcome = part->outcome;
    verdict.part = &*part;
    return verdict;
  }
  return verdict;
}

}  // namespace stalemate::kiss

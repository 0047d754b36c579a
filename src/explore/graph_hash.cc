#include "explore/graph_hash.h"

namespace stalemate::explore {

void GraphHash::start(const LogView& log) {
  told_.read(log);
  trouble_ = told_.unclear() ? GaveUp::kOperation : GaveUp::kNothing;
  if (told_.chooses_too_often()) trouble_ = GaveUp::kBudget;
  ++execution_;
  taken_ = 0;
  hash_ = {};
  threads_.assign(1, 0);
  numbers_.assign(Names::kMostThreads, 0);
  children_.assign(Names::kMostThreads, 0);
  for (std::uint32_t id = 1; id < told_.initial_threads(); ++id)
    if (!add_child(0)) return;
}

bool GraphHash::add_child(std::uint32_t parent) {
  const std::uint32_t child = names_.child(parent, ++children_[parent]);
  if (child == Names::kNoName) return fail(GaveUp::kThreads);
  threads_.push_back(child);
  return true;
}

bool GraphHash::next() {
  if (trouble_ != GaveUp::kNothing || taken_ == told_.actions().size()) return false;
  const ToldAction& told = told_.actions()[taken_++];
  if (told.thread >= threads_.size()) return fail(GaveUp::kOperation);
  if (told.bytes != 0 && !names_.accessed(told.step.object, told.bytes)) return fail(GaveUp::kOperation);
  const std::uint32_t thread = threads_[told.thread];
  hash_ ^= next_id(told, thread);
  return !told.deed.creates || add_child(thread);
}

Hash128 GraphHash::next_id(const ToldAction& told, std::uint32_t thread) {
  Use uses[Touches::kMost];
  int count = 0;
  if (told.step.kind == Announced::Kind::kStep) {
    const Touches touches = touches_of(told.step.op, counts_as(told.deed));
    for (; count < touches.count; ++count) {
      const Touch& touch = touches.touch[count];
      Use& use = uses[count];
      use.variable = names_.variable(touch.space, touch.other ? told.step.other : told.step.object);
      use.access = touch.access;
      if (lasts_.size() <= use.variable) lasts_.resize(use.variable + std::size_t{1});
      Last& last = lasts_[use.variable];
      if (last.execution != execution_) last = {execution_, 0, use.access};
      use.epoch = epoch_after(last.epoch, last.access, use.access);
      last.epoch = use.epoch;
      last.access = use.access;
    }
  }
  return action_id(names_.path_hash(thread), numbers_[thread]++, told.step, told.deed.chosen, uses, count);
}

}  // namespace stalemate::explore

#include "explore/graph/graph_hash.h"

#include "model/operations.h"

namespace stalemate::explore {

void GraphHash::start(const LogView& log) {
  log_actions_.read(log);
  trouble_ = log_actions_.unclear() ? GaveUp::kOperation : GaveUp::kNothing;
  if (log_actions_.chooses_too_often()) trouble_ = GaveUp::kBudget;
  ++execution_;
  taken_ = 0;
  hash_ = {};
  threads_.assign(1, 0);
  numbers_.assign(Numbering::kMostThreads, 0);
  children_.assign(Numbering::kMostThreads, 0);
  for (std::uint32_t id = 1; id < log_actions_.initial_threads(); ++id)
    if (!add_child(0)) return;
}

bool GraphHash::add_child(std::uint32_t parent) {
  const std::uint32_t child = numbering_.child(parent, ++children_[parent]);
  if (child == Numbering::kNoName) return fail(GaveUp::kThreads);
  threads_.push_back(child);
  return true;
}

bool GraphHash::next() {
  if (trouble_ != GaveUp::kNothing || taken_ == log_actions_.actions().size()) return false;
  const LogAction& logged = log_actions_.actions()[taken_++];
  if (logged.thread >= threads_.size()) return fail(GaveUp::kOperation);
  if (logged.bytes != 0 && !numbering_.accessed(logged.step.object, logged.bytes))
    return fail(GaveUp::kOperation);
  const std::uint32_t thread = threads_[logged.thread];
  hash_ ^= next_id(logged, thread);
  return !logged.effect.creates || add_child(thread);
}

Hash128 GraphHash::next_id(const LogAction& logged, std::uint32_t thread) {
  Use uses[Touches::kMost];
  int count = 0;
  if (logged.step.kind == Announced::Kind::kStep) {
    const Touches touches = touches_of(logged.step.op, counts_as(logged.effect));
    for (; count < touches.count; ++count) {
      const Touch& touch = touches.touch[count];
      Use& use = uses[count];
      use.variable = numbering_.variable(touch.space, touch.other ? logged.step.other : logged.step.object);
      use.access = touch.access;
      if (lasts_.size() <= use.variable) lasts_.resize(use.variable + std::size_t{1});
      Last& last = lasts_[use.variable];
      if (last.execution != execution_) last = {execution_, 0, use.access};
      use.epoch = epoch_after(last.epoch, last.access, use.access);
      last.epoch = use.epoch;
      last.access = use.access;
    }
  }
  return action_id(numbering_.path_hash(thread), numbers_[thread]++, logged.step, logged.effect.chosen, uses,
                   count);
}

}  // namespace stalemate::explore

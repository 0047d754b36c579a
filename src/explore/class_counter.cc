#include "explore/class_counter.h"

namespace stalemate::explore {

Hash128 ClassCounter::next_id(const ToldAction& told, std::uint32_t thread) {
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

std::optional<Hash128> ClassCounter::hash(const LogView& log) {
  told_.read(log);
  if (told_.unclear()) return std::nullopt;
  ++execution_;
  threads_.assign(1, 0);
  numbers_.assign(Names::kMostThreads, 0);
  children_.assign(Names::kMostThreads, 0);
  Hash128 hash;
  for (std::uint32_t id = 1; id < told_.initial_threads(); ++id) {
    const std::uint32_t thread = names_.child(0, ++children_[0]);
    if (thread == Names::kNoName) return std::nullopt;
    threads_.push_back(thread);
  }
  for (const ToldAction& told : told_.actions()) {
    if (told.thread >= threads_.size()) return std::nullopt;
    if (told.bytes != 0 && !names_.accessed(told.step.object, told.bytes)) return std::nullopt;
    const std::uint32_t thread = threads_[told.thread];
    hash ^= next_id(told, thread);
    if (!told.deed.creates) continue;
    const std::uint32_t child = names_.child(thread, ++children_[thread]);
    if (child == Names::kNoName) return std::nullopt;
    threads_.push_back(child);
  }
  return hash;
}

bool ClassCounter::is_new(Hash128 hash) {
  if (seen_.find(hash) != nullptr) return false;
  seen_.insert({hash});
  return true;
}

}  // namespace stalemate::explore

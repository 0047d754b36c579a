// A happens-before graph as bytes: its actions in the order in which it has grown, each with its result.
// Growing it again gives the rest.
#include <algorithm>

#include "explore/graph/happens_before.h"

namespace stalemate {

void save(ByteSink& sink, const Announced& announced) {
  const std::uint8_t small[] = {
      static_cast<std::uint8_t>(announced.kind), static_cast<std::uint8_t>(announced.op),
      static_cast<std::uint8_t>((announced.timed ? 1 : 0) | (announced.again ? 2 : 0))};
  sink.raw(small, sizeof small);
  sink.number(announced.alternatives);
  sink.number(announced.object);
  sink.number(announced.other);
}

Announced load_announced(ByteSource& source) {
  std::uint8_t small[3];
  source.raw(small, sizeof small);
  if (small[0] > static_cast<std::uint8_t>(Announced::Kind::kEnded) ||
      small[1] >= static_cast<std::uint8_t>(OpKind::kCount) || small[2] > 3)
    source.fail();
  Announced announced;
  announced.kind = static_cast<Announced::Kind>(small[0]);
  announced.op = static_cast<OpKind>(small[1]);
  announced.timed = (small[2] & 1) != 0;
  announced.again = (small[2] & 2) != 0;
  source.number_to(announced.alternatives);
  announced.object = source.number();
  announced.other = source.number();
  return source.ok() ? announced : Announced{};
}

void save(ByteSink& sink, const StepEffect& effect) {
  sink.number((effect.result == StepResult::kFailed ? 1u : 0u) | (effect.creates ? 2u : 0u));
  sink.number(effect.chosen);
  sink.number(effect.value);
  sink.number(effect.wakes);
  sink.number(effect.before);
  sink.number(effect.after);
  save(sink, effect.next);
}

StepEffect load_effect(ByteSource& source) {
  const std::uint64_t bits = source.number(4);
  StepEffect effect;
  effect.result = (bits & 1) != 0 ? StepResult::kFailed : StepResult::kSucceeded;
  effect.creates = (bits & 2) != 0;
  source.number_to(effect.chosen);
  source.number_to(effect.value);
  source.number_to(effect.wakes);
  effect.before = source.number();
  effect.after = source.number();
  effect.next = load_announced(source);
  return source.ok() ? effect : StepEffect{};
}

// With each thread, its first action.
void HappensBefore::save(ByteSink& sink) const {
  sink.number(semaphores_.size());
  for (const std::uint32_t count : semaphores_) sink.number(count);
  ThreadSet initial = 0;
  for (std::uint32_t thread = 0; thread < limit_; ++thread)
    if (is_initial(thread)) initial |= only(thread);
  sink.number(initial);
  for (std::uint32_t thread = 0; thread < limit_; ++thread)
    if (is_initial(thread)) stalemate::save(sink, threads_[thread].upcoming[0].step);
  sink.number(actions_.size());
  for (const Action& action : actions_) {
    sink.number(action.thread);
    StepEffect effect;
    effect.result = action.result;
    effect.chosen = action.chosen;
    effect.value = action.value;
    effect.wakes = action.wakes;
    effect.creates = action.child != 0;
    effect.before = action.before;
    effect.after = action.after;
    effect.next = action.next;
    stalemate::save(sink, effect);
    if (effect.creates) stalemate::save(sink, threads_[action.child].upcoming[0].step);
  }
  awaits_.save(sink);
  std::vector<std::pair<std::uint32_t, std::uint64_t>> sorted(initial_values_.begin(), initial_values_.end());
  std::ranges::sort(sorted);
  sink.number(sorted.size());
  for (const auto& [variable, value] : sorted) sink.number(variable), sink.number(value);
}

bool HappensBefore::load(ByteSource& source) {
  clear();
  semaphores_.assign(source.count(), 0);
  histories_.resize(semaphores_.size());
  for (std::uint32_t& count : semaphores_) source.number_to(count);
  ThreadSet initial = 0;
  source.number_to(initial);
  for (std::uint32_t thread = 0; thread < numbering_.threads(); ++thread) {
    if ((initial & only(thread)) == 0) continue;
    if (thread != 0) add_thread(thread);
    set_first(thread, load_announced(source));
  }
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const auto thread = static_cast<std::uint32_t>(source.number(limit_));
    const StepEffect effect = load_effect(source);
    if (!source.ok() || !may_go(thread, effect)) return false;
    push(thread, effect);
    if (too_many_) return false;
    if (effect.creates) set_first(actions_.back().child, load_announced(source));
  }
  if (!source.ok() || !awaits_.load(source, numbering_.variables())) return false;
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const auto variable = static_cast<std::uint32_t>(source.number(numbering_.variables()));
    initial_values_[variable] = source.number();
  }
  return source.ok();
}

}  // namespace stalemate

#include "explore/reduction/known_actions.h"

namespace stalemate::explore {
namespace {

std::size_t hash_of(const StepEffect& effect) {
  const Announced& next = effect.next;
  const std::uint64_t small = static_cast<std::uint64_t>(next.kind) |
                              static_cast<std::uint64_t>(next.op) << 8 | std::uint64_t{next.timed} << 16 |
                              std::uint64_t{next.again} << 17 | std::uint64_t{effect.creates} << 18 |
                              static_cast<std::uint64_t>(effect.result) << 19 |
                              std::uint64_t{next.alternatives} << 32;
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15u;
  std::uint64_t hash = (small ^ next.object * 3) * kOdd;
  hash = (hash ^ hash >> 32 ^ next.other ^ (std::uint64_t{effect.wakes} << 32 | effect.value)) * kOdd;
  hash = (hash ^ hash >> 32 ^ effect.before ^ effect.after * 5) * kOdd;
  return static_cast<std::size_t>(hash ^ hash >> 32);
}

// Except for the chosen value.
bool is_same(const StepEffect& a, const StepEffect& b) {
  return a.next.object == b.next.object && a.next.op == b.next.op && a.next.kind == b.next.kind &&
         a.next.timed == b.next.timed && a.next.again == b.next.again && a.next.other == b.next.other &&
         a.next.alternatives == b.next.alternatives && a.result == b.result && a.creates == b.creates &&
         a.value == b.value && a.wakes == b.wakes && a.before == b.before && a.after == b.after;
}

}  // namespace

std::uint32_t& KnownActions::place_of(const StepEffect& effect) {
  const std::size_t mask = numbers_.size() - 1;
  std::size_t at = hash_of(effect) & mask;
  while (numbers_[at] != 0 && !is_same(effects_[numbers_[at]], effect)) at = (at + 1) & mask;
  return numbers_[at];
}

std::uint32_t KnownActions::number_of(const StepEffect& effect) {
  std::uint32_t& place = place_of(effect);
  if (place != 0) return place;
  const std::uint32_t number = place = static_cast<std::uint32_t>(effects_.size());
  effects_.push_back(effect);
  effects_.back().chosen = 0;
  if (effects_.size() * 2 > numbers_.size()) {
    numbers_.assign(numbers_.size() * 2, 0);
    for (std::uint32_t n = 1; n < effects_.size(); ++n) place_of(effects_[n]) = n;
  }
  return number;
}

void KnownActions::save(ByteSink& sink) const {
  sink.number(effects_.size() - 1);
  for (std::size_t n = 1; n < effects_.size(); ++n) stalemate::save(sink, effects_[n]);
}

bool KnownActions::load(ByteSource& source) {
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const auto next = static_cast<std::uint32_t>(effects_.size());
    if (number_of(load_effect(source)) != next) source.fail();
  }
  return source.ok();
}

}  // namespace stalemate::explore

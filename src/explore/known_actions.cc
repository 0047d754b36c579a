#include "explore/known_actions.h"

namespace stalemate::explore {
namespace {

std::size_t hash_of(const Deed& deed) {
  const Announced& next = deed.next;
  const std::uint64_t small =
      static_cast<std::uint64_t>(next.kind) | static_cast<std::uint64_t>(next.op) << 8 |
      std::uint64_t{next.timed} << 16 | std::uint64_t{next.again} << 17 | std::uint64_t{deed.creates} << 18 |
      static_cast<std::uint64_t>(deed.went) << 19 | std::uint64_t{next.alternatives} << 32;
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15u;
  std::uint64_t hash = (small ^ next.object * 3) * kOdd;
  hash = (hash ^ hash >> 32 ^ next.other ^ (std::uint64_t{deed.wakes} << 32 | deed.value)) * kOdd;
  return static_cast<std::size_t>(hash ^ hash >> 32);
}

// But for the value chosen.
bool is_same(const Deed& a, const Deed& b) {
  return a.next.object == b.next.object && a.next.op == b.next.op && a.next.kind == b.next.kind &&
         a.next.timed == b.next.timed && a.next.again == b.next.again && a.next.other == b.next.other &&
         a.next.alternatives == b.next.alternatives && a.went == b.went && a.creates == b.creates &&
         a.value == b.value && a.wakes == b.wakes;
}

}  // namespace

std::uint32_t& KnownActions::place_of(const Deed& deed) {
  const std::size_t mask = numbers_.size() - 1;
  std::size_t at = hash_of(deed) & mask;
  while (numbers_[at] != 0 && !is_same(deeds_[numbers_[at]], deed)) at = (at + 1) & mask;
  return numbers_[at];
}

std::uint32_t KnownActions::number_of(const Deed& deed) {
  std::uint32_t& place = place_of(deed);
  if (place != 0) return place;
  const std::uint32_t number = place = static_cast<std::uint32_t>(deeds_.size());
  deeds_.push_back(deed);
  deeds_.back().chosen = 0;
  if (deeds_.size() * 2 > numbers_.size()) {
    numbers_.assign(numbers_.size() * 2, 0);
    for (std::uint32_t n = 1; n < deeds_.size(); ++n) place_of(deeds_[n]) = n;
  }
  return number;
}

void KnownActions::save(ByteSink& sink) const {
  sink.number(deeds_.size() - 1);
  for (std::size_t n = 1; n < deeds_.size(); ++n) stalemate::save(sink, deeds_[n]);
}

bool KnownActions::load(ByteSource& source) {
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const auto next = static_cast<std::uint32_t>(deeds_.size());
    if (number_of(load_deed(source)) != next) source.fail();
  }
  return source.ok();
}

}  // namespace stalemate::explore

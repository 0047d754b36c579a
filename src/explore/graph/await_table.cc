#include "explore/graph/await_table.h"

#include <algorithm>

namespace stalemate {

bool AwaitTable::add(Hash128 past, std::span<const Value> values) {
  std::vector<Silent>& known = all_[past];
  const auto is_same = [&](const Silent& silent) { return std::ranges::equal(silent, values); };
  if (std::ranges::any_of(known, is_same)) return false;
  known.emplace_back(values.begin(), values.end());
  return true;
}

std::span<const AwaitTable::Silent> AwaitTable::find(Hash128 past) const {
  if (all_.empty()) return {};
  const auto found = all_.find(past);
  if (found == all_.end()) return {};
  return found->second;
}

std::uint64_t AwaitTable::expected(Hash128 past) const {
  const auto found = expected_.find(past);
  return found == expected_.end() ? 0 : found->second;
}

std::vector<Hash128> AwaitTable::sorted(const auto& table) {
  std::vector<Hash128> pasts;
  for (const auto& [past, entry] : table) pasts.push_back(past);
  std::ranges::sort(pasts, {}, [](const Hash128& past) { return std::pair(past.low, past.high); });
  return pasts;
}

void AwaitTable::save(ByteSink& sink) const {
  sink.number(expected_.size());
  for (const Hash128& past : sorted(expected_)) {
    sink.number(past.low);
    sink.number(past.high);
    sink.number(expected_.at(past));
  }
  sink.number(all_.size());
  for (const Hash128& past : sorted(all_)) {
    sink.number(past.low);
    sink.number(past.high);
    const std::vector<Silent>& known = all_.at(past);
    sink.number(known.size());
    for (const Silent& silent : known) {
      sink.number(silent.size());
      for (const Value& value : silent) sink.number(value.variable), sink.number(value.value);
    }
  }
}

bool AwaitTable::load(ByteSource& source, std::uint32_t variables) {
  all_.clear();
  expected_.clear();
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    Hash128 past;
    past.low = source.number();
    past.high = source.number();
    expected_.emplace(past, source.number());
  }
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    Hash128 past;
    past.low = source.number();
    past.high = source.number();
    for (std::size_t sets = source.count(); sets > 0 && source.ok(); --sets) {
      Silent silent(source.count());
      for (Value& value : silent) {
        value.variable = static_cast<std::uint32_t>(source.number(variables));
        value.value = source.number();
      }
      if (source.ok()) add(past, silent);
    }
  }
  return source.ok();
}

}  // namespace stalemate

#include "explore/graph/numbering.h"

#include <algorithm>
#include <limits>

namespace stalemate {

Numbering::Numbering() {
  Thread main;
  main.path = {0};
  Mixer128 mixer;
  mixer.add(0);
  main.hash = mixer.hash();
  threads_.push_back(main);
  by_path_ = {0};
  call(0, 0);
}

std::uint32_t Numbering::child(std::uint32_t parent, std::uint32_t ordinal) {
  std::vector<std::uint32_t>& children = threads_[parent].children;
  if (ordinal < children.size() && children[ordinal] != kNoName) return children[ordinal];
  if (threads_.size() == kMostThreads) return kNoName;
  const std::uint32_t number = threads();
  if (children.size() <= ordinal) children.resize(ordinal + std::size_t{1}, kNoName);
  children[ordinal] = number;
  Thread thread;
  thread.path = threads_[parent].path;
  thread.path.push_back(ordinal);
  thread.parent = parent;
  Mixer128 mixer;
  mixer.add(threads_[parent].hash);
  mixer.add(ordinal);
  thread.hash = mixer.hash();
  const auto place = std::find_if(by_path_.begin(), by_path_.end(),
                                  [&](std::uint32_t other) { return threads_[other].path > thread.path; });
  by_path_.insert(place, number);
  threads_.push_back(std::move(thread));
  return number;
}

Numbering::Number& Numbering::Numbers::find(std::uint64_t object, std::uint32_t space) {
  const std::size_t mask = all_.size() - 1;
  std::size_t at = ((object * 8 + space) * 0x9e3779b97f4a7c15u >> 32) & mask;
  while (all_[at].number != kNoName && (all_[at].object != object || all_[at].space != space))
    at = (at + 1) & mask;
  return all_[at];
}

void Numbering::Numbers::added() {
  if (++size_ * 2 < all_.size()) return;
  std::vector<Number> old(all_.size() * 2);
  old.swap(all_);
  for (const Number& number : old)
    if (number.number != kNoName) find(number.object, number.space) = number;
}

std::vector<Numbering::Number> Numbering::Numbers::by_number() const {
  std::vector<Number> found;
  for (const Number& number : all_)
    if (number.number != kNoName) found.push_back(number);
  std::sort(found.begin(), found.end(), [](const Number& a, const Number& b) {
    return a.number != b.number ? a.number < b.number : a.object < b.object;
  });
  return found;
}

void Numbering::call(std::uint32_t thread, std::uint64_t slot) {
  Number& found = slots_.find(slot, 0);
  const bool added = found.number == kNoName;
  found = {slot, 0, thread};
  if (added) slots_.added();
  threads_[thread].slot = slot;
}

std::uint32_t Numbering::called(std::uint64_t slot) const { return slots_.find(slot, 0).number; }

std::uint32_t Numbering::variable(Space space, std::uint64_t object) {
  Number& found = numbers_.find(object, static_cast<std::uint32_t>(space));
  if (found.number != kNoName) return found.number;
  found = {object, static_cast<std::uint32_t>(space), variables_};
  numbers_.added();
  return variables_++;
}

bool Numbering::accessed(std::uint64_t address, std::uint32_t bytes) {
  constexpr std::uint64_t kMostBytes = 16;
  const auto [found, added] = pieces_.try_emplace(address, bytes);
  if (!added) return found->second == bytes;
  if (bytes > kMostBytes) return false;
  for (std::uint64_t at = address - kMostBytes; at < address; ++at) {
    const auto before = pieces_.find(at);
    if (before != pieces_.end() && before->second > address - at) return false;
  }
  for (std::uint64_t at = address + 1; at < address + bytes; ++at)
    if (pieces_.contains(at)) return false;
  return true;
}

// Each in an order that does not depend on its storage.
void Numbering::save(ByteSink& sink) const {
  sink.number(threads_.size());
  for (std::size_t n = 1; n < threads_.size(); ++n) {
    sink.number(threads_[n].parent);
    sink.number(threads_[n].path.back());
  }
  for (const Thread& thread : threads_) sink.number(thread.slot);
  const auto save_sorted = [&sink](const auto& map) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted(map.begin(), map.end());
    std::sort(sorted.begin(), sorted.end());
    sink.number(sorted.size());
    for (const auto& [key, value] : sorted) sink.number(key), sink.number(value);
  };
  const std::vector<Number> slots = slots_.by_number();
  sink.number(slots.size());
  for (const Number& slot : slots) sink.number(slot.object), sink.number(slot.number);
  save_sorted(pieces_);
  sink.number(variables_);
  for (const Number& variable : numbers_.by_number())
    sink.number(variable.space), sink.number(variable.object);
}

bool Numbering::load(ByteSource& source) {
  constexpr std::uint32_t kMostChildren = 1u << 24;
  const std::uint64_t threads = source.number(kMostThreads + 1);
  for (std::uint32_t n = 1; n < threads && source.ok(); ++n) {
    const auto parent = static_cast<std::uint32_t>(source.number(n));
    const auto ordinal = static_cast<std::uint32_t>(source.number(kMostChildren));
    if (source.ok() && child(parent, ordinal) != n) source.fail();
  }
  if (threads != threads_.size()) source.fail();
  std::vector<std::uint64_t> slots(threads_.size());
  for (std::uint64_t& slot : slots) slot = source.number();
  const auto load_map = [&source](auto& map, std::uint64_t limit) {
    for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
      const std::uint64_t key = source.number();
      map[key] = static_cast<std::uint32_t>(source.number(limit));
    }
  };
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const std::uint64_t slot = source.number();
    call(static_cast<std::uint32_t>(source.number(threads_.size())), slot);
  }
  for (std::size_t n = 0; n < slots.size(); ++n) threads_[n].slot = slots[n];  // the last of several
  load_map(pieces_, std::numeric_limits<std::uint32_t>::max());
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const auto space = static_cast<Space>(source.number(kSpaces));
    variable(space, source.number());
  }
  return source.ok();
}

}  // namespace stalemate

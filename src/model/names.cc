#include "model/names.h"

#include <algorithm>

namespace stalemate {

Names::Names() {
  Thread main;
  main.path = {0};
  Mixer128 mixer;
  mixer.add(0);
  main.hash = mixer.hash();
  threads_.push_back(main);
  by_path_ = {0};
  call(0, 0);
}

std::uint32_t Names::child(std::uint32_t parent, std::uint32_t ordinal) {
  std::vector<std::uint32_t>& children = threads_[parent].children;
  if (ordinal < children.size() && children[ordinal] != kNoName) return children[ordinal];
  if (threads_.size() == kMostThreads) return kNoName;
  const std::uint32_t number = threads();
  if (children.size() <= ordinal) children.resize(ordinal + std::size_t{1}, kNoName);
  children[ordinal] = number;
  Thread thread;
  thread.path = threads_[parent].path;
  thread.path.push_back(ordinal);
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

void Names::call(std::uint32_t thread, std::uint64_t slot) {
  slots_[slot] = thread;
  threads_[thread].slot = slot;
}

std::uint32_t Names::called(std::uint64_t slot) const {
  const auto found = slots_.find(slot);
  return found == slots_.end() ? kNoName : found->second;
}

std::uint32_t Names::variable(Space space, std::uint64_t object) {
  const auto [found, added] = numbers_.try_emplace(Key{object, space}, variables_);
  variables_ += added;
  return found->second;
}

bool Names::accessed(std::uint64_t address, std::uint32_t bytes) {
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

}  // namespace stalemate

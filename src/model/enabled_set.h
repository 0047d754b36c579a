// The enabled threads at a point (S2), updated by the deltas of a log in O(1); the list in the order of their
// creation paths is made on demand. A thread that is enabled only because its timed wait may end is marked,
// since leaving it is not a preemption (S3). Any number of threads; reusable: clear() keeps the memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/thread_paths.h"

namespace stalemate {

class EnabledSet {
 public:
  void clear() {
    std::fill(state_.begin(), state_.end(), State::kDisabled);
    version_ = 0;
  }

  void enable(std::uint16_t thread, bool timed) {
    if (thread >= state_.size()) state_.resize(thread + std::size_t{1}, State::kDisabled);
    set(thread, timed ? State::kTimed : State::kEnabled);
  }
  void disable(std::uint16_t thread) {
    if (thread < state_.size()) set(thread, State::kDisabled);
  }

  bool contains(std::uint32_t thread) const {
    return thread < state_.size() && state_[thread] != State::kDisabled;
  }
  // Enabled, and not merely waiting for a timeout: switching away from it is a preemption.
  bool runs_on(std::uint32_t thread) const {
    return thread < state_.size() && state_[thread] == State::kEnabled;
  }
  // Grows with every change of the set or of a mark.
  std::uint64_t version() const { return version_; }

  // Appends the enabled threads in the order of their paths.
  void append_by_path(const ThreadPaths& paths, std::vector<std::uint16_t>& out) const {
    for (const std::uint32_t thread : paths.by_rank())
      if (contains(thread)) out.push_back(static_cast<std::uint16_t>(thread));
  }

 private:
  enum class State : std::uint8_t { kDisabled, kEnabled, kTimed };

  void set(std::uint16_t thread, State now) {
    version_ += state_[thread] != now;
    state_[thread] = now;
  }

  std::vector<State> state_;
  std::uint64_t version_ = 0;
};

}  // namespace stalemate

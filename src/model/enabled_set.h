// The enabled threads at a point (S2), kept in the order of their creation paths and updated by the deltas
// of a log. A thread that is enabled only because its timed wait may end is marked, since leaving it is no
// preemption (S3). Any number of threads; reusable: clear() keeps the memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/thread_paths.h"

namespace stalemate {

class EnabledSet {
 public:
  void clear() {
    for (const std::uint16_t thread : sorted_) state_[thread] = State::kDisabled;
    sorted_.clear();
    version_ = 0;
  }

  void enable(std::uint16_t thread, bool timed, const ThreadPaths& paths) {
    if (thread >= state_.size()) state_.resize(thread + std::size_t{1}, State::kDisabled);
    const State now = timed ? State::kTimed : State::kEnabled;
    if (state_[thread] == now) return;
    if (state_[thread] == State::kDisabled) sorted_.insert(place(thread, paths), thread);
    state_[thread] = now;
    ++version_;
  }

  void disable(std::uint16_t thread, const ThreadPaths& paths) {
    if (!contains(thread)) return;
    sorted_.erase(place(thread, paths));
    state_[thread] = State::kDisabled;
    ++version_;
  }

  bool contains(std::uint32_t thread) const {
    return thread < state_.size() && state_[thread] != State::kDisabled;
  }
  // Enabled, and not merely waiting for a timeout: switching away from it is a preemption.
  bool runs_on(std::uint32_t thread) const {
    return thread < state_.size() && state_[thread] == State::kEnabled;
  }
  std::span<const std::uint16_t> by_path() const { return sorted_; }
  // How many of the enabled come before this enabled thread.
  std::size_t position(std::uint16_t thread, const ThreadPaths& paths) {
    return static_cast<std::size_t>(place(thread, paths) - sorted_.begin());
  }
  // Grows with every change of the set or of a mark.
  std::uint64_t version() const { return version_; }

 private:
  enum class State : std::uint8_t { kDisabled, kEnabled, kTimed };

  std::vector<std::uint16_t>::iterator place(std::uint16_t thread, const ThreadPaths& paths) {
    const std::uint32_t rank = paths.rank(thread);
    return std::lower_bound(sorted_.begin(), sorted_.end(), rank,
                            [&](std::uint16_t t, std::uint32_t r) { return paths.rank(t) < r; });
  }

  std::vector<std::uint16_t> sorted_;
  std::vector<State> state_;
  std::uint64_t version_ = 0;
};

}  // namespace stalemate

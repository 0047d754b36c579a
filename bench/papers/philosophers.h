// Dining philosophers that try: each waits for its first fork, tries the second one, and if somebody has it
// puts the first one back and starts again (figure 1 of the second paper).
//
// For state coverage a program has to end under every fair schedule, which figure 1 does not: all may go on
// giving up in step. Here the last philosopher is patient: it keeps its first fork and waits for the second.
// Whoever else holds that one, holds it as the first, and puts it back; so the patient one is able to go on
// again and again, and in a fair schedule does. The others can go round for ever only while it stands still.
//
// Philosopher 0 is main, so that nobody is there only to create and to join.
#pragma once

#include <pthread.h>

#include <stalemate/stalemate.h>
#include <array>
#include <compare>
#include <cstdint>
#include <optional>

namespace papers {

enum Place : std::uint8_t { kAway, kHungry, kHasFirst, kGivesUp, kEats, kHasSecond, kDone };

// The program. It says where everybody is after every step.
template <unsigned N>
class Philosophers {
 public:
  static void scenario() {
    place_.fill(kAway);
    forks_.fill(PTHREAD_MUTEX_INITIALIZER);
    stand(0, kAway);
    std::array<pthread_t, N> threads;
    for (std::uintptr_t n = 1; n < N; ++n)
      pthread_create(&threads[n], nullptr, run, reinterpret_cast<void*>(n));
    dine(0);
    for (unsigned n = 1; n < N; ++n) pthread_join(threads[n], nullptr);
  }

 private:
  static void* run(void* number) {
    dine(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(number)));
    return nullptr;
  }

  static void dine(unsigned self) {
    pthread_mutex_t* const first = &forks_[self];
    pthread_mutex_t* const second = &forks_[(self + 1) % N];
    stand(self, kHungry);
    for (;;) {
      pthread_mutex_lock(first);
      stand(self, kHasFirst);
      if (self == N - 1 ? pthread_mutex_lock(second) == 0 : pthread_mutex_trylock(second) == 0) break;
      stand(self, kGivesUp);
      pthread_mutex_unlock(first);
      stand(self, kHungry);
    }
    stand(self, kEats);
    pthread_mutex_unlock(first);
    stand(self, kHasSecond);
    pthread_mutex_unlock(second);
    stand(self, kDone);
  }

  static void stand(unsigned self, Place place) {
    place_[self] = place;
    std::uint64_t all = 0;
    for (const std::uint8_t p : place_) all = all << 8 | p;
    stalemate::state_here(all);
  }

  static inline std::array<std::uint8_t, N> place_;
  static inline std::array<pthread_mutex_t, N> forks_;
};

// The model. Who holds which fork follows from the places.
template <unsigned N>
struct PhilosophersModel {
  static constexpr unsigned kThreads = N;
  using Visible = std::array<std::uint8_t, N>;
  struct State {
    Visible place{};
    std::uint8_t created = 1;
    std::uint8_t joined = 1;
    auto operator<=>(const State&) const = default;
  };

  static State initial() { return {}; }
  static Visible visible(const State& state) { return state.place; }

  static bool is_free(const State& state, unsigned fork) {
    const std::uint8_t left = state.place[fork], right = state.place[(fork + N - 1) % N];
    const bool as_first = left == kHasFirst || left == kGivesUp || left == kEats;
    const bool as_second = right == kEats || right == kHasSecond;
    return !as_first && !as_second;
  }

  static std::optional<State> after(State state, unsigned self) {
    std::uint8_t& place = state.place[self];
    const unsigned second = (self + 1) % N;
    switch (place) {
      case kAway:
        if (self != 0 && self >= state.created) return std::nullopt;
        if (self != 0 || ++state.created == N) place = kHungry;
        return state;
      case kHungry:
        if (!is_free(state, self)) return std::nullopt;
        place = kHasFirst;
        return state;
      case kHasFirst:
        if (!is_free(state, second)) {
          if (self == N - 1) return std::nullopt;
          place = kGivesUp;
          return state;
        }
        place = kEats;
        return state;
      case kGivesUp: place = kHungry; return state;
      case kEats: place = kHasSecond; return state;
      case kHasSecond: place = kDone; return state;
      default: return joined(state, self);
    }
  }

 private:
  static std::optional<State> joined(State state, unsigned self) {
    if (self != 0 || state.joined == N || state.place[state.joined] != kDone) return std::nullopt;
    ++state.joined;
    return state;
  }
};

}  // namespace papers

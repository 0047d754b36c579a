// The work-stealing queue of Cilk (the THE protocol) whose lock is a spin lock that yields: its owner, main,
// pushes two items and pops twice; each thief steals once. The spinning is the only loop, and in a fair
// schedule whoever holds the lock goes on, so every fair schedule ends.
#pragma once

#include <pthread.h>

#include <stalemate/stalemate.h>
#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <optional>

namespace papers {

constexpr unsigned kItems = 2;

// Where a thread stands: before the step that the name says.
enum StealingPlace : std::uint8_t {
  kNotYet,
  // The owner.
  kPush,
  kPublishTail,
  kReadHead,
  kTakeBackTail,
  kLockForPop,
  kPublishAgain,
  kReadHeadAgain,
  kGiveUpTail,
  kUnlockAfterPop,
  // A thief.
  kLock,
  kReadOldHead,
  kMoveHead,
  kReadTail,
  kPutHeadBack,
  kUnlock,
  kFinished,
};

// All that the program says of itself. Registers count only while they matter.
template <unsigned kThieves>
struct StealingView {
  std::uint8_t owner = kNotYet;
  std::uint8_t pushed = 0, popped = 0;  // calls finished
  std::array<std::uint8_t, kThieves> thief{}, old_head{};
  std::uint8_t head = 0, tail = 0;
  std::uint8_t taken = 0;  // a bit for each item
  auto operator<=>(const StealingView&) const = default;
};

// The program.
template <unsigned kThieves>
class Stealing {
 public:
  static void scenario() {
    view_ = {};
    head_ = tail_ = 0;
    mutex_ = PTHREAD_MUTEX_INITIALIZER;
    say();
    std::array<pthread_t, kThieves> threads;
    for (std::uintptr_t n = 0; n < kThieves; ++n)
      pthread_create(&threads[n], nullptr, run_thief, reinterpret_cast<void*>(n));
    own();
    for (pthread_t& thread : threads) pthread_join(thread, nullptr);
  }

 private:
  static void own() {
    own_at(kPush);
    for (unsigned n = 0; n < kItems; ++n) {
      tail_.store(view_.tail + 1);
      ++view_.tail;
      ++view_.pushed;
      own_at(view_.pushed < kItems ? kPush : kPublishTail);
    }
    for (unsigned n = 0; n < kItems; ++n) pop();
  }

  static void pop() {
    publish_tail(view_.tail - 1, kReadHead);
    if (head_.load() <= view_.tail) return end_pop(true);
    own_at(kTakeBackTail);
    publish_tail(view_.tail + 1, kLockForPop);
    spin_lock();
    own_at(kPublishAgain);
    publish_tail(view_.tail - 1, kReadHeadAgain);
    const bool is_there = head_.load() <= view_.tail;
    if (is_there) view_.taken |= static_cast<std::uint8_t>(1 << view_.tail);
    own_at(is_there ? kUnlockAfterPop : kGiveUpTail);
    if (!is_there) publish_tail(view_.tail + 1, kUnlockAfterPop);
    pthread_mutex_unlock(&mutex_);
    end_pop(false);
  }

  static void end_pop(bool takes) {
    if (takes) view_.taken |= static_cast<std::uint8_t>(1 << view_.tail);
    ++view_.popped;
    own_at(view_.popped < kItems ? kPublishTail : kFinished);
  }

  static void* run_thief(void* number) {
    steal(reinterpret_cast<std::uintptr_t>(number));
    return nullptr;
  }

  static void steal(std::size_t self) {
    thief_at(self, kLock);
    spin_lock();
    thief_at(self, kReadOldHead);
    const int head = head_.load();
    view_.old_head[self] = static_cast<std::uint8_t>(head);
    thief_at(self, kMoveHead);
    head_.store(head + 1);
    ++view_.head;
    thief_at(self, kReadTail);
    const bool is_there = head < tail_.load();
    if (is_there) view_.taken |= static_cast<std::uint8_t>(1 << head);
    thief_at(self, is_there ? kUnlock : kPutHeadBack);
    if (!is_there) {
      head_.store(head);
      --view_.head;
      thief_at(self, kUnlock);
    }
    pthread_mutex_unlock(&mutex_);
    view_.old_head[self] = 0;
    thief_at(self, kFinished);
  }

  static void publish_tail(int tail, StealingPlace next) {
    tail_.store(tail);
    view_.tail = static_cast<std::uint8_t>(tail);
    own_at(next);
  }

  // A try that fails is a yield (S9).
  static void spin_lock() {
    while (pthread_mutex_trylock(&mutex_) != 0) say();
  }

  static void own_at(StealingPlace place) {
    view_.owner = place;
    say();
  }
  static void thief_at(std::size_t self, StealingPlace place) {
    view_.thief[self] = place;
    say();
  }

  static void say() {
    std::uint64_t thieves = 0;
    for (std::size_t n = 0; n < kThieves; ++n)
      thieves = thieves << 16 | std::uint64_t{view_.thief[n]} << 8 | view_.old_head[n];
    stalemate::state_here(view_.owner, view_.pushed, view_.popped, thieves, view_.head, view_.tail,
                          view_.taken);
  }

  static inline StealingView<kThieves> view_;
  static inline std::atomic<int> head_{0}, tail_{0};
  static inline pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

// The model: thread 0 is the owner.
template <unsigned N>
struct StealingModel {
  static constexpr unsigned kThreads = N + 1;
  using Visible = StealingView<N>;
  struct State {
    Visible view;
    std::uint8_t created = 0, joined = 0;
    auto operator<=>(const State&) const = default;
  };

  static State initial() { return {}; }
  static Visible visible(const State& state) { return state.view; }
  static std::optional<State> after(const State& state, unsigned thread) {
    return thread == 0 ? owner(state) : thief(state, thread - 1);
  }

 private:
  static bool is_locked(const Visible& v) {
    bool locked = v.owner >= kPublishAgain && v.owner <= kUnlockAfterPop;
    for (const std::uint8_t place : v.thief) locked |= place >= kReadOldHead && place <= kUnlock;
    return locked;
  }
  static void take(Visible& v, unsigned item) { v.taken |= static_cast<std::uint8_t>(1u << item); }
  static std::uint8_t end_pop(Visible& v) { return ++v.popped < kItems ? kPublishTail : kFinished; }

  static std::optional<State> owner(State s) {
    Visible& v = s.view;
    const bool is_there = v.head <= v.tail;
    switch (v.owner) {
      case kNotYet:
        if (++s.created == N) v.owner = kPush;
        return s;
      case kPush:
        ++v.tail;
        if (++v.pushed == kItems) v.owner = kPublishTail;
        return s;
      case kPublishTail: --v.tail, v.owner = kReadHead; return s;
      case kReadHead:
        if (is_there) take(v, v.tail);
        v.owner = is_there ? end_pop(v) : std::uint8_t{kTakeBackTail};
        return s;
      case kTakeBackTail: ++v.tail, v.owner = kLockForPop; return s;
      case kLockForPop:
        if (!is_locked(v)) v.owner = kPublishAgain;
        return s;
      case kPublishAgain: --v.tail, v.owner = kReadHeadAgain; return s;
      case kReadHeadAgain:
        if (is_there) take(v, v.tail);
        v.owner = is_there ? kUnlockAfterPop : kGiveUpTail;
        return s;
      case kGiveUpTail: ++v.tail, v.owner = kUnlockAfterPop; return s;
      case kUnlockAfterPop: v.owner = end_pop(v); return s;
      default:
        if (s.joined == N || v.thief[s.joined] != kFinished) return std::nullopt;
        ++s.joined;
        return s;
    }
  }

  static std::optional<State> thief(State s, unsigned self) {
    Visible& v = s.view;
    std::uint8_t& place = v.thief[self];
    const bool is_there = v.old_head[self] < v.tail;
    switch (place) {
      case kNotYet:
        if (self >= s.created) return std::nullopt;
        place = kLock;
        return s;
      case kLock:
        if (!is_locked(v)) place = kReadOldHead;
        return s;
      case kReadOldHead: v.old_head[self] = v.head, place = kMoveHead; return s;
      case kMoveHead: ++v.head, place = kReadTail; return s;
      case kReadTail:
        if (is_there) take(v, v.old_head[self]);
        place = is_there ? kUnlock : kPutHeadBack;
        return s;
      case kPutHeadBack: --v.head, place = kUnlock; return s;
      case kUnlock: v.old_head[self] = 0, place = kFinished; return s;
      default: return std::nullopt;
    }
  }
};

}  // namespace papers

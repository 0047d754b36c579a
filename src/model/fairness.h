// The fair scheduler of the second paper, Algorithm 1: beneath every strategy, a thread that yields gives way
// to those that it has kept from running since its last yield. Pure: no threads here, only sets of their
// numbers.
//
// Stored for each thread t since its last yield (the paper's names):
//   E(t)  threads enabled at every point      D(t)  threads that a step of t has disabled
//   S(t)  threads that have been scheduled    P(t)  threads before which t may not run
// At a yield of t, P(t) takes in (E(t) ∪ D(t)) \ S(t); a scheduled thread leaves every P. T, the threads that
// may run, is the enabled set less those with an enabled thread in their P (S2).
//
// The paper fixes the set of threads. A thread that is created later is treated as disabled until then: it is
// in no E that began before, and no thread has disabled it, so that open windows do not change. A thread's
// first yield finds S(t) = Tid and adds nothing; hence nothing is stored for a thread before its first yield,
// and programs that never yield pay nothing. Theorem 3: P stays acyclic, so T is empty only where the enabled
// set is.
#pragma once

#include <cstdint>

namespace stalemate {

// Whether a step was a yield, and whether the thread is proven to repeat itself there (S9).
enum class Yield : std::uint8_t { kNone, kProven, kUnproven };

class Fairness {
 public:
  static constexpr std::uint32_t kThreads = 4096;
  static constexpr std::uint32_t kWords = kThreads / 64;
  // A set of threads, as bits.
  struct Set {
    std::uint64_t word[kWords];
  };
  // What is stored for a thread from its first yield on.
  struct Window {
    std::uint32_t thread;
    std::uint32_t yields;  // since the last that counted
    bool open;             // one has counted: S is no longer Tid
    bool unproven;         // P is not empty because of a yield without a proof
    Set always;            // E
    Set disabled;          // D
    Set scheduled;         // S
    Set waits_for;         // P
  };

  // Every k-th yield of a thread counts; 0: yields do not count.
  void begin(std::uint32_t every) {
    every_ = every;
    yielders_ = 0;
    words_ = 1;
  }
  // Until a thread yields, nothing is held back and stepped() need not be called.
  bool idle() const { return yielders_ == 0; }

  // `thread` has made a step; `enabled`: the enabled set now, of `threads` threads.
  void stepped(std::uint32_t thread, Yield yield, const Set& enabled, std::uint32_t threads) {
    widen(threads);
    for (std::uint32_t i = 0; i < yielders_; ++i) {
      Window& window = windows_[i];
      for (std::uint32_t w = 0; w < words_; ++w) {
        window.always.word[w] &= enabled.word[w];
        if (window.thread == thread) window.disabled.word[w] |= before_.word[w] & ~enabled.word[w];
      }
      add(window.scheduled, thread);
      remove(window.waits_for, thread);
      if (window.unproven && is_empty(window.waits_for)) window.unproven = false;
    }
    if (yield != Yield::kNone && every_ != 0) end_window(thread, yield, enabled);
    for (std::uint32_t w = 0; w < words_; ++w) before_.word[w] = enabled.word[w];
  }

  // Whether the thread may not run now although it is enabled.
  bool holds_back(std::uint32_t thread, const Set& enabled) const {
    const std::uint32_t at = find(thread);
    if (at == yielders_) return false;
    for (std::uint32_t w = 0; w < words_; ++w)
      if ((windows_[at].waits_for.word[w] & enabled.word[w]) != 0) return true;
    return false;
  }

  // The n-th thread that has yielded, in order of their first yields.
  std::uint32_t yielders() const { return yielders_; }
  std::uint32_t yielder(std::uint32_t n) const { return windows_[n].thread; }
  // Null before the thread's first yield. Sets are valid up to the number of threads.
  const Window* window_of(std::uint32_t thread) const {
    const std::uint32_t at = find(thread);
    return at == yielders_ ? nullptr : &windows_[at];
  }

  static void add(Set& set, std::uint32_t thread) {
    set.word[thread / 64] |= std::uint64_t{1} << (thread % 64);
  }
  static void remove(Set& set, std::uint32_t thread) {
    set.word[thread / 64] &= ~(std::uint64_t{1} << (thread % 64));
  }
  static bool has(const Set& set, std::uint32_t thread) {
    return (set.word[thread / 64] >> (thread % 64) & 1) != 0;
  }

 private:
  // Where the thread's window is; yielders_ if it has none.
  std::uint32_t find(std::uint32_t thread) const {
    std::uint32_t at = 0;
    while (at < yielders_ && windows_[at].thread != thread) ++at;
    return at;
  }

  // Sets are only read up to the number of threads.
  void widen(std::uint32_t threads) {
    const std::uint32_t wanted = (threads + 63) / 64;
    for (; words_ < wanted; ++words_) {
      before_.word[words_] = 0;
      for (std::uint32_t i = 0; i < yielders_; ++i) clear(windows_[i], words_, words_ + 1);
    }
  }

  static void clear(Window& window, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t w = from; w < to; ++w)
      window.always.word[w] = window.disabled.word[w] = window.scheduled.word[w] = window.waits_for.word[w] =
          0;
  }

  bool is_empty(const Set& set) const {
    for (std::uint32_t w = 0; w < words_; ++w)
      if (set.word[w] != 0) return false;
    return true;
  }

  void end_window(std::uint32_t thread, Yield yield, const Set& enabled) {
    const std::uint32_t at = find(thread);
    Window& window = windows_[at];
    if (at == yielders_) {
      ++yielders_;
      window.thread = thread;
      window.yields = 0;
      window.open = window.unproven = false;
      clear(window, 0, words_);
    }
    if (++window.yields < every_) return;
    window.yields = 0;
    for (std::uint32_t w = 0; w < words_; ++w) {
      const std::uint64_t kept_waiting =
          (window.always.word[w] | window.disabled.word[w]) & ~window.scheduled.word[w];
      if (window.open) window.waits_for.word[w] |= kept_waiting;
      if (window.open && kept_waiting != 0) window.unproven |= yield == Yield::kUnproven;
      window.always.word[w] = enabled.word[w];
      window.disabled.word[w] = window.scheduled.word[w] = 0;
    }
    window.open = true;
  }

  std::uint32_t every_ = 0;
  std::uint32_t yielders_ = 0;
  std::uint32_t words_ = 1;
  Set before_;  // enabled before the last step; only once a thread has yielded
  Window windows_[kThreads];
};

}  // namespace stalemate

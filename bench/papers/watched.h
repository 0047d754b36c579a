// Synchronization objects that tell, before every step, the state that the program is in: the values of all
// of them, and of each thread what it has done and seen so far. That is a function of the steps that were
// made and of their order where it matters. Two executions that it tells apart may go on differently; two
// that it does not, cannot, as long as threads share nothing else that matters.
//
// An object is known by its address, which is a function of who has allocated it and when. What is kept of
// the state is changed by whoever has just made a step, when nobody else runs, and is no part of the program:
// it is not looked at for races.
#pragma once

#include <semaphore.h>
#include <stalemate/stalemate.h>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace papers {

#define PAPERS_NOT_WATCHED __attribute__((no_sanitize("thread")))

class StateWatch {
 public:
  // What the calling thread is called; before its first step.
  PAPERS_NOT_WATCHED static void enter(std::uint64_t thread) { self() = {thread + 1, 0}; }

  // An object's value was `before`, and is `now`. Objects that do not exist have the value 0.
  PAPERS_NOT_WATCHED static void change(const void* object, std::uint64_t before, std::uint64_t now) {
    const auto name = reinterpret_cast<std::uintptr_t>(object);
    state_ ^= part(name, before) ^ part(name, now);
  }

  // The calling thread has made a step on it, and has seen that value.
  PAPERS_NOT_WATCHED static void step(const void* object, std::uint64_t seen) {
    Thread& thread = self();
    state_ ^= part(thread.name, thread.past);
    thread.past = mixed(mixed(thread.past, reinterpret_cast<std::uintptr_t>(object)), seen + 1);
    state_ ^= part(thread.name, thread.past);
  }

  // The calling thread is about to make a step.
  PAPERS_NOT_WATCHED static void tell() {
    const std::uint64_t state = state_;
    stalemate::state_here(state);
  }

 private:
  struct Thread {
    std::uint64_t name = 0, past = 0;
  };

  static Thread& self() {
    static thread_local Thread thread;
    return thread;
  }
  static std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
  }
  static std::uint64_t part(std::uint64_t name, std::uint64_t value) {
    return value == 0 ? 0 : mixed(mixed(1, name), value);
  }

  static inline std::uint64_t state_ = 0;
};

// A value that whoever derives from it changes by steps.
class WatchedValue {
 public:
  WatchedValue(const WatchedValue&) = delete;
  WatchedValue& operator=(const WatchedValue&) = delete;

 protected:
  explicit WatchedValue(std::uint64_t value) { becomes(value); }
  PAPERS_NOT_WATCHED ~WatchedValue() { StateWatch::change(this, value_, 0); }
  PAPERS_NOT_WATCHED void becomes(std::uint64_t value) {
    StateWatch::change(this, value_, value);
    value_ = value;
  }
  PAPERS_NOT_WATCHED void adds(std::uint64_t amount) { becomes(value_ + amount); }
  void did(std::uint64_t seen = 0) const { StateWatch::step(this, seen); }

 private:
  std::uint64_t value_ = 0;
};

class WatchedAtomic : public WatchedValue {
 public:
  explicit WatchedAtomic(long value = 0) : WatchedValue(word(value)), atomic_(value) {}

  long load() const {
    StateWatch::tell();
    const long value = atomic_.load();
    did(word(value));
    return value;
  }
  void store(long value) {
    StateWatch::tell();
    atomic_.store(value);
    becomes(word(value));
    did();
  }
  long exchange(long value) {
    StateWatch::tell();
    const long before = atomic_.exchange(value);
    becomes(word(value));
    did(word(before));
    return before;
  }
  long add(long amount) {
    StateWatch::tell();
    const long before = atomic_.fetch_add(amount);
    becomes(word(before + amount));
    did(word(before));
    return before;
  }
  bool replace(long expected, long value) {
    StateWatch::tell();
    const bool replaced = atomic_.compare_exchange_strong(expected, value);
    if (replaced) becomes(word(value));
    did(replaced ? 1 : 0);
    return replaced;
  }

 private:
  static std::uint64_t word(long value) { return static_cast<std::uint64_t>(value); }
  std::atomic<long> atomic_;
};

class WatchedMutex : public WatchedValue {
 public:
  WatchedMutex() : WatchedValue(0) {}
  void lock() {
    StateWatch::tell();
    mutex_.lock();
    becomes(1);
    did();
  }
  void unlock() {
    StateWatch::tell();
    mutex_.unlock();
    becomes(0);
    did();
  }

 private:
  std::mutex mutex_;
};

class WatchedSemaphore : public WatchedValue {
 public:
  explicit WatchedSemaphore(unsigned count = 0) : WatchedValue(count) { sem_init(&semaphore_, 0, count); }
  ~WatchedSemaphore() { sem_destroy(&semaphore_); }
  void post() {
    StateWatch::tell();
    sem_post(&semaphore_);
    adds(1);
    did();
  }
  void wait() {
    StateWatch::tell();
    sem_wait(&semaphore_);
    adds(~std::uint64_t{0});
    did();
  }

 private:
  sem_t semaphore_;
};

}  // namespace papers

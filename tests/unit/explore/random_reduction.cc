#include "random_reduction.h"

namespace stalemate::toy {
namespace {

class Generator {
 public:
  Generator(Dice& dice, unsigned families) : dice_(dice), families_(families) {}

  Program program() {
    Program program;
    program.strict = true;
    const std::size_t threads = 1 + dice_.below(3);
    program.bodies.resize(threads + 1);
    program.semaphores = {pick(2)};
    program.barriers = {2 + pick(2)};
    if (has(kRecursive)) program.recursive = {0};
    const bool nested = threads > 1 && dice_.below(4) == 0;
    for (std::size_t b = 1; b <= threads; ++b) {
      program.bodies[b] = block(1 + dice_.below(threads == 1 ? 7 : threads == 2 ? 4 : 3));
    }
    Body& main = program.bodies[0];
    for (std::size_t b = 1; b <= threads; ++b)
      if (!nested || b != 2) main.push_back({Op::kCreate, static_cast<int>(b)});
    if (threads > 1 && (families_ & (kConditions | kFutexes)) != 0 && dice_.below(3) == 0) {
      // Several who sleep, or several who wake.
      for (std::size_t b = 1; b <= threads; ++b) program.bodies[b] = sleeper_or_waker(dice_.below(3) > 0);
      for (std::size_t n = 1 + dice_.below(2); n > 0; --n) append(main, sleeper_or_waker(false));
    } else {
      append(main, block(dice_.below(threads == 1 ? 6 : 3)));
    }
    if (nested) program.bodies[1].insert(program.bodies[1].begin(), {Op::kCreate, 2});
    const int children = static_cast<int>(nested ? threads - 1 : threads);
    for (int i = 0; i < children; ++i) append(main, end_of(i));
    if (dice_.below(3) == 0) main.push_back({Op::kExit});
    return program;
  }

 private:
  int pick(std::size_t n) { return static_cast<int>(dice_.below(n)); }
  int reg() { return pick(2); }
  bool has(unsigned family) const { return (families_ & family) != 0; }

  static void append(Body& body, const Body& more) { body.insert(body.end(), more.begin(), more.end()); }

  Body end_of(int child) {
    if (has(kJoins) && dice_.below(2) == 0)
      return {{dice_.below(2) == 0 ? Op::kTryJoin : Op::kTimedJoin, child, reg()}};
    if (dice_.below(4) == 0) return {};
    return {{Op::kJoin, child}};
  }

  Body block(std::size_t steps) {
    Body body;
    while (body.size() < steps) append(body, snippet(steps - body.size()));
    return body;
  }

  // What comes between an acquisition and its release.
  Body guarded(const Op& acquire, const Op& release, std::size_t room) {
    Body body{acquire};
    append(body, block(room > 2 ? dice_.below(room - 1) : 0));
    body.push_back(release);
    return body;
  }

  // The same, if the acquisition has succeeded, which register r says.
  Body guarded_if(const Op& acquire, int r, const Op& release, std::size_t room) {
    Body body{acquire};
    Body inner = block(room > 2 ? dice_.below(room - 1) : 0);
    inner.push_back(release);
    body.push_back({Op::kUnless, r, 1, static_cast<int>(inner.size())});
    append(body, inner);
    return body;
  }

  Body snippet(std::size_t room) {
    switch (dice_.below(21)) {
      case 0:
      case 1:
      case 2: return has(kMutexes) ? mutex(room) : memory();
      case 3:
      case 4:
      case 5: return has(kConditions) ? condition() : memory();
      case 6:
      case 7: return has(kRwlocks) ? rwlock(room) : memory();
      case 8:
      case 9: return has(kSemaphores) ? semaphore() : memory();
      case 10: return has(kBarriers) ? Body{{Op::kBarrier, 0}} : memory();
      case 11: return has(kChoices) ? Body{{Op::kPick, reg(), 1 + pick(2)}} : memory();
      case 12: return has(kIdling) ? Body{{dice_.below(2) == 0 ? Op::kYield : Op::kSleep}} : memory();
      case 13: return has(kFailures) ? Body{{Op::kFailIf, reg(), 1 + pick(2)}} : memory();
      case 14: return branch(room);
      case 15: return has(kOnces) ? once(room) : memory();
      case 16:
      case 17: return has(kFutexes) ? futex() : memory();
      case 18:
      case 19: return has(kRecursive) ? recursive(room) : memory();
      default: return memory();
    }
  }

  Body branch(std::size_t room) {
    Body inner = block(room > 1 ? 1 + dice_.below(room - 1) : 1);
    const Op test{Op::kUnless, reg(), pick(2), static_cast<int>(inner.size())};
    inner.insert(inner.begin(), test);
    return inner;
  }

  Body memory() {
    const int variable = pick(2);
    switch (dice_.below(8)) {
      case 0:
      case 1:
      case 2: return {{Op::kLoad, variable, reg()}};
      case 3: return {{Op::kStore, variable, 1 + pick(2)}};
      case 4: return {{Op::kCopy, variable, reg(), 1}};
      case 5: return {{Op::kFetch, variable, 1, reg()}};
      case 6: return {{Op::kCas, variable, pick(2), 1 + pick(2), reg()}};
      default: return {{Op::kAdd, variable, 1}};
    }
  }

  Body mutex(std::size_t room) {
    const int m = pick(2), r = reg();
    switch (dice_.below(4)) {
      case 0: return guarded_if({Op::kTryLock, m, r}, r, {Op::kUnlock, m}, room);
      case 1: return guarded_if({Op::kTimedLock, m, r}, r, {Op::kUnlock, m}, room);
      default: return guarded({Op::kLock, m}, {Op::kUnlock, m}, room);
    }
  }

  Body waiter(bool timed) {
    const Op wait = timed ? Op{Op::kTimedWait, 0, 0, reg()} : Op{Op::kWait, 0, 0};
    return {{Op::kLock, 0}, wait, {Op::kUnlock, 0}};
  }

  Body sleeper_or_waker(bool sleeps) {
    if (!has(kConditions)) {
      if (!sleeps) return {{Op::kFutexWake, 0, 1 + pick(2)}};
      return {dice_.below(3) == 0 ? Op{Op::kTimedFutexWait, 0, 0, reg()} : Op{Op::kFutexWait, 0, 0}};
    }
    if (sleeps) return waiter(dice_.below(3) == 0);
    return {{dice_.below(3) == 0 ? Op::kBroadcast : Op::kSignal, 0}};
  }

  Body condition() {
    switch (dice_.below(7)) {
      case 0:
      case 1: return waiter(false);
      case 2: return waiter(true);
      case 3: return {{Op::kLock, 0}, {Op::kSignal, 0}, {Op::kUnlock, 0}};
      case 4: return {{Op::kBroadcast, 0}};
      default: return {{Op::kSignal, 0}};
    }
  }

  Body rwlock(std::size_t room) {
    const int r = reg();
    switch (dice_.below(8)) {
      case 0: return guarded_if({Op::kTryReadLock, 0, r}, r, {Op::kReadUnlock, 0}, room);
      case 1: return guarded_if({Op::kTryWriteLock, 0, r}, r, {Op::kWriteUnlock, 0}, room);
      case 2: return guarded_if({Op::kTimedReadLock, 0, r}, r, {Op::kReadUnlock, 0}, room);
      case 3: return guarded_if({Op::kTimedWriteLock, 0, r}, r, {Op::kWriteUnlock, 0}, room);
      case 4:
      case 5: return guarded({Op::kWriteLock, 0}, {Op::kWriteUnlock, 0}, room);
      default: return guarded({Op::kReadLock, 0}, {Op::kReadUnlock, 0}, room);
    }
  }

  Body once(std::size_t room) {
    Body body = block(room > 2 ? dice_.below(room - 1) : 0);
    body.push_back({Op::kOnceDone, 0});
    body.insert(body.begin(), {Op::kOnce, 0, static_cast<int>(body.size())});
    return body;
  }

  Body futex() {
    switch (dice_.below(4)) {
      case 0: return {{Op::kTimedFutexWait, 0, pick(2), reg()}};
      case 1: return {{Op::kFutexWait, 0, pick(2)}};
      default: return {{Op::kFutexWake, 0, 1 + pick(2)}};
    }
  }

  Body recursive(std::size_t room) {
    const int r = reg();
    Body body{{Op::kLock, 0}};
    switch (dice_.below(4)) {
      case 0: append(body, guarded_if({Op::kTryLock, 0, r}, r, {Op::kUnlock, 0}, room)); break;
      case 1: append(body, guarded_if({Op::kTimedLock, 0, r}, r, {Op::kUnlock, 0}, room)); break;
      case 2: append(body, has(kConditions) ? waiter(dice_.below(2) == 0) : memory()); break;
      default: append(body, guarded({Op::kLock, 0}, {Op::kUnlock, 0}, room));
    }
    body.push_back({Op::kUnlock, 0});
    return body;
  }

  Body semaphore() {
    switch (dice_.below(6)) {
      case 0: return {{Op::kSemTryWait, 0, reg()}};
      case 1: return {{Op::kSemTimedWait, 0, reg()}};
      case 2: return {{Op::kSemWait, 0}};
      default: return {{Op::kSemPost, 0}};
    }
  }

  Dice& dice_;
  unsigned families_;
};

}  // namespace

Program random_reduction(Dice& dice, unsigned families) { return Generator(dice, families).program(); }

unsigned random_families(Dice& dice) {
  unsigned families = kMemory;
  for (unsigned n = 1 + dice.below(3); n > 0; --n) families |= 1u << dice.below(kFamilies);
  return dice.below(3) == 0 ? families | kMutexes : families;
}

}  // namespace stalemate::toy

// The history of remembered words against a list of every access: random accesses of three threads that
// synchronize by locks. The model has vector clocks of maps, and forgets nothing that it is not asked to.
#include "runtime/shadow/history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "runtime/shadow/shadow.h"
#include "runtime/shadow/vector_clock.h"
#include "trail.h"

namespace stalemate::test {
namespace {

constexpr std::uint32_t kThreads = 3, kLocks = 2, kBytes = 24;
alignas(16) char memory[kBytes];

std::uintptr_t address_of(std::uint32_t at) { return reinterpret_cast<std::uintptr_t>(memory) + at; }

// Word, thread, code, writes, atomic, bytes: of an access that races with the one under way.
using Pair = std::tuple<std::uint32_t, std::uint32_t, std::uintptr_t, bool, bool, std::uint32_t>;
std::set<Pair> pairs;

void on_pair(const rt::Touch& earlier, const rt::TouchedBytes& where, const rt::Touch&) {
  const auto word = static_cast<std::uint32_t>(where.word - address_of(0));
  pairs.insert({word, earlier.thread, earlier.pc, earlier.write, earlier.atomic, earlier.mask});
}

using Clock = std::map<std::uint32_t, std::uint32_t>;

void join(Clock& into, const Clock& from) {
  for (const auto& [thread, time] : from) into[thread] = std::max(into[thread], time);
}

struct ModelAccess {
  std::uint32_t thread, time;
  std::uintptr_t pc;
  bool write, atomic;
  std::set<std::uint32_t> bytes;
};

class Histories {
 public:
  explicit Histories(std::uint32_t seed) : trail(seed) {
    rt::begin_shadow(rt::begin_clocks());
    rt::begin_history();
    for (std::uint32_t t = 0; t < kThreads; ++t) clocks_[t][t] = 1;
    for (std::uint32_t t = 1; t < kThreads; ++t) {
      rt::run_clock(0);
      rt::fork_clock(t);
      join(clocks_[t], clocks_[0]);
      ++clocks_[0][0];
    }
  }

  void remember(std::uint32_t at, std::uint32_t bytes) {
    trail.add("remember", at, bytes);
    rt::remember(address_of(at), bytes);
    for (std::uint32_t byte = at / 4 * 4; byte < (at + bytes + 3) / 4 * 4; ++byte) remembered_.insert(byte);
  }

  void forget(std::uint32_t at, std::uint32_t bytes) {
    trail.add("forget", at, bytes);
    rt::forget_history(address_of(at), bytes);
    for (ModelAccess& access : accesses_)
      for (std::uint32_t byte = at; byte < at + bytes; ++byte) access.bytes.erase(byte);
  }

  void synchronize(std::uint32_t thread, std::uint32_t lock, bool releases) {
    trail.add("thread", thread, releases ? "releases" : "acquires", lock);
    rt::run_clock(thread);
    Clock& own = clocks_[thread];
    if (releases) {
      rt::release(locks_[lock]);
      join(lock_clocks_[lock], own);
      ++own[thread];
    } else {
      rt::acquire(locks_[lock]);
      join(own, lock_clocks_[lock]);
    }
  }

  void access(std::uint32_t thread, std::uint32_t at, std::uint32_t bytes) {
    ModelAccess now{thread,           clocks_[thread][thread], 1 + trail.below(3),
                    trail.chance(40), trail.chance(20),        {}};
    trail.add("thread", thread, now.write ? "writes" : "reads", at, bytes, "code", now.pc, "atomic",
              now.atomic);
    for (std::uint32_t byte = at; byte < at + bytes; ++byte)
      if (remembered_.contains(byte)) now.bytes.insert(byte);
    rt::run_clock(thread);
    rt::Touch touch;
    touch.pc = now.pc;
    touch.write = now.write;
    touch.atomic = now.atomic;
    pairs.clear();
    rt::touch_remembered(address_of(at), bytes, touch, on_pair);
    ASSERT_EQ(pairs, expected(now)) << trail.text();
    accesses_.push_back(now);
  }

  void check_remembered() {
    for (std::uint32_t byte = 0; byte < kBytes; ++byte)
      ASSERT_EQ(rt::is_remembered(address_of(byte)), remembered_.contains(byte)) << byte << trail.text();
  }

  Trail trail;

 private:
  std::set<Pair> expected(const ModelAccess& now) {
    std::set<Pair> found;
    for (const ModelAccess& earlier : accesses_) {
      const bool conflict = (earlier.write || now.write) && !(earlier.atomic && now.atomic);
      const bool ordered = clocks_[now.thread][earlier.thread] >= earlier.time;
      if (!conflict || ordered || earlier.thread == now.thread) continue;
      for (std::uint32_t word = 0; word < kBytes; word += 4) {
        std::uint32_t mask = 0;
        bool both = false;
        for (std::uint32_t byte = word; byte < word + 4; ++byte) {
          if (!earlier.bytes.contains(byte)) continue;
          mask |= 1u << (byte - word);
          both |= now.bytes.contains(byte);
        }
        if (both) found.insert({word, earlier.thread, earlier.pc, earlier.write, earlier.atomic, mask});
      }
    }
    return found;
  }

  Clock clocks_[kThreads], lock_clocks_[kLocks];
  rt::VectorClock locks_[kLocks] = {};
  std::set<std::uint32_t> remembered_;
  std::vector<ModelAccess> accesses_;
};

void run(std::uint32_t seed) {
  Histories histories(seed);
  Trail& trail = histories.trail;
  for (std::uint32_t n = 0; n < 120 && !testing::Test::HasFailure(); ++n) {
    const std::uint32_t thread = trail.below(kThreads), bytes = 1 + trail.below(9),
                        at = trail.below(kBytes - bytes + 1);
    const std::uint32_t kind = trail.below(12);
    if (kind == 0)
      histories.remember(at, bytes);
    else if (kind == 1 && trail.chance(40))
      histories.forget(at, trail.chance(20) ? kBytes - at : bytes);
    else if (kind < 5)
      histories.synchronize(thread, trail.below(kLocks), trail.chance(50));
    else
      histories.access(thread, at, bytes);
  }
  histories.check_remembered();
}

TEST(History, HasEveryPairThatRacesOnRememberedWords) {
  rt::prepare_clocks();
  ASSERT_TRUE(rt::prepare_shadow());
  rt::prepare_history();
  for (std::uint32_t seed = 1; seed <= 300 && !HasFailure(); ++seed) run(seed);
}

}  // namespace
}  // namespace stalemate::test

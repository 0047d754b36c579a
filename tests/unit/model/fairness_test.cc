// The scheduler against Algorithm 1 of the second paper, written down as it is printed, on random runs.
#include "model/fairness.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <vector>

namespace stalemate {
namespace {

using Threads = std::set<std::uint32_t>;

// Lines 1 to 30. Threads that do not exist yet are disabled ones.
class AsPrinted {
 public:
  AsPrinted(std::uint32_t tid, std::uint32_t every) : every_(every), rows_(tid) {
    for (std::uint32_t u = 0; u < tid; ++u)
      for (std::uint32_t v = 0; v < tid; ++v) {
        rows_[u].disabled.insert(v);
        rows_[u].scheduled.insert(v);
      }
  }

  // T of line 7.
  Threads may_run(const Threads& enabled) const {
    Threads may;
    for (const std::uint32_t u : enabled) {
      bool waits = false;
      for (const std::uint32_t v : rows_[u].before) waits = waits || enabled.contains(v);
      if (!waits) may.insert(u);
    }
    return may;
  }

  void step(std::uint32_t t, bool yields, const Threads& enabled, const Threads& next) {
    for (Row& row : rows_) row.before.erase(t);
    for (std::uint32_t u = 0; u < rows_.size(); ++u) {
      std::erase_if(rows_[u].always, [&](std::uint32_t v) { return !next.contains(v); });
      if (u == t)
        for (const std::uint32_t v : enabled)
          if (!next.contains(v)) rows_[u].disabled.insert(v);
      rows_[u].scheduled.insert(t);
    }
    if (!yields || every_ == 0 || ++rows_[t].yields % every_ != 0) return;
    Row& row = rows_[t];
    for (const Threads* set : {&row.always, &row.disabled})
      for (const std::uint32_t v : *set)
        if (!row.scheduled.contains(v)) row.before.insert(v);
    row.always = next;
    row.disabled.clear();
    row.scheduled.clear();
  }

  bool has_cycle() const {
    for (std::uint32_t u = 0; u < rows_.size(); ++u) {
      Threads seen, open{u};
      while (!open.empty()) {
        const std::uint32_t v = *open.begin();
        open.erase(open.begin());
        for (const std::uint32_t w : rows_[v].before) {
          if (w == u) return true;
          if (seen.insert(w).second) open.insert(w);
        }
      }
    }
    return false;
  }

 private:
  struct Row {
    Threads always, disabled, scheduled, before;
    std::uint32_t yields = 0;
  };
  std::uint32_t every_;
  std::vector<Row> rows_;
};

Fairness::Set bits_of(const Threads& threads) {
  Fairness::Set set = {};
  for (const std::uint32_t t : threads) Fairness::add(set, t);
  return set;
}

struct Run {
  std::uint32_t threads = 2, every = 1, steps = 60;
  double yields = 0.5, changes = 0.3;
};

void compare(std::mt19937& random, const Run& run) {
  auto chance = [&](double p) { return std::uniform_real_distribution<>(0, 1)(random) < p; };
  AsPrinted printed(run.threads, run.every);
  const auto fairness = std::make_unique<Fairness>();
  fairness->begin(run.every);
  std::uint32_t exist = 1;
  Threads enabled{0};
  for (std::uint32_t i = 0; i < run.steps && !enabled.empty(); ++i) {
    const Threads may = printed.may_run(enabled);
    ASSERT_FALSE(may.empty()) << "T is empty though somebody is enabled: Theorem 3";
    for (const std::uint32_t u : enabled)
      ASSERT_EQ(fairness->holds_back(u, bits_of(enabled)), !may.contains(u))
          << "thread " << u << ", step " << i;
    auto chosen = may.begin();
    std::advance(chosen, static_cast<std::ptrdiff_t>(random() % may.size()));
    const std::uint32_t t = *chosen;
    Threads next = enabled;
    if (exist < run.threads && chance(0.3)) next.insert(exist++);
    for (std::uint32_t u = 0; u < exist; ++u)
      if (chance(run.changes)) chance(0.5) ? void(next.insert(u)) : void(next.erase(u));
    const bool yields = chance(run.yields);
    printed.step(t, yields, enabled, next);
    if (!fairness->idle() || yields) fairness->stepped(t, yields, bits_of(next), exist);
    ASSERT_FALSE(printed.has_cycle());
    enabled = next;
  }
}

TEST(Fairness, HoldsBackWhomTheAlgorithmAsPrintedHoldsBack) {
  std::mt19937 random(3);
  for (std::uint32_t run = 0; run < 600; ++run)
    compare(random, {2 + run % 6, 1 + run % 3, 60, run % 4 == 0 ? 0.9 : 0.4, run % 5 == 0 ? 0.05 : 0.3});
}

TEST(Fairness, KnowsMoreThreadsThanAWordHasBits) {
  std::mt19937 random(4);
  for (std::uint32_t run = 0; run < 6; ++run) compare(random, {150, 1, 400, 0.6, 0.02});
}

TEST(Fairness, HoldsNobodyBackWithoutYields) {
  std::mt19937 random(5);
  for (std::uint32_t run = 0; run < 50; ++run)
    compare(random, {4, run % 2, 60, run % 2 == 0 ? 0.5 : 0.0, 0.3});
}

// Figure 4: u spins on x; after its second yield it waits for t, which it has not let run since the first.
TEST(Fairness, EmulatesTheSpinLoopOfThePaper) {
  constexpr std::uint32_t t = 0, u = 1;
  const Fairness::Set both = bits_of({t, u});
  const auto fairness = std::make_unique<Fairness>();
  fairness->begin(1);
  fairness->stepped(u, true, both, 2);  // its first window ends: S(u) was Tid
  EXPECT_FALSE(fairness->holds_back(u, both));
  fairness->stepped(u, false, both, 2);  // reads x
  EXPECT_FALSE(fairness->holds_back(u, both));
  fairness->stepped(u, true, both, 2);  // t was enabled all the time, and not scheduled
  EXPECT_TRUE(fairness->holds_back(u, both));
  EXPECT_FALSE(fairness->holds_back(t, both));
  fairness->stepped(t, false, bits_of({u}), 2);  // t has run: the edge is gone
  EXPECT_FALSE(fairness->holds_back(u, bits_of({u})));
}

}  // namespace
}  // namespace stalemate

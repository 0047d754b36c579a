// Reduced searches that are ended every few executions, saved, and resumed in a new search: what they emit
// and sum up is what one search does that is not ended.
#include <gtest/gtest.h>

#include <string>

#include "explore/reduction/context_bound.h"
#include "random_reduction.h"
#include "toy_search.h"

namespace stalemate::toy {
namespace {

using explore::Reduced;

// One line for each execution, and one for the summary.
struct Account {
  std::string text;
  std::uint64_t executions = 0;
};

class Writer final : public explore::Observer {
 public:
  explicit Writer(Account& account) : account_(account) {}

  explore::Next on_execution(const explore::Execution& execution) override {
    std::string& text = account_.text;
    text += std::to_string(execution.number) + ": " + std::to_string(execution.preemptions) + " " +
            std::to_string(execution.switches) + " " + std::to_string(execution.header->state) + " " +
            std::to_string(static_cast<int>(execution.header->outcome));
    for (const wire::Deviation& deviation : execution.item->deviations)
      text += " " + std::to_string(deviation.point) + "=" + std::to_string(deviation.choice);
    text += execution.prefix_differs || execution.malformed ? " does not fit\n" : "\n";
    ++account_.executions;
    return explore::Next::kGoOn;
  }

 private:
  Account& account_;
};

std::string text_of(const explore::Summary& s) {
  std::string text = "of " + std::to_string(s.executions) + ":";
  const auto list = [&text](const std::vector<std::uint64_t>& counts) {
    text += " (";
    for (const std::uint64_t count : counts) text += " " + std::to_string(count);
    text += " )";
  };
  list(s.per_bound);
  list(s.classes_per_bound);
  for (const std::uint64_t number :
       {std::uint64_t{s.completed ? *s.completed : 999}, std::uint64_t{s.complete}, std::uint64_t{s.exact},
        static_cast<std::uint64_t>(s.limit), static_cast<std::uint64_t>(s.reduced),
        static_cast<std::uint64_t>(s.gave_up), s.abandoned, s.classes.value_or(999), s.redundant, s.prefixes,
        std::uint64_t{s.steps_max}, std::uint64_t{s.blocking_max}, std::uint64_t{s.preemptions_max},
        std::uint64_t{s.threads_max}})
    text += " " + std::to_string(number);
  return text;
}

// How a search is ended: by its budget of so many executions, or from outside after as many.
struct Interruptions {
  std::uint64_t every = 0;  // 0: never
  bool by_budget = true;
};

std::string sealed(explore::Search& search) {
  std::string bytes;
  ByteSink sink([&bytes](std::string_view piece) { bytes += piece; });
  search.save(sink);
  sink.seal();
  return bytes;
}

bool load(explore::Search& search, std::string_view bytes) {
  if (!unseal(bytes)) return false;
  ByteSource source(bytes);
  return search.load(source) && source.at_end();
}

void drive(explore::Search& search, const Program& program, Dice& dice, const Workers& workers,
           const Account& account, std::uint64_t stop_at) {
  std::vector<explore::WorkItem> flying;
  while (!search.done()) {
    if (account.executions == stop_at) return search.stop();
    explore::WorkItem item;
    if (flying.size() < workers.in_flight && search.next(item)) {
      flying.push_back(item);
      continue;
    }
    if (search.done()) return;
    ASSERT_FALSE(flying.empty()) << "stuck";
    const std::size_t which = dice.below(flying.size());
    const explore::WorkItem chosen = flying[which];
    flying.erase(flying.begin() + static_cast<std::ptrdiff_t>(which));
    const Log log = run(program, chosen);
    search.finished(chosen.id, log.view());
  }
}

std::string explored(const Program& program, const Wish& wish, const Workers& workers,
                     const Interruptions& interruptions) {
  Account account;
  Writer writer(account);
  Dice dice(workers.seed + 1);
  std::string bytes;
  for (;;) {
    const std::uint64_t budget = interruptions.by_budget ? interruptions.every : 0;
    explore::Search search(explore::make_strategy(wish.strategy, wish.parameters), {budget}, writer, {},
                           wish.plan);
    if (!bytes.empty() && !load(search, bytes)) return account.text + "cannot be loaded";
    // Saving changes nothing.
    if (!search.done()) sealed(search);
    const std::uint64_t stop_at = interruptions.every == 0 || interruptions.by_budget
                                      ? ~std::uint64_t{0}
                                      : account.executions + interruptions.every;
    drive(search, program, dice, workers, account, stop_at);
    if (!search.can_save()) return account.text + text_of(search.summary());
    bytes = sealed(search);
  }
}

struct Case {
  std::string strategy;
  Reduced how;
  std::uint32_t in_flight;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.strategy << "-" << static_cast<int>(c.how) << "-" << c.in_flight;
}

class SavedSearch : public testing::TestWithParam<Case> {};

TEST_P(SavedSearch, ContinuesAsIfItHadNotEnded) {
  const int programs = GetParam().how == Reduced::kDpor ? 400 : 100;
  constexpr std::uint64_t kMostExecutions = 120;
  Dice dice(GetParam().in_flight * 7 + static_cast<std::uint64_t>(GetParam().how));
  std::uint64_t ended = 0;
  for (int i = 0; i < programs; ++i) {
    const Program program = random_reduction(dice, random_families(dice));
    Wish wish;
    wish.strategy = GetParam().strategy;
    wish.parameters.preemptions = dice.below(3) == 0 ? std::optional<std::uint32_t>() : 2;
    wish.plan.how = GetParam().how;
    wish.plan.speculative = GetParam().in_flight;
    if (wish.plan.how == Reduced::kDpor) wish.plan.fair = 0;  // the toy worker knows no fairness
    Workers workers;
    workers.in_flight = GetParam().in_flight;
    workers.seed = static_cast<std::uint64_t>(i) + 1;
    const std::string whole = explored(program, wish, workers, {});
    if (static_cast<std::uint64_t>(std::count(whole.begin(), whole.end(), '\n')) > kMostExecutions) continue;
    for (const std::uint64_t every : {1 + dice.below(2), 3 + dice.below(20)}) {
      for (const bool by_budget : {true, false}) {
        ASSERT_EQ(explored(program, wish, workers, {every, by_budget}), whole)
            << "program " << i << ", ended every " << every << (by_budget ? " by its budget" : "");
        ++ended;
      }
    }
  }
  EXPECT_GT(ended, 100u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SavedSearch,
                         testing::Values(Case{"icb", Reduced::kPor, 1}, Case{"icb", Reduced::kPor, 4},
                                         Case{"icb", Reduced::kCache, 3}, Case{"dfs", Reduced::kPor, 2},
                                         Case{"dpor", Reduced::kDpor, 1}, Case{"dpor", Reduced::kDpor, 5}));

// The first child ends with a choice, and main looks whether it has ended only where another thread was
// faster: in executions that follow from the first one, in which the choice has been made.
TEST(SavedSearch, KeepsWhatChoicesAddToTheirSteps) {
  const Body main = {
      {Op::kCreate, 1},       {Op::kCreate, 2},     {Op::kCreate, 3}, {Op::kJoin, 1}, {Op::kLoad, 0, 0},
      {Op::kUnless, 0, 1, 1}, {Op::kTryJoin, 0, 1}, {Op::kJoin, 0},   {Op::kJoin, 2}, {Op::kExit}};
  Program program;
  program.bodies = {main, {{Op::kAdd, 1, 1}, {Op::kPick, 0, 2}}, {{Op::kAdd, 2, 1}}, {{Op::kStore, 0, 1}}};
  Wish wish;
  wish.strategy = "dpor";
  wish.plan.how = Reduced::kDpor;
  const std::string whole = explored(program, wish, {}, {});
  // Of both values: the store comes later, or earlier and the child has ended, or not.
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 6);
  EXPECT_EQ(explored(program, wish, {}, {1, true}), whole);
}

// The limit of prefixes grows with the executions, those before the search was saved included.
TEST(SavedSearch, ContinuesWithThePrefixesThatItsExecutionsMayCost) {
  const Program program = forked(3, repeat(kFaa, 3));
  for (const Reduced how : {Reduced::kCache, Reduced::kPor}) {
    Wish wish;
    wish.plan.how = how;
    wish.plan.most_prefixes_each = 40;
    const std::string whole = explored(program, wish, {}, {});
    EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 1680) << "classes";
    EXPECT_EQ(explored(program, wish, {}, {200, true}), whole);
  }
}

struct Small {
  Program program = forked(2, {{Op::kLock, 0}, {Op::kAdd, 0, 1}, {Op::kUnlock, 0}, {Op::kLoad, 0, 0}});
  std::string strategy = "icb";
  Account account;
  Writer writer{account};
  explore::ReductionPlan plan;
  explicit Small(Reduced how = Reduced::kPor) {
    plan.how = how;
    if (how != Reduced::kDpor) return;
    strategy = "dpor";
    // The first execution leaves much to be done: trees with several leaves, and choices.
    program = forked(3, {{Op::kChoose, 0, 3}, {Op::kAdd, 0, 1}, {Op::kAdd, 1, 1}, {Op::kLoad, 0, 0}});
  }
  explore::Search fresh() {
    return explore::Search(explore::make_strategy(strategy, {}), {3}, writer, {}, plan);
  }
  std::string bytes() {
    explore::Search search = fresh();
    Dice dice(1);
    drive(search, program, dice, {}, account, ~std::uint64_t{0});
    return search.can_save() ? sealed(search) : "";
  }
};

TEST(SavedSearch, IsNotLoadedFromDamagedBytes) {
  Small small;
  const std::string good = small.bytes();
  ASSERT_GT(good.size(), 500u);
  {
    explore::Search search = small.fresh();
    ASSERT_TRUE(load(search, good));
  }
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1 << at % 8);
    std::string_view content = bad;
    ASSERT_FALSE(unseal(content)) << "byte " << at;
    content = std::string_view(good).substr(0, at);
    ASSERT_FALSE(unseal(content)) << at << " bytes";
  }
}

class DamagedSearch : public testing::TestWithParam<Reduced> {};

// Without their seal, too: whatever is missing is noticed.
TEST_P(DamagedSearch, IsNotLoadedFromTheBeginningOfItsBytes) {
  Small small(GetParam());
  const std::string good = small.bytes();
  std::string_view content = good;
  ASSERT_TRUE(unseal(content));
  for (std::size_t length = 0; length < content.size(); ++length) {
    explore::Search search = small.fresh();
    ByteSource source(content.substr(0, length));
    ASSERT_FALSE(search.load(source)) << length << " bytes";
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, DamagedSearch,
                         testing::Values(Reduced::kPor, Reduced::kCache, Reduced::kDpor));

// Bytes that have changed may make sense. Then the search that they describe is run, whatever it finds.
TEST(SavedSearch, DoesNoHarmWhereItsBytesHaveChanged) {
  constexpr int kPrograms = 100, kChanges = 200;
  Dice dice(29);
  int refused = 0, tried = 0;
  for (int i = 0; i < kPrograms; ++i) {
    Small small(Reduced::kDpor);
    small.plan.fair = 0;
    if (i > 0) small.program = random_reduction(dice, random_families(dice));
    const std::string good = small.bytes();
    std::string_view content = good;
    if (!unseal(content)) continue;
    for (int change = 0; change < kChanges; ++change, ++tried) {
      std::string bad(content);
      char& byte = bad[dice.below(bad.size())];
      byte = static_cast<char>(
          byte ^ (dice.below(2) == 0 ? 1 << dice.below(8) : 1 + static_cast<int>(dice.below(255))));
      explore::Search search = small.fresh();
      ByteSource source(bad);
      if (search.load(source) && source.at_end())
        drive(search, small.program, dice, {}, small.account, ~std::uint64_t{0});
      else
        ++refused;
    }
  }
  EXPECT_GT(tried, 10000);
  EXPECT_GT(refused, tried / 3);
}
// In its own order, which crowds a table that grows on the way.
TEST(SavedSearch, FindsRoomForAllOfATable) {
  explore::PrefixTable table(explore::default_memory()), other(explore::default_memory());
  for (std::uint64_t n = 1; n <= 20000; ++n) {
    explore::PrefixRecord record;
    record.hash = Hash128{n, n * 0x9e3779b97f4a7c15u};
    record.known = true;
    table.insert(record);
  }
  other.reserve(table.size());
  const std::uint64_t room = other.bytes();
  table.for_each([&other](const explore::PrefixRecord& record) { other.insert(record); });
  EXPECT_EQ(other.size(), table.size());
  EXPECT_EQ(other.bytes(), room);
  EXPECT_EQ(other.bytes(), table.bytes());
}

TEST(SavedSearch, IsOfTheSameKind) {
  Small small;
  const std::string good = small.bytes();
  small.plan.how = Reduced::kCache;
  explore::Search cache = small.fresh();
  EXPECT_FALSE(load(cache, good));
  small.plan.how = Reduced::kNone;
  explore::Search none = small.fresh();
  EXPECT_FALSE(none.can_save());
  EXPECT_FALSE(load(none, good));
}

TEST(SavedSearch, IsNotThereWhenItCameToItsEnd) {
  Small small;
  explore::Search search(explore::make_strategy("icb", {}), {}, small.writer, {}, small.plan);
  Dice dice(1);
  drive(search, small.program, dice, {}, small.account, ~std::uint64_t{0});
  EXPECT_FALSE(search.can_save());
}

}  // namespace
}  // namespace stalemate::toy

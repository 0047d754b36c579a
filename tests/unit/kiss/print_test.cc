#include "kiss/print.h"

#include <gtest/gtest.h>

#include "bluetooth.h"
#include "enumerate.h"

namespace stalemate::kiss {
namespace {

TEST(PrintedBluetooth, RacesOnTheFlagWithAnEmptySet) {
  const Enumerated driver(bluetooth(false));
  EXPECT_GT(driver.run({0, "DEVICE_EXTENSION.stoppingFlag"}).failed(kRace), 0);
  EXPECT_EQ(driver.run({0, "DEVICE_EXTENSION.pendingIo"}).failed(kRace), 0);  // atomic everywhere
}

TEST(PrintedBluetooth, FailsItsAssertionWithOneThreadInTheSetAndNotBefore) {
  const Enumerated driver(bluetooth(false));
  const Seen empty = driver.run({0});
  EXPECT_TRUE(empty.failures.empty());
  EXPECT_EQ(empty.ends.count(kLoopsCut), 0u);
  const Seen one = driver.run({1});
  EXPECT_GT(one.failed(kAssertion), 0);
  EXPECT_EQ(one.failures.size(), 1u);
}

TEST(PrintedBluetooth, DoesNotFailWhenFixed) {
  for (const int adders : {1, 2}) {
    const Enumerated driver(bluetooth(true, adders));
    for (const int ts : {0, 1, 2}) EXPECT_TRUE(driver.run({ts}).failures.empty()) << adders << ' ' << ts;
  }
}

TEST(PrintedPrograms, CompileWithoutAWarning) {
  const Enumerated driver(bluetooth(false, 2));
  for (const char* compiler : {"gcc", "clang-14", "clang-19"}) {
    if (complaints(compiler, "int x;\n") != "") continue;  // not here
    EXPECT_EQ(complaints(compiler, driver.printed().source), "") << compiler;
    EXPECT_EQ(complaints(compiler + std::string(" -DKISS_TS=1"), driver.printed().source), "") << compiler;
  }
}

Program two_threads(const std::vector<Statement>& main, const std::vector<Statement>& thread) {
  Program program;
  program.sources = {"two.c"};
  program.types = {"struct S { int f; };"};
  program.prototypes = {"void observe(int what, int value);"};
  program.globals = {"int x", "int y", "int lock0", "int lock1", "struct S a, b"};
  program.functions = {create_model(),
                       join_model(),
                       acquire_model(),
                       release_model(),
                       function("void *", "other", "void *argument", {"int t = 0"}, thread),
                       function("int", "kiss_main", "void", {"int t = 0"}, main)};
  program.entry = "kiss_main()";
  return program;
}

std::vector<Statement> times(int n, const Statement& statement) {
  return std::vector<Statement>(static_cast<std::size_t>(n), statement);
}
std::vector<Statement> create_then(const std::vector<Statement>& rest) {
  std::vector<Statement> all = {model_call("create(other, 0)")};
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

// The other thread starts before one of main's n writes, after the last, or never. It stops before one of its
// m writes or not at all; main never stops. With reads in place of writes it stops at its start or not at
// all. An empty set makes it run where it is created.
TEST(PathsOfTwoStraightThreads, AreAsManyAsTheFormulaSays) {
  for (const int n : {1, 3})
    for (const int m : {1, 2, 4}) {
      const std::vector<Statement> main = create_then(times(n, write("x = 1", "x")));
      const Enumerated writing(two_threads(main, times(m, write("y = 1", "y"))));
      EXPECT_EQ(writing.run({1}).paths, (n + 1) * (m + 1) + 1);
      EXPECT_EQ(writing.run({0}).paths, m + 1);
      const Enumerated reading(two_threads(main, times(m, read("t = y", "y"))));
      EXPECT_EQ(reading.run({1}).paths, (n + 1) * 2 + 1);
      EXPECT_EQ(reading.run({0}).paths, 2);
    }
}

TEST(PrintedThreads, MayNotRunAtAllWhereTheSetIsFull) {
  const Enumerated printed(
      two_threads(create_then({read("t = x", "x"), local("observe(1, t)")}), {write("x = 1", "x")}));
  EXPECT_EQ(printed.run({0}).observed, (std::set<std::pair<int, int>>{{1, 0}, {1, 1}}));
}

// The other thread has to stop at an access of the same field of another object, and main must still find the
// race.
TEST(PrintedThreads, StopAtOtherObjectsWithoutSpoilingARace) {
  Program program = two_threads(
      create_then({read("t = x", "x"),
                   branch("t == 1", {model_call("create(third, 0)"), read("t = b.f", "b.f", "S.f")})}),
      {write("x = 1", "x"), read("t = a.f", "a.f", "S.f"), write("x = 0", "x")});
  program.functions.push_back(
      function("void *", "third", "void *argument", {}, {write("b.f = 1", "b.f", "S.f")}));
  const Enumerated printed(program);
  EXPECT_GT(printed.run({0, "S.f"}).failed(kRace), 0);
  EXPECT_EQ(printed.run({0}).failures.size(), 0u);
}

std::vector<Statement> with_locks(const std::string& first, const std::string& second) {
  return {model_call("acquire(&" + first + ")"), model_call("acquire(&" + second + ")"),
          model_call("release(&" + second + ")"), model_call("release(&" + first + ")")};
}

TEST(PrintedLocks, DeadlockOnlyWhereTheirOrdersDiffer) {
  const Enumerated wrong(
      two_threads(create_then(with_locks("lock0", "lock1")), with_locks("lock1", "lock0")));
  EXPECT_GT(wrong.run({1}).failed(kDeadlock), 0);
  const Enumerated right(
      two_threads(create_then(with_locks("lock0", "lock1")), with_locks("lock0", "lock1")));
  EXPECT_TRUE(right.run({1}).failures.empty());
}

// A member may have the name of a variable that the region assigns; a variable that its addresses need may
// not change.
TEST(PrintedLocks, AreKnownToBlockWhereTheirAddressesStillMeanTheSame) {
  Program program = two_threads({write("a.f = 1", "a.f"), model_call("wait(&a)")}, {});
  Function wait = function("void", "wait", "struct S *s", {"int f = 0"},
                           {begin(), read("f = s->f", "s->f"), assume("f == 0"), end()});
  wait.is_model = true;
  program.functions.push_back(wait);
  EXPECT_EQ(Enumerated(program).run({0}).failed(kDeadlock), 1);
  program.functions.back().body.insert(program.functions.back().body.begin() + 2, local("s = 0"));
  EXPECT_EQ(Enumerated(program).run({0}).failed(kDeadlock), 0);
}

TEST(PrintedLocks, TellStepsThatHappenedAndThoseThatCannot) {
  const Enumerated printed(
      two_threads({model_call("acquire(&lock0)"), model_call("acquire(&lock0)"), write("x = 1", "x")}, {}));
  const Seen seen = printed.run({0});
  ASSERT_EQ(seen.failed(kDeadlock), 1);
  EXPECT_EQ(seen.events, (std::vector<std::pair<int, int>>{{0, 1}, {0, -2}}));
}

TEST(PrintedLoops, EndAtTheirBounds) {
  Statement loop =
      plain(StatementKind::kLoop, "", {read("t = x", "x"), branch("t == 9", {plain(StatementKind::kBreak)})});
  loop.counted = true;
  // Rounds count where a thread that waits could run; without one they follow from what is there.
  EXPECT_GE(Enumerated(two_threads(create_then({loop}), {})).run({1}).ends.at(kLoopsCut), 1);
  EXPECT_EQ(Enumerated(two_threads({loop}, {})).run({0}).ends.at(kLongLoopCut), 1);
  loop.counted = false;
  EXPECT_EQ(Enumerated(two_threads({loop}, {})).run({0}).ends.at(kLongLoopCut), 1);
  Statement label = plain(StatementKind::kLabel, "again");
  label.counted = true;
  const Enumerated jumping(
      two_threads(create_then({label, read("t = x", "x"), plain(StatementKind::kGoto, "again")}), {}));
  EXPECT_GE(jumping.run({1}).ends.at(kLoopsCut), 1);
}

TEST(PrintedLoops, ThatSpinWaitForOthers) {
  Statement loop =
      plain(StatementKind::kLoop, "", {read("t = x", "x"), branch("t", {plain(StatementKind::kBreak)})});
  loop.spins = true;
  const Enumerated printed(two_threads(create_then({loop, local("observe(1, t)")}), {write("x = 1", "x")}));
  const Seen seen = printed.run({1});
  EXPECT_EQ(seen.observed, (std::set<std::pair<int, int>>{{1, 1}}));
  EXPECT_TRUE(seen.ends.empty());
}

TEST(PrintedRecursion, EndsAtItsBound) {
  Program program = two_threads({call("t = deeper(0)"), assert_that("t == 3")}, {});
  Function deeper =
      function("int", "deeper", "int level", {"int t = 0"},
               {branch("level == 3", {give_back("level")}), call("t = deeper(level + 1)"), give_back("t")});
  deeper.recursive = true;
  program.functions.push_back(deeper);
  const Enumerated printed(program);
  EXPECT_TRUE(printed.run({0, "", 4, 3}).ends.empty());
  EXPECT_TRUE(printed.run({0, "", 4, 3}).failures.empty());
  EXPECT_EQ(printed.run({0, "", 4, 2}).ends.at(kRecursionCut), 1);
}

TEST(PrintedRegions, AreNotInterrupted) {
  const std::vector<Statement> twice = {begin(), write("x = 1", "x"), write("x = 0", "x"), end()};
  const Enumerated printed(two_threads(create_then({read("t = x", "x"), local("observe(1, t)")}), twice));
  EXPECT_EQ(printed.run({1}).observed, (std::set<std::pair<int, int>>{{1, 0}}));
}

// An assumption after a write of its region: the region does not happen.
TEST(PrintedRegions, ThatFailLateDoNotHappen) {
  const std::vector<Statement> late = {begin(), write("x = 1", "x"), read("t = y", "y"), assume("t"), end()};
  const Enumerated printed(two_threads(create_then({read("t = x", "x"), local("observe(1, t)")}), late));
  EXPECT_EQ(printed.run({1}).observed, (std::set<std::pair<int, int>>{{1, 0}}));
}

TEST(PrintedRegions, CanBeLeftFromWithin) {
  Statement loop = plain(StatementKind::kLoop, "",
                         {begin(), write("y = 1", "y"), branch("1", {plain(StatementKind::kBreak)}), end()});
  const Enumerated printed(two_threads(create_then({loop, write("x = 1", "x"), write("x = 2", "x")}),
                                       {read("t = x", "x"), local("observe(1, t)")}));
  EXPECT_EQ(printed.run({1}).observed, (std::set<std::pair<int, int>>{{1, 0}, {1, 1}, {1, 2}}));
}

// Section 4: another kiss_schedule(). This one runs every thread as soon as it can, so nobody sees x at 0.
TEST(PrintedSchedulers, CanBeReplaced) {
  const Program program = two_threads(create_then({read("t = x", "x"), local("observe(1, t)")}),
                                      {write("x = 1", "x"), write("x = 2", "x")});
  EXPECT_EQ(Enumerated(program).run({1}).observed.size(), 3u);
  const Enumerated eager(
      program, "static void kiss_schedule(void) {\n  while (kiss_size() > 0) kiss_run(kiss_get(0));\n}\n");
  EXPECT_EQ(eager.run({1}).observed.size(), 3u);  // it may still stop before its first step, or its second
  EXPECT_EQ(eager.run({1}).paths, 3);
}

TEST(PrintedExits, EndTheProcess) {
  const Enumerated printed(
      two_threads(create_then({plain(StatementKind::kExit), assert_that("0")}), {write("x = 1", "x")}));
  const Seen seen = printed.run({1});
  EXPECT_TRUE(seen.failures.empty());
  EXPECT_EQ(seen.ends.at(kExited), seen.paths);
}

TEST(PrintedAccesses, ThatAreBenignDoNotRace) {
  Statement benign = write("x = 1", "x");
  EXPECT_GT(Enumerated(two_threads(create_then({read("t = x", "x")}), {benign})).run({0, "x"}).failed(kRace),
            0);
  benign.access->benign = true;
  EXPECT_EQ(Enumerated(two_threads(create_then({read("t = x", "x")}), {benign})).run({0, "x"}).failed(kRace),
            0);
}

TEST(PrintedAccesses, ThatDoNotWriteAfterAllAreReads) {
  Statement exchange = write("t = x, x = t == 7 ? 8 : t", "x");
  exchange.access->kind = AccessKind::kUpdate;
  exchange.access->atomic = true;
  const auto races = [&] {
    return Enumerated(two_threads(create_then({read("t = x", "x")}), {exchange})).run({0, "x"}).failed(kRace);
  };
  EXPECT_GT(races(), 0);
  exchange.access->writes_if = "x == 7";
  EXPECT_EQ(races(), 0);
  exchange.access->writes_if = "x == 0";
  EXPECT_GT(races(), 0);
}

TEST(PrintedComments, EndWhereTheyShould) {
  Statement odd = local("t = 1");
  odd.shown = "*/ int broken; /* \n x";
  const Enumerated printed(two_threads({odd}, {}));
  EXPECT_EQ(printed.run({0}).paths, 1);
}

}  // namespace
}  // namespace stalemate::kiss

// Exactness: the paths that engines walk are those of a plain enumeration, each of them once.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "checked_program.h"
#include "choice_program.h"

namespace stalemate::kiss {
namespace {

// As many programs, with and without failures, as have few enough paths.
TEST(Paths, AreThoseOfAPlainEnumeration) {
  unsigned compared = 0, failing = 0;
  for (std::uint32_t seed = 1; compared < 40; ++seed) {
    const ChoiceProgram program = ChoiceProgram::random(seed);
    if (!program.enumerate(2, 20'000) || program.enumerate(2, 20'000)->count < 8) continue;
    const CheckedProgram checked(program.text());
    for (int bound = 0; bound <= 2; ++bound) {
      const ChoiceProgram::Paths expected = *program.enumerate(bound, 20'000);
      const CheckResult plain = checked.check(ts(static_cast<std::uint32_t>(bound)), uncached());
      SCOPED_TRACE("seed " + std::to_string(seed) + " ts " + std::to_string(bound) + "\n" + program.text());
      ASSERT_EQ(plain.paths, expected.count);
      ASSERT_EQ(plain.blocked, expected.blocked);
      ASSERT_EQ(plain.cut_loops, expected.cut_loops);
      ASSERT_EQ(plain.failure.has_value(), expected.failure.has_value());
      const CheckResult cached = checked.check(ts(static_cast<std::uint32_t>(bound)), Resources{});
      ASSERT_EQ(cached.ending, plain.ending);
      ASSERT_LE(cached.paths, plain.paths);
      if (expected.failure) {
        ++failing;
        ASSERT_EQ(plain.failure->choices, *expected.failure);
        ASSERT_EQ(plain.failure->statement, expected.statement);
        ASSERT_EQ(cached.failure->choices, *expected.failure);
      }
    }
    ++compared;
  }
  EXPECT_GT(failing, 15u);
  EXPECT_LT(failing, 105u);
}

// Each program keeps its first choice in one place only, and fails if a later one finds it there: were the
// place not part of the state, the second of the first choices would be cut off.
TEST(Paths, StatesDifferInEveryPlaceOfTheProgram) {
  const char* const places[] = {
      "int global; void kiss_program(void) { global = kiss_choose(2); if (kiss_choose(2) && global) "
      "kiss_fail(1, 1); }",
      "int large[50000]; void kiss_program(void) { large[40000] = kiss_choose(2); "
      "if (kiss_choose(2) && large[40000]) kiss_fail(1, 1); }",
      "void kiss_program(void) { int *heap = kiss_malloc(9000); heap[2000] = kiss_choose(2); "
      "if (kiss_choose(2) && heap[2000]) kiss_fail(1, 1); }",
      "void kiss_program(void) { int *kept = kiss_keep(4); *kept = kiss_choose(2); "
      "if (kiss_choose(2) && *kept) kiss_fail(1, 1); }",
      "void kiss_program(void) { volatile int stack = kiss_choose(2); if (kiss_choose(2) && stack) "
      "kiss_fail(1, 1); }",
      "void kiss_program(void) { int saved = kiss_choose(2); if (kiss_choose(2) && saved) kiss_fail(1, 1); }",
      "__attribute__((noinline)) static int ask(void) { return kiss_choose(2) + 1; }\n"
      "void kiss_program(void) { if (kiss_choose(2)) { if (ask() == 2) kiss_fail(1, 1); } else ask(); }",
      // What a choice is among may be nowhere in memory afterwards.
      "void kiss_program(void) { if (kiss_choose(kiss_choose(2) ? 3 : 2) == 2) kiss_fail(1, 1); }",
      // A block that was freed is in no variable.
      "void kiss_program(void) { void *a = kiss_malloc(8), *b = kiss_malloc(8); if (kiss_choose(2)) "
      "kiss_free(a); "
      "else kiss_free(b); kiss_choose(2); if (kiss_malloc(8) == a) kiss_fail(1, 1); }",
  };
  for (const char* const text : places) {
    const CheckedProgram program(std::string("#include \"kiss.h\"\n") + text);
    EXPECT_EQ(program.check(Bounds{}, Resources{}).ending, Ending::kFailure) << text;
  }
}

// And in nothing else: what was left below the stack by then lies in frames that are made later.
TEST(Paths, StatesDoNotDifferInWhatIsDead) {
  const CheckedProgram program(R"(#include "kiss.h"
static __attribute__((noinline)) int below(int n) { volatile int left[40]; for (int i = 0; i < 40; i++) left[i] = n; return left[7]; }
static __attribute__((noinline)) void ask(void) { volatile int unset[60]; __asm__ volatile("" : : "r"(unset) : "memory"); kiss_choose(2); }
void kiss_program(void) {
  volatile int first = kiss_choose(4);
  below(first);
  kiss_choose(3);
  if (first == 9) kiss_fail(KISS_ASSERTION, 1);
  first = 0;
  ask();
})");
  const CheckResult result = program.check(Bounds{}, Resources{});
  EXPECT_EQ(result.states, 1u + 4u + 1u);  // `first` is known to the second choice, and gone in the third
  EXPECT_EQ(result.pruned, 4u * 3u - 1u);
  EXPECT_EQ(result.paths, result.pruned + 2u);
}

// Every path writes its choices to a file, slowly enough for the others to come and ask for a part.
std::string noted_paths(const std::string& file, const std::string& at_the_end) {
  return R"(#include "kiss.h"
#include <fcntl.h>
#include <unistd.h>
static char taken[16];
static int count;
static int take(int n) {
  const int choice = kiss_choose(n);
  taken[count++] = (char)('0' + choice);
  return choice;
}
void kiss_program(void) {
  for (int i = 0; i < 6; i++)
    if (take(2 + i % 2) == 1 && i == 2) take(3);
  taken[count] = '\n';
  const int file = open(")" +
         file + R"(", O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (write(file, taken, (unsigned)count + 1) < 0) kiss_fail(KISS_ABORT, 1);
  close(file);
  usleep(300);
)" + at_the_end +
         "}\n";
}

TEST(Paths, AreWalkedOnceByAnyNumberOfEngines) {
  for (std::uint32_t jobs = 1; jobs <= 3; ++jobs) {
    const std::string file =
        testing::TempDir() + "kiss-paths-" + std::to_string(getpid()) + std::to_string(jobs);
    std::filesystem::remove(file);
    const CheckResult result = CheckedProgram(noted_paths(file, "")).check(Bounds{}, uncached(jobs));
    std::map<std::string, int> seen;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) ++seen[line];
    // 2 * 3 * (1 + 3) * 3 * 2 * 3: the third level has a fourth under its second choice.
    EXPECT_EQ(seen.size(), 432u) << jobs << " engines";
    for (const auto& [path, times] : seen) EXPECT_EQ(times, 1) << path << " with " << jobs << " engines";
    EXPECT_EQ(result.paths, 432u);
    EXPECT_EQ(result.ending, Ending::kComplete);
    std::filesystem::remove(file);
  }
}

TEST(Paths, EndAtTheSameFailureWithAnyNumberOfEngines) {
  const CheckedProgram program(noted_paths("/dev/null", R"(
  kiss_assume(taken[5] != '0' || taken[4] != '1');
  if (taken[0] == '1' && taken[3] == '2') kiss_fail(KISS_ASSERTION, 7);
)"));
  const CheckResult one = program.check(Bounds{}, uncached(1));
  ASSERT_EQ(one.ending, Ending::kFailure);
  EXPECT_GT(one.paths, 216u);  // all of those that start with 0, and more
  EXPECT_GT(one.blocked, 0u);
  for (std::uint32_t jobs : {2u, 3u, 3u}) {
    const CheckResult many = program.check(Bounds{}, uncached(jobs));
    ASSERT_EQ(many.ending, Ending::kFailure);
    EXPECT_EQ(many.failure->choices, one.failure->choices);
    EXPECT_EQ(many.failure->path, one.failure->path);
    EXPECT_EQ(many.paths, one.paths);
    EXPECT_EQ(many.blocked, one.blocked);
  }
}

TEST(Paths, RunOutAtTheSamePlaceWithAnyNumberOfEngines) {
  const CheckedProgram program(
      noted_paths("/dev/null", "  kiss_assume(taken[5] != '0' || taken[4] != '1');\n"));
  for (const std::uint64_t limit : {100u, 431u, 432u}) {
    Resources resources = uncached(1);
    resources.paths = limit;
    const CheckResult one = program.check(Bounds{}, resources);
    EXPECT_EQ(one.paths, limit);
    EXPECT_EQ(one.ending, limit == 432 ? Ending::kComplete : Ending::kOutOfResources);
    EXPECT_EQ(one.limit, limit == 432 ? "" : "paths");
    resources.jobs = 3;
    const CheckResult many = program.check(Bounds{}, resources);
    EXPECT_EQ(many.ending, one.ending);
    EXPECT_EQ(many.paths, one.paths);
    EXPECT_EQ(many.blocked, one.blocked);
  }
}

}  // namespace
}  // namespace stalemate::kiss

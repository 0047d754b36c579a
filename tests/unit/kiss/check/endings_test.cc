// How a path may end other than by itself, and what a program finds when it starts again.
#include <gtest/gtest.h>
#include <signal.h>

#include <thread>

#include "checked_program.h"

namespace stalemate::kiss {
namespace {

CheckResult checked(const std::string& body, const Resources& resources = uncached()) {
  return CheckedProgram("#include \"kiss.h\"\nint kiss_self;\n" + body).check(Bounds{}, resources);
}

void expect_crash(const std::string& statement, int signal) {
  const CheckResult result = checked(
      "#include <stdlib.h>\nstatic volatile int zero; static int *volatile null;\n"
      "void kiss_program(void) { if (kiss_choose(3) == 1) { kiss_tell(2, 5); " +
      statement + " } }");
  ASSERT_EQ(result.ending, Ending::kFailure) << statement;
  EXPECT_EQ(result.failure->kind, signal == SIGABRT ? "abort" : "crash");
  EXPECT_EQ(result.failure->signal, signal);
  EXPECT_EQ(result.failure->choices, std::vector<std::uint32_t>{1});
  EXPECT_EQ(result.failure->statement, 5);
  EXPECT_EQ(result.failure->events, (std::vector<Event>{{2, 5}}));
}

TEST(Endings, CrashesAreFailures) {
  expect_crash("*null = 1;", SIGSEGV);
  expect_crash("zero = 5 / zero;", SIGFPE);
  expect_crash("__builtin_trap();", SIGILL);
  expect_crash("abort();", SIGABRT);
  expect_crash("((void (*)(void))null)();", SIGSEGV);
}

TEST(Endings, PathsGoOnAfterAStackOverflow) {
  const CheckResult result = checked(R"(
static int deep(volatile int *n) { volatile int here[64]; here[0] = *n; return deep(here) + here[0]; }
static int runs;
void kiss_program(void) {
  int n = kiss_choose(3);
  if (runs++ != 0) kiss_fail(KISS_ASSERTION, 1);
  if (n == 1) deep(&n);
})");
  EXPECT_EQ(result.ending, Ending::kComplete);
  EXPECT_EQ(result.paths, 3u);
  EXPECT_TRUE(result.cut_recursion);
}

TEST(Endings, EveryPathStartsWithTheSameMemory) {
  const CheckResult result = checked(R"(
static int counter = 7, large[100000];
static int dirty(void) { volatile int left[50]; for (int i = 0; i < 50; i++) left[i] = 9; return left[3]; }
static int residue(void) { volatile int left[50]; int sum = 0; for (int i = 0; i < 50; i++) sum |= left[i]; return sum; }
void kiss_program(void) {
  if (residue() != 0) kiss_fail(KISS_ASSERTION, 4);
  int *first = kiss_malloc(100);
  if (counter != 7 || large[70000] != 0) kiss_fail(KISS_ASSERTION, 1);
  if (*first != 0) kiss_fail(KISS_ASSERTION, 2);
  if (first != (int *)kiss_bounds && ((unsigned long)first & 15) != 0) kiss_fail(KISS_ASSERTION, 3);
  *first = 1; counter++; large[70000] = 5 + kiss_choose(4); kiss_choose(2 + (int)((unsigned long)first / 16 % 64)); large[3] = dirty();
})");
  EXPECT_EQ(result.ending, Ending::kComplete) << result.failure->statement;
  EXPECT_GE(result.paths, 8u);
}

TEST(Endings, TheHeapUsesFreedBlocksAgainAndKnowsItsOwn) {
  const CheckResult right = checked(R"(
void kiss_program(void) {
  char *a = kiss_malloc(40), *b = kiss_calloc(3, 5);
  a[39] = 3;
  kiss_free(a);
  char *c = kiss_malloc(33);
  if (c != a || c[39] != 0 || b[14] != 0 || b == a) kiss_fail(KISS_ASSERTION, 1);
  c[32] = 8;
  c = kiss_realloc(c, 5000);
  if (c == a || c[32] != 8 || c[4999] != 0) kiss_fail(KISS_ASSERTION, 2);
  kiss_free(0); kiss_free(c); kiss_free(b);
  if (kiss_malloc(5000) != c) kiss_fail(KISS_ASSERTION, 3);
})");
  EXPECT_EQ(right.ending, Ending::kComplete);
  const CheckResult twice =
      checked("void kiss_program(void) { void *a = kiss_malloc(8); kiss_free(a); kiss_free(a); }");
  ASSERT_EQ(twice.ending, Ending::kFailure);
  EXPECT_EQ(twice.failure->kind, "double-free");
  const CheckResult foreign = checked("void kiss_program(void) { int a = 0; kiss_free(&a); }");
  EXPECT_EQ(foreign.ending, Ending::kFailure);
  const CheckResult beyond =
      checked("void kiss_program(void) { int *a = kiss_malloc(16); a[5] = kiss_choose(2); kiss_malloc(8); }");
  ASSERT_EQ(beyond.ending, Ending::kFailure);
  EXPECT_EQ(beyond.failure->kind, "misuse");
  EXPECT_EQ(beyond.failure->choices, std::vector<std::uint32_t>{1});
  const CheckResult far = checked("void kiss_program(void) { int *a = kiss_malloc(16); a[1000000] = 1; }");
  ASSERT_EQ(far.ending, Ending::kFailure);
  EXPECT_EQ(far.failure->kind, "crash");
}

TEST(Endings, AHeapWithoutEndRunsOutOfMemory) {
  Resources resources = uncached();
  resources.memory = 1 << 20;
  const CheckResult result = checked("void kiss_program(void) { for (;;) kiss_malloc(1000); }", resources);
  EXPECT_EQ(result.ending, Ending::kOutOfResources);
  EXPECT_EQ(result.limit, "memory");
}

TEST(Endings, APathWithoutEndIsNoticed) {
  Resources resources = uncached();
  resources.path_time = std::chrono::seconds(1);
  const CheckResult result = checked(
      "static volatile int on = 1; void kiss_program(void) { if (kiss_choose(2)) while (on) continue; }",
      resources);
  EXPECT_EQ(result.ending, Ending::kOutOfResources);
  EXPECT_EQ(result.limit, "endless-path");
  EXPECT_EQ(result.paths, 1u);
}

TEST(Endings, ManyChoicesOnOnePathRunOut) {
  const CheckResult result = checked("void kiss_program(void) { for (;;) kiss_choose(2); }");
  EXPECT_EQ(result.ending, Ending::kOutOfResources);
  EXPECT_EQ(result.limit, "choices");
}

TEST(Endings, TimeRunsOut) {
  Resources resources = uncached(2);
  resources.time = std::chrono::milliseconds(100);
  const CheckResult result =
      checked("void kiss_program(void) { for (int i = 0; i < 60; i++) kiss_choose(2); }", resources);
  EXPECT_EQ(result.ending, Ending::kOutOfResources);
  EXPECT_EQ(result.limit, "time");
  EXPECT_GT(result.paths, 0u);
}

TEST(Endings, AnInterruptionEndsTheSearch) {
  std::atomic<bool> interrupted = false;
  Resources resources = uncached(2);
  resources.interrupted = &interrupted;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    interrupted = true;
  });
  const CheckResult result =
      checked("void kiss_program(void) { for (int i = 0; i < 60; i++) kiss_choose(2); }", resources);
  user.join();
  EXPECT_EQ(result.ending, Ending::kInterrupted);
}

TEST(Endings, ADeadEngineIsNamedWithItsPath) {
  const CheckedProgram program(
      "#include \"kiss.h\"\n#include <signal.h>\n#include <unistd.h>\n"
      "void kiss_program(void) { if (kiss_choose(2) && kiss_choose(3) == 2) kill(getpid(), SIGKILL); }");
  const Result<CheckResult> result = program.try_check(Bounds{}, uncached());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().sentence, "an engine was killed by signal 9 on the path 1 2");
}

TEST(Endings, AProgramThatDoesNotRepeatItselfIsNoticed) {
  const CheckedProgram program(
      "#include \"kiss.h\"\n#include <fcntl.h>\n#include <unistd.h>\n"
      "void kiss_program(void) { int n = getppid(), f = open(\"/dev/null\", O_RDONLY); (void)n;\n"
      "  for (int i = 0; i < 3; i++) kiss_choose(f % 2 + 2); }");  // descriptors add up
  const Result<CheckResult> result = program.try_check(Bounds{}, uncached());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::kNotDeterministic);
}

TEST(Endings, InputsAreChoicesBetweenTheirBounds) {
  const CheckedProgram program(
      "#include \"kiss.h\"\nstatic int kiss_self = 3;\n"
      "void kiss_program(void) { if (kiss_input() == 4 && kiss_input() == -2) kiss_fail(KISS_ABORT, 1); }");
  Bounds bounds;
  bounds.lowest_input = -2;
  bounds.highest_input = 4;
  const CheckResult result = program.check(bounds, Resources{});
  ASSERT_EQ(result.ending, Ending::kFailure);
  ASSERT_EQ(result.failure->inputs.size(), 2u);
  EXPECT_EQ(result.failure->inputs[0].value, 4);
  EXPECT_EQ(result.failure->inputs[0].thread, 3);
  EXPECT_EQ(result.failure->inputs[1].value, -2);
  EXPECT_EQ(result.failure->path, 6u);
}

TEST(Endings, AFullCacheCostsNoAnswer) {
  const CheckedProgram program(
      "#include \"kiss.h\"\nint bits[16];\n"
      "void kiss_program(void) { for (int i = 0; i < 14; i++) bits[i] = kiss_choose(2); }");
  Resources resources;
  resources.memory = 1 << 17;
  const CheckResult result = program.check(Bounds{}, resources);
  EXPECT_EQ(result.ending, Ending::kComplete);
  EXPECT_EQ(result.paths, 1u << 14);
  EXPECT_TRUE(result.cache_full);
  EXPECT_LT(result.states, 1u << 14);
}

TEST(Endings, OneSentenceForWhatIsMissing) {
  EXPECT_EQ(compile("/nowhere.c", share_directory(), "/tmp/nowhere.so").error().code, Code::kInternal);
  const Result<CheckResult> engine = check({"/nowhere.so"}, "/nowhere/kiss-engine", Bounds{}, Resources{});
  EXPECT_EQ(engine.error().code, Code::kCannotStart);
}

}  // namespace
}  // namespace stalemate::kiss

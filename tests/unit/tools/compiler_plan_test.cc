#include "tools/stalemate/compile/compiler_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stalemate::tools {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Args = std::vector<std::string>;

const Toolchain kGcc{{"g++"}, false};
const Toolchain kClang{{"clang++-19"}, true};
const Paths kPaths{.tool = "/t/bin/stalemate",
                   .include = "/t/include",
                   .runtime = "/t/lib/rt.a",
                   .shared = "/t/lib/rt.so",
                   .cxx = "/t/lib/cxx.a",
                   .openmp = "",
                   .fixed = "/t/lib/static.o",
                   .fixed_cxx = "/t/lib/static_cxx.o",
                   .wraps = "/t/lib/wraps",
                   .wraps_cxx = "/t/lib/wraps_cxx",
                   .library = "/t/lib/api.a",
                   .exports = "/t/lib/exports",
                   .gcc_plugin = "",
                   .clang_plugin = "",
                   .scratch = "/tmp/s"};

Plan plan(const Args& args, const Toolchain& toolchain = kGcc, Language language = Language::kCxx) {
  return compiler_plan(language, args, toolchain, kPaths);
}

std::string text(const Command& command) {
  std::string all;
  for (const std::string& word : command) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::string only(const Args& args, const Toolchain& toolchain = kGcc, Language language = Language::kCxx) {
  const Plan made = plan(args, toolchain, language);
  EXPECT_EQ(made.commands.size(), 1u);
  EXPECT_FALSE(made.uses_scratch);
  return text(made.commands.front());
}

TEST(CompilerPlan, InstrumentsACompilationAndKeepsItsArguments) {
  const std::string command = only({"-g", "-c", "a.cc", "-o", "a.o"});
  EXPECT_THAT(command, StartsWith("g++ -fsanitize=thread -I/t/include "
                                  "-isystem/t/include/stalemate/detail/std -DSTALEMATE=1 "
                                  "-DSTALEMATE_TOOL=\"/t/bin/stalemate\" "
                                  "--param tsan-distinguish-volatile=1 -Wno-tsan -fno-builtin-"));
  EXPECT_THAT(command, EndsWith(" -g -c a.cc -o a.o"));
}

TEST(CompilerPlan, GivesEachCompilerItsPlugIn) {
  Paths paths = kPaths;
  paths.gcc_plugin = "/t/lib/gcc_plugin.so";
  paths.clang_plugin = "/t/lib/clang_plugin.so";
  const auto command = [&](const Toolchain& toolchain) {
    return text(compiler_plan(Language::kCxx, {"-c", "a.cc"}, toolchain, paths).commands.front());
  };
  EXPECT_THAT(command(kGcc),
              AllOf(HasSubstr(" -fplugin=/t/lib/gcc_plugin.so "), Not(HasSubstr("clang_plugin.so"))));
  EXPECT_THAT(command(kClang),
              AllOf(HasSubstr(" -fpass-plugin=/t/lib/clang_plugin.so "), Not(HasSubstr("gcc_plugin.so"))));
}

TEST(CompilerPlan, GivesNoPlugInWhereThereIsNone) {
  for (const Toolchain& toolchain : {kGcc, kClang})
    EXPECT_THAT(only({"-c", "a.cc"}, toolchain),
                AllOf(Not(HasSubstr("-fplugin")), Not(HasSubstr("-fpass-plugin"))));
}

TEST(CompilerPlan, LinksItsOwnOpenMp) {
  Paths paths = kPaths;
  paths.openmp = "/t/lib/openmp.a";
  for (const char* word : {"-fopenmp", "-fopenmp=libomp", "-lgomp", "-lomp", "-liomp5",
                           "/usr/lib/gcc/x86_64-linux-gnu/12/libgomp.so", "/usr/lib/libomp.so.5"}) {
    const Plan linked = compiler_plan(Language::kCxx, {"a.o", word, "-o", "a"}, kGcc, paths);
    EXPECT_THAT(linked.commands.front(), Not(Contains(word))) << word;
    EXPECT_THAT(linked.commands.front(), Contains("/t/lib/openmp.a"));
    const Plan built = compiler_plan(Language::kCxx, {"a.cc", word, "-o", "a"}, kGcc, paths);
    EXPECT_THAT(built.commands.back(), Not(Contains(word))) << word;
  }
  const Plan compiled = compiler_plan(Language::kCxx, {"-fopenmp", "-c", "a.cc"}, kGcc, paths);
  EXPECT_THAT(compiled.commands.front(), Contains("-fopenmp"));
  const Plan other = compiler_plan(Language::kCxx, {"a.o", "-fopenmp-simd", "-lgompers"}, kGcc, paths);
  EXPECT_THAT(other.commands.front(), AllOf(Contains("-fopenmp-simd"), Contains("-lgompers")));
}

TEST(CompilerPlan, TellsGccToLeaveCopiesCalls) {
  EXPECT_THAT(only({"-c", "a.cc"}),
              AllOf(HasSubstr(" -fno-builtin-memcpy "), HasSubstr(" -fno-builtin-strcpy "),
                    HasSubstr(" -fno-tree-loop-distribute-patterns "), Not(HasSubstr("strlen"))));
  EXPECT_THAT(only({"-c", "a.cc"}, kClang), Not(HasSubstr("-fno-builtin")));
}

TEST(CompilerPlan, TellsClangNotToLoseAccesses) {
  EXPECT_THAT(only({"-c", "a.cc"}, kClang),
              AllOf(HasSubstr("-mllvm -tsan-instrument-read-before-write=1"),
                    HasSubstr("-mllvm -tsan-distinguish-volatile=1"),
                    HasSubstr("-mllvm -capture-tracking-max-uses-to-explore=0"), Not(HasSubstr("--param"))));
}

// -O2 after it would take it back.
TEST(CompilerPlan, TellsClangLastNotToVectorize) {
  const std::string last = "-fno-vectorize -fno-slp-vectorize";
  EXPECT_THAT(only({"-O2", "-c", "a.cc"}, kClang), EndsWith(last));
  EXPECT_THAT(text(plan({"-O2", "a.cc"}, kClang).commands[0]),
              HasSubstr("-O2 -Wno-unused-command-line-argument " + last));
}

TEST(CompilerPlan, LinksOurRuntimeWholeAndNeverTheSanitizers) {
  EXPECT_EQ(only({"a.o", "-o", "p"}),
            "g++ a.o -o p -Wl,--whole-archive /t/lib/rt.a /t/lib/cxx.a -Wl,--no-whole-archive /t/lib/api.a "
            "-Wl,--dynamic-list=/t/lib/exports -pthread -ldl");
  EXPECT_THAT(only({"-fsanitize=thread", "a.o"}), HasSubstr("-fno-sanitize=thread"));
}

TEST(CompilerPlan, LinksNoCxxPartsIntoC) {
  EXPECT_THAT(only({"a.o"}, kGcc, Language::kC),
              AllOf(HasSubstr("/t/lib/rt.a"), Not(HasSubstr("cxx.a")), Not(HasSubstr("api.a"))));
}

TEST(CompilerPlan, LeavesTheRuntimeOutOfLibraries) {
  EXPECT_EQ(only({"-shared", "a.o", "-o", "l.so"}), "g++ -shared a.o -o l.so");
  EXPECT_EQ(only({"-r", "a.o", "-o", "b.o"}), "g++ -r a.o -o b.o");
  EXPECT_EQ(only({"-shared", "-Wl,--no-undefined", "a.o"}),
            "g++ -shared -Wl,--no-undefined a.o -Wl,-z,undefs");
}

TEST(CompilerPlan, PassesOnWhatOnlyPrints) {
  EXPECT_EQ(only({"--version"}), "g++ --version");
  EXPECT_EQ(only({"-v"}), "g++ -v");
  EXPECT_EQ(only({}), "g++");
}

TEST(CompilerPlan, GivesThePreprocessorTheSameViewAsTheCompilation) {
  EXPECT_THAT(only({"-E", "a.cc"}, kClang), AllOf(HasSubstr("-DSTALEMATE=1"), Not(HasSubstr("-mllvm"))));
}

TEST(CompilerPlan, WrapsFunctionsWhereThereIsNoLoader) {
  const std::string rest = " /t/lib/api.a -pthread -ldl";
  EXPECT_EQ(only({"-static", "a.o"}),
            "g++ -static a.o /t/lib/static.o @/t/lib/wraps /t/lib/static_cxx.o @/t/lib/wraps_cxx" + rest);
  EXPECT_EQ(only({"-static-pie", "a.o"}, kGcc, Language::kC),
            "g++ -static-pie a.o /t/lib/static.o @/t/lib/wraps -pthread -ldl");
}

TEST(CompilerPlan, WrapsTheCxxLibraryWhereItIsPartOfTheProgram) {
  EXPECT_THAT(only({"-static-libstdc++", "a.o"}),
              HasSubstr("-Wl,--whole-archive /t/lib/rt.a -Wl,--no-whole-archive /t/lib/static_cxx.o "
                        "@/t/lib/wraps_cxx"));
}

TEST(CompilerPlan, PutsASharedRuntimeBeforeEveryOtherLibrary) {
  Paths paths = kPaths;
  paths.kind = RuntimeKind::kShared;
  const auto linked = [&](const Args& args) {
    return text(compiler_plan(Language::kCxx, args, kGcc, paths).commands.back());
  };
  EXPECT_EQ(
      linked({"a.o", "-lb"}),
      "g++ -Wl,--push-state,--no-as-needed /t/lib/rt.so -Wl,--pop-state -Xlinker -rpath -Xlinker /t/lib "
      "a.o -lb /t/lib/api.a -Wl,--dynamic-list=/t/lib/exports -pthread -ldl");
  EXPECT_THAT(linked({"-shared", "a.o"}), Not(HasSubstr("rt.so")));
  EXPECT_THAT(linked({"-static", "a.o"}), Not(HasSubstr("rt.so")));
}

TEST(CompilerPlan, MakesObjectsFinalWhereGccWouldInstrumentAtLinkTime) {
  EXPECT_TRUE(only({"-flto", "-c", "a.cc"}).ends_with("-flto -c a.cc -fno-lto"));
  EXPECT_THAT(only({"-flto", "-c", "a.cc"}, kClang), Not(HasSubstr("-fno-lto")));
}

TEST(CompilerPlan, SplitsABuildIntoCompilationsAndALink) {
  const Plan made = plan({"-O1", "a.cc", "-DX", "src/b.cc", "c.o", "-lm", "-o", "p"});
  ASSERT_EQ(made.commands.size(), 3u);
  EXPECT_TRUE(made.uses_scratch);
  EXPECT_THAT(text(made.commands[0]), HasSubstr("-O1 -DX -c a.cc -o /tmp/s/0-a.o"));
  EXPECT_THAT(text(made.commands[1]), HasSubstr("-O1 -DX -c src/b.cc -o /tmp/s/1-b.o"));
  EXPECT_THAT(made.commands[0], Not(Contains("-lm")));
  EXPECT_THAT(text(made.commands[2]),
              HasSubstr("g++ -O1 /tmp/s/0-a.o -DX /tmp/s/1-b.o c.o -lm -o p -Wl,--whole-archive"));
  EXPECT_THAT(made.commands[2], Not(Contains("-fsanitize=thread")));
}

TEST(CompilerPlan, GivesSourcesOfTheSameNameDifferentObjects) {
  const Plan made = plan({"a/x.cc", "b/x.cc"});
  EXPECT_NE(made.commands[0].back(), made.commands[1].back());
}

TEST(CompilerPlan, WritesDependenciesWhereTheDriverWould) {
  EXPECT_THAT(text(plan({"-MD", "a.cc", "-o", "out/p"}).commands[0]), HasSubstr("-MD -MF out/p.d -MT out/p"));
  EXPECT_THAT(text(plan({"-MMD", "src/a.cc"}).commands[0]), HasSubstr("-MMD -MF a.d -MT a.o"));
  EXPECT_THAT(text(plan({"-MD", "-MF", "x.d", "-MT", "t", "a.cc"}).commands[0]),
              HasSubstr("-MD -MF x.d -MT t -c"));
  EXPECT_THAT(plan({"-MD", "a.cc"}).commands[1], Not(Contains("-MD")));
}

TEST(CompilerPlan, KeepsEachSourcesLanguage) {
  const Plan made = plan({"-x", "c", "a.inc", "-x", "none", "b.cc", "-o", "p"});
  EXPECT_THAT(text(made.commands[0]), HasSubstr("-x c -c a.inc"));
  EXPECT_THAT(text(made.commands[1]), Not(HasSubstr("-x c")));
  EXPECT_THAT(made.commands[2], Not(Contains("-x")));
}

TEST(Toolchains, FollowTheEnvironment) {
  EXPECT_THAT(choose_toolchain(Language::kC, "", "").driver, ElementsAre("gcc"));
  EXPECT_THAT(choose_toolchain(Language::kCxx, "", "").driver, ElementsAre("g++"));
  EXPECT_THAT(choose_toolchain(Language::kC, "clang-19", "").driver, ElementsAre("clang-19"));
  EXPECT_THAT(choose_toolchain(Language::kCxx, "clang-19", "").driver, ElementsAre("clang++-19"));
  EXPECT_THAT(choose_toolchain(Language::kCxx, "/opt/gcc/bin/x86_64-linux-gnu-gcc-12", "").driver,
              ElementsAre("/opt/gcc/bin/x86_64-linux-gnu-g++-12"));
  EXPECT_THAT(choose_toolchain(Language::kCxx, "ccache gcc", "").driver, ElementsAre("ccache", "g++"));
  EXPECT_THAT(choose_toolchain(Language::kCxx, "gcc", "clang++-14").driver, ElementsAre("clang++-14"));
  EXPECT_TRUE(choose_toolchain(Language::kCxx, "clang-19", "").clang);
  EXPECT_FALSE(choose_toolchain(Language::kCxx, "/opt/clang/bin/gcc", "").clang);
}

TEST(CompilerPlan, LinksTheListOfWhatIsNotInstrumented) {
  Paths paths = kPaths;
  paths.inputs = "/tmp/s/inputs.o";
  for (const Args& args : {Args{"a.o", "-o", "p"}, Args{"a.o", "-shared", "-o", "p.so"}, Args{"a.cc", "b.o"}})
    EXPECT_THAT(text(compiler_plan(Language::kCxx, args, kGcc, paths).commands.back()),
                HasSubstr(" /tmp/s/inputs.o"));
}

}  // namespace
}  // namespace stalemate::tools

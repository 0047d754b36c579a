#include "tools/stalemate/compile/compiler_args.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stalemate::tools {
namespace {

using ::testing::ElementsAre;

Stage stage(const std::vector<std::string>& args) { return read_compiler_args(args).stage; }

TEST(CompilerArgs, TellTheStagesApart) {
  EXPECT_EQ(stage({"-c", "a.cc"}), Stage::kCompile);
  EXPECT_EQ(stage({"-S", "a.c", "-o", "a.s"}), Stage::kCompile);
  EXPECT_EQ(stage({"-fsyntax-only", "a.c"}), Stage::kCompile);
  EXPECT_EQ(stage({"-E", "a.c"}), Stage::kPreprocess);
  EXPECT_EQ(stage({"-MM", "a.c"}), Stage::kPreprocess);
  EXPECT_EQ(stage({"a.o", "b.a", "-o", "p"}), Stage::kLink);
  EXPECT_EQ(stage({"a.o", "b.cc", "-o", "p"}), Stage::kBuild);
}

TEST(CompilerArgs, LeaveOutCountersOfExecutedLines) {
  for (const char* option : {"--coverage", "-fprofile-arcs", "-ftest-coverage", "-fprofile-generate=here",
                             "-fprofile-instr-generate", "-fcoverage-mapping"}) {
    const CompilerArgs read = read_compiler_args({"-g", option, "-c", "a.cc"});
    EXPECT_EQ(read.left_out, option);
    for (const CompilerArg& arg : read.args) EXPECT_NE(arg.words[0], option);
    EXPECT_EQ(read.stage, Stage::kCompile);
  }
  EXPECT_FALSE(read_compiler_args({"-fprofile-use", "-c", "a.cc"}).left_out.has_value());
}

TEST(CompilerArgs, LeaveCommandsThatOnlyPrintAlone) {
  EXPECT_EQ(stage({}), Stage::kPlain);
  EXPECT_EQ(stage({"-v"}), Stage::kPlain);
  EXPECT_EQ(stage({"--version"}), Stage::kPlain);
  EXPECT_EQ(stage({"-dumpversion"}), Stage::kPlain);
  EXPECT_EQ(stage({"-print-file-name=libc.a"}), Stage::kPlain);
  EXPECT_EQ(stage({"-###", "a.c"}), Stage::kPlain);
}

TEST(CompilerArgs, DoNotMistakeAnOptionsValueForAnInput) {
  EXPECT_EQ(stage({"-o", "a.c"}), Stage::kPlain);
  EXPECT_EQ(stage({"-I", "dir.c", "-include", "x.h", "-MF", "b.c", "a.o"}), Stage::kLink);
}

TEST(CompilerArgs, FollowTheLanguageSwitch) {
  const CompilerArgs read = read_compiler_args({"-x", "c++", "-", "-x", "none", "b.o", "-o", "p"});
  EXPECT_EQ(read.stage, Stage::kBuild);
  EXPECT_EQ(read.args[1].kind, ArgKind::kSource);
  EXPECT_EQ(read.args[1].language, "c++");
  EXPECT_EQ(read.args[3].kind, ArgKind::kLinkInput);
  EXPECT_EQ(read.output, "p");
}

TEST(CompilerArgs, TakeAHeaderAloneForAPrecompiledOne) {
  EXPECT_EQ(stage({"a.hpp"}), Stage::kCompile);
  EXPECT_EQ(stage({"-x", "c++-header", "a.inc", "-o", "a.gch"}), Stage::kCompile);
}

TEST(CompilerArgs, KnowWhatMakesALibrary) {
  EXPECT_TRUE(read_compiler_args({"-shared", "a.o"}).makes_library);
  EXPECT_TRUE(read_compiler_args({"-r", "a.o"}).makes_library);
  EXPECT_FALSE(read_compiler_args({"-static", "-rdynamic", "a.o"}).makes_library);
}

TEST(ResponseFiles, AreSplitAsTheCompilersSplitThem) {
  EXPECT_THAT(split_response_file("a.o  'b c.o'\n\"d e.o\"\tf\\ g.o \"\" -DX=\\\"y\\\""),
              ElementsAre("a.o", "b c.o", "d e.o", "f g.o", "", "-DX=\"y\""));
  EXPECT_THAT(split_response_file(" \n"), ElementsAre());
}

}  // namespace
}  // namespace stalemate::tools

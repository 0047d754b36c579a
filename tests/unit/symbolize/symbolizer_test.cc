#include "symbolize/symbolizer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace stalemate::symbolize {
namespace {

struct Code {
  std::uint64_t pc = 0, cfa = 0, object = 0;
};

struct Subject {
  std::map<std::string, Code> code;
  std::map<std::string, std::uint64_t> data;
  std::string modules;
};

std::string source() { return std::string(SUBJECT_DIRECTORY) + "/subject.cc"; }

std::uint32_t line_of(const std::string& text) {
  std::ifstream file(source());
  std::string line;
  for (std::uint32_t number = 1; std::getline(file, line); ++number)
    if (line.find(text) != std::string::npos) return number;
  return 0;
}

std::string output_of(const std::string& command) {
  std::string out;
  std::FILE* pipe = popen(command.c_str(), "r");
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
  pclose(pipe);
  return out;
}

Subject parse(const std::string& output) {
  Subject out;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string kind, label, a, b, c;
    fields >> kind >> label >> a >> b >> c;
    const auto number = [](const std::string& text) { return std::strtoull(text.c_str(), nullptr, 16); };
    if (kind == "code") out.code[label] = {number(a), number(b), number(c)};
    if (kind == "data") out.data[label] = number(a);
    if (kind == "map") out.modules += line.substr(4) + "\n";
  }
  return out;
}

// The subject, built with one compiler and flags, and what it printed. Removed at the end of the process.
struct Build {
  explicit Build(const std::string& compiler) {
    static int number = 0;
    directory = std::filesystem::temp_directory_path() /
                ("stalemate-symbolize-" + std::to_string(getpid()) + "-" + std::to_string(++number));
    std::filesystem::create_directories(directory);
    const std::string program = directory / "subject";
    // Always with a part that gcc compiled, as our runtime is: it has an address table, clang's has none.
    const std::string other = directory / "other.o";
    const std::string command = "g++ -g -O1 -c " SUBJECT_DIRECTORY "/other_part.cc -o " + other + " && " +
                                compiler + " -std=c++17 " + source() + " " + other + " -o " + program +
                                " -pthread 2>&1";
    if (std::system(command.c_str()) == 0) subject = parse(output_of(program));
  }
  ~Build() { std::filesystem::remove_all(directory); }
  std::filesystem::path directory;
  Subject subject;
};

class SymbolizerOf : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string compiler = GetParam().substr(0, GetParam().find(' '));
    if (std::system(("command -v " + compiler + " >/dev/null 2>&1").c_str()) != 0)
      GTEST_SKIP() << compiler << " is not installed";
    static std::map<std::string, Build> builds;
    const Build& build = builds.try_emplace(GetParam(), GetParam()).first->second;
    ASSERT_FALSE(build.subject.modules.empty()) << GetParam() << " did not build the subject";
    subject_ = build.subject;
    program_ = build.directory / "subject";
  }

  std::filesystem::path program_;
  Subject subject_;
};

TEST_P(SymbolizerOf, FindsFunctionsAndLines) {
  const Symbolizer symbolizer(subject_.modules, SUBJECT_DIRECTORY);
  const Frame method = best_frame(symbolizer.frames(subject_.code["method"].pc));
  EXPECT_EQ(method.function, "bank::Queue::pop");
  EXPECT_EQ(method.file, "subject.cc");
  EXPECT_EQ(method.line, line_of("mark(\"method\")"));
  EXPECT_FALSE(method.system);
  const Frame lambda = best_frame(symbolizer.frames(subject_.code["lambda"].pc));
  EXPECT_EQ(lambda.function, "main::{lambda}");
  EXPECT_EQ(lambda.line, line_of("mark(\"lambda\")"));
}

TEST_P(SymbolizerOf, UnfoldsInlinedFunctions) {
  const Symbolizer symbolizer(subject_.modules, SUBJECT_DIRECTORY);
  const std::vector<Frame> frames = symbolizer.frames(subject_.code["inlined"].pc);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].function, "inlined");
  EXPECT_TRUE(frames[0].inlined);
  EXPECT_EQ(frames[0].line, line_of("mark(\"inlined\")"));
  EXPECT_EQ(frames[1].function, "caller");
  EXPECT_EQ(frames[1].file, "subject.cc");
  EXPECT_EQ(frames[1].line, line_of("// line of the call"));
}

TEST_P(SymbolizerOf, NamesGlobalsDownToTheMember) {
  const Symbolizer symbolizer(subject_.modules);
  const std::map<std::string, std::string> expected = {
      {"hidden", "hidden"},
      {"grid", "grid[1][2]"},
      {"plain", "plain"},
      {"c_mutex", "c_mutex"},
      {"base", "bank::accounts[1].guard"},
      {"member", "bank::accounts[2].lock"},
      {"registry", "bank::Account::registry"},
      {"hits", "bank::hits"},
      {"raw", "bank::queue.inner[1].raw"},
      {"pair", "bank::queue.inner[1].both.first"},
      {"forks", "bank::queue.forks[2]"},
      {"static", "function_static::once"},
  };
  for (const auto& [label, name] : expected)
    EXPECT_EQ(symbolizer.global(subject_.data[label]), name) << label;
}

TEST_P(SymbolizerOf, NamesLocalsWhenTheFrameIsKnown) {
  const Symbolizer symbolizer(subject_.modules);
  const Code local = subject_.code["local"], member = subject_.code["member"];
  EXPECT_EQ(symbolizer.local(local.pc, local.cfa, local.object), "local");
  EXPECT_EQ(symbolizer.local(member.pc, member.cfa, member.object), "own[1].lock");
  EXPECT_EQ(symbolizer.local(local.pc, local.cfa + 4096, local.object), "");
}

INSTANTIATE_TEST_SUITE_P(Compilers, SymbolizerOf,
                         ::testing::Values("g++ -g -O0", "g++ -g -O1", "g++ -g -O2 -no-pie -fsanitize=thread",
                                           "clang++-19 -g -O0", "clang++-19 -g -O1 -fPIE -pie",
                                           "clang++-19 -gdwarf-4 -O1 -fno-pie -no-pie"));

class WithoutDebugInformation : public SymbolizerOf {};

TEST_P(WithoutDebugInformation, DegradesToSymbolsAndModules) {
  const Symbolizer symbolizer(subject_.modules);
  const bool stripped = GetParam().find(" -s") != std::string::npos;
  const Frame method = symbolizer.frames(subject_.code["method"].pc).at(0);
  EXPECT_EQ(method.line, 0u);
  const std::string base = symbolizer.global(subject_.data["base"]);
  if (stripped) {
    EXPECT_EQ(method.function.find("subject+0x"), 0u) << method.function;
    EXPECT_EQ(base.find("subject+0x"), 0u) << base;
  } else {
    EXPECT_EQ(method.function, "bank::Queue::pop");
    EXPECT_EQ(base.find("bank::accounts+0x"), 0u) << base;
  }
  EXPECT_EQ(
      symbolizer.local(subject_.code["local"].pc, subject_.code["local"].cfa, subject_.code["local"].object),
      "");
}

TEST_P(WithoutDebugInformation, SurvivesAProgramThatIsGone) {
  const std::filesystem::path away = program_.string() + ".away";
  std::filesystem::rename(program_, away);
  const Symbolizer symbolizer(subject_.modules);
  EXPECT_EQ(symbolizer.frames(subject_.code["method"].pc).at(0).function.find("subject+0x"), 0u);
  std::filesystem::rename(away, program_);
}

INSTANTIATE_TEST_SUITE_P(Compilers, WithoutDebugInformation, ::testing::Values("g++ -O1", "g++ -O1 -s"));

TEST(Symbolizer, KnowsNothingOfUnmappedAddresses) {
  const Symbolizer symbolizer("not a line\n1000 zz 0 /x\n5000 4000 0 /nonsense\n");
  EXPECT_EQ(symbolizer.frames(0x1234).at(0).function, "unknown code");
  EXPECT_EQ(symbolizer.frames(0).at(0).function, "unknown code");
  EXPECT_EQ(symbolizer.global(0x1234), "");
  EXPECT_EQ(symbolizer.local(0x1234, 1, 1), "");
}

TEST(SourceMap, TellsSystemFilesFromTheUsers) {
  EXPECT_TRUE(is_system_file("/usr/include/c++/12/bits/std_mutex.h"));
  EXPECT_TRUE(is_system_file("/opt/gcc/include/c++/13/thread"));
  EXPECT_FALSE(is_system_file("/home/me/src/queue.cc"));
  EXPECT_FALSE(is_system_file("queue.cc"));
  EXPECT_FALSE(is_system_file("/home/me/build-static-libstdc++/src/queue.cc"));
  EXPECT_TRUE(is_system_file("../../../../../src/libstdc++-v3/src/c++11/thread.cc"));
  EXPECT_TRUE(is_system_file("/usr/include/x86_64-linux-gnu/c++/12/bits/gthr-default.h"));
  EXPECT_TRUE(is_system_file("/usr/include/x86_64-linux-gnu/bits/stdio2.h"));
  EXPECT_TRUE(is_system_file("/usr/include/stdlib.h"));
  EXPECT_TRUE(is_system_file("/usr/include/gtest/gtest.h"));
  EXPECT_TRUE(is_system_file("/home/me/.deps/catch2/catch.hpp"));
  EXPECT_FALSE(is_system_file("/home/me/queue/gtest/queue_test.cc"));
  EXPECT_FALSE(is_system_file("/usr/include/boost/lockfree/queue.hpp"));
  EXPECT_FALSE(is_system_file("/usr/include/concurrentqueue.h"));
  EXPECT_FALSE(is_system_file("/usr/include/x86_64-linux-gnu/ck_ring.h"));
}

TEST(SourceMap, TellsTheRuntimesFunctionsFromTheUsers) {
  EXPECT_TRUE(is_system_function("stalemate::rt::fiber_main"));
  EXPECT_TRUE(is_system_function("std::thread::_State_impl::_M_run"));
  EXPECT_FALSE(is_system_function("Queue::pop"));
}

TEST(SourceMap, PrefersTheInnermostFrameOfTheUser) {
  const std::vector<Frame> frames = {{"std::mutex::lock", "/usr/include/c++/12/mutex", 1, 0, true, true},
                                     {"Queue::pop", "queue.cc", 42, 0, false, false},
                                     {"main", "queue.cc", 90, 0, false, false}};
  EXPECT_EQ(best_frame(frames).function, "Queue::pop");
  EXPECT_EQ(best_frame({frames[0]}).function, "std::mutex::lock");
}

}  // namespace
}  // namespace stalemate::symbolize

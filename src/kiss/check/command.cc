#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/scratch.h"
#include "kiss/check/check.h"
#include "kiss/check/check_output.h"
#include "kiss/check/subprocess.h"

namespace stalemate::kiss {
namespace {

namespace fs = std::filesystem;

std::string bounds_text(const Bounds& bounds) {
  std::ostringstream text;
  text << "#define KISS_TS " << bounds.ts << "\n#define KISS_LOOPS_MAX " << bounds.loops
       << "\n#define KISS_RECURSION_MAX " << bounds.recursion << "\n#define KISS_RACE_ON " << bounds.race
       << "\n#define KISS_LOWEST_INPUT (" << bounds.lowest_input << ")\n#define KISS_HIGHEST_INPUT ("
       << bounds.highest_input << ")\n";
  return text.str();
}

constexpr char kMain[] = R"(
#ifndef KISS_OWN_CHECKER
int main(void) {
  kiss_program();
  return 0;
}
#endif
)";

// For a shell.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string filled_in(std::string command, const std::string& file) {
  for (std::size_t at = command.find("{}"); at != std::string::npos;
       at = command.find("{}", at + file.size()))
    command.replace(at, 2, file);
  return command;
}

// The file to check, and kiss.h beside it.
Result<fs::path> write_copy(const fs::path& directory, const std::string& source, const std::string& share,
                            const Bounds& bounds) {
  std::ifstream from(source);
  if (!from) return fail(Code::kIo, "cannot read " + source);
  std::error_code trouble;
  fs::copy_file(fs::path(share) / "kiss.h", directory / "kiss.h", trouble);
  if (trouble) return fail(Code::kIo, "cannot copy " + share + "/kiss.h: " + trouble.message());
  const fs::path copy = directory / "program.c";
  std::ofstream to(copy);
  to << bounds_text(bounds) << "#line 1 \"program.c\"\n" << from.rdbuf() << kMain;
  to.close();
  if (!to) return fail(Code::kIo, "cannot write " + copy.string());
  return copy;
}

Result<CheckResult> verdict_of(const std::string& command, const Finished& run) {
  CheckResult result;
  if (run.interrupted || run.out_of_time) {
    result.ending = run.interrupted ? Ending::kInterrupted : Ending::kOutOfResources;
    if (!run.interrupted) result.limit = "time";
    return result;
  }
  if (run.exit_code == 126 || run.exit_code == 127)
    return fail(Code::kCannotStart,
                "the checker " + command.substr(0, command.find(' ')) + " cannot be started",
                "install it, or give the path of it in --backend");
  if (std::optional<CheckResult> said = read_output(run.output, run.exit_code)) return *said;
  const std::string tail = tail_of(run.output);
  const std::string ended = run.exit_code > 128
                                ? "was killed by signal " + std::to_string(run.exit_code - 128)
                                : "ended with " + std::to_string(run.exit_code);
  return fail(Code::kCannotStart,
              "the checker " + ended + " and no verdict" +
                  (tail.empty() ? std::string() : ": " + tail.substr(tail.rfind('\n') + 1)),
              "a checker must print VERIFICATION FAILED or VERIFICATION SUCCESSFUL, TRUE or FALSE");
}

}  // namespace

Result<CheckResult> check_by_command(const std::string& command, const std::string& source,
                                     const std::string& share, const Bounds& bounds,
                                     const Resources& resources) {
  if (command.find("{}") == std::string::npos)
    return fail(Code::kUsage, "the command of another checker has no {} for the file to check",
                "write it as in --backend='cbmc --unwind 5 --trace {}'");
  const Scratch scratch;
  if (scratch.path().empty())
    return fail(Code::kIo, "a temporary directory cannot be created", "check that TMPDIR is writable");
  const Result<fs::path> copy = write_copy(scratch.path(), source, share, bounds);
  if (!copy) return tl::unexpected(copy.error());
  const auto start = std::chrono::steady_clock::now();
  const Result<Finished> run = run_to_end({"/bin/sh", "-c", filled_in(command, quoted(*copy))}, resources);
  if (!run) return tl::unexpected(run.error());
  Result<CheckResult> result = verdict_of(command, *run);
  if (result)
    result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace stalemate::kiss

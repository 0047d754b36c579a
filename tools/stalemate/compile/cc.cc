#include "tools/stalemate/compile/cc.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/printable.h"
#include "base/scratch.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/cli/locate.h"
#include "tools/stalemate/compile/compiler_plan.h"
#include "tools/stalemate/compile/link_inputs.h"

namespace stalemate::tools {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Response files are opened here, because their contents decide what is to be done. One that cannot be read
// stays as it is: that is a file name for the compiler to complain about.
std::vector<std::string> expand(const std::vector<std::string>& args, int depth = 0) {
  std::vector<std::string> all;
  for (const std::string& arg : args) {
    std::ifstream file;
    if (arg.starts_with('@') && depth < 16) file.open(arg.substr(1));
    if (!file.is_open()) {
      all.push_back(arg);
      continue;
    }
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (std::string& word : expand(split_response_file(text), depth + 1)) all.push_back(std::move(word));
  }
  return all;
}

void show(const Command& command) {
  std::string line;
  for (const std::string& word : command) {
    const bool plain = !word.empty() && word.find_first_of(" \t\n\"'\\$`*?;&|<>()#") == word.npos;
    std::string quoted;
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += (line.empty() ? "" : " ") + (plain ? word : "'" + quoted + "'");
  }
  std::fprintf(stderr, "%s\n", printable(line).c_str());
}

std::vector<char*> pointers(const Command& command) {
  std::vector<char*> all;
  for (const std::string& word : command) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

int cannot_run(const Command& command, int error) {
  if (error == ENOENT)
    return complain({Code::kCannotStart, "there is no compiler called " + command[0],
                     "install it, or name another in STALEMATE_CC or STALEMATE_CXX"});
  return complain({Code::kCannotStart, "cannot run " + command[0] + ": " + std::strerror(error), ""});
}

int run_and_wait(const Command& command) {
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, command[0].c_str(), nullptr, nullptr, pointers(command).data(), environ);
  if (error != 0) return cannot_run(command, error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_all(const std::vector<Command>& commands, bool verbose) {
  for (const Command& command : commands) {
    if (verbose) show(command);
    if (const int code = run_and_wait(command); code != 0) return code;
  }
  return 0;
}

// Not a program or a shared library: what it is linked into will be checked.
bool makes_object(const CompilerArgs& args) {
  for (const CompilerArg& arg : args.args)
    if (arg.words[0] == "-r" || arg.words[0] == "--relocatable" || arg.words[0] == "-Wl,-r" ||
        arg.words[0] == "-Wl,--relocatable")
      return true;
  return false;
}

// The path; empty if it could not be written.
std::string written(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  return file ? path : std::string();
}

// The kind that STALEMATE_RUNTIME requests.
Result<RuntimeKind> runtime_kind(const std::string& value, const Paths& paths) {
  if (value.empty() || value == "static") return RuntimeKind::kArchive;
  if (value != "shared")
    return fail(Code::kUsage, "STALEMATE_RUNTIME=" + value + " is not understood",
                "it takes static or shared");
  if (paths.shared.empty())
    return fail(Code::kCannotStart, "libstalemate_rt.so is not beside the archives",
                "build or install stalemate again");
  return RuntimeKind::kShared;
}

}  // namespace

int run_compiler(Language language, const std::vector<std::string>& typed) {
  const std::vector<std::string> args = expand(typed);
  const Toolchain toolchain =
      choose_toolchain(language, environment("STALEMATE_CC"), environment("STALEMATE_CXX"));
  const std::string verbose_value = environment("STALEMATE_VERBOSE");
  const bool verbose = !verbose_value.empty() && verbose_value != "0";
  auto paths = locate_parts();
  if (!paths) return complain(paths.error());
  const auto kind = runtime_kind(environment("STALEMATE_RUNTIME"), *paths);
  if (!kind) return complain(kind.error());
  paths->kind = *kind;

  const CompilerArgs read = read_compiler_args(args);
  if (read.left_out && read.stage != Stage::kPlain)
    std::fprintf(stderr, "stalemate: %s is left out: all threads would write its counters without an order\n",
                 printable(*read.left_out).c_str());
  const bool links = read.stage == Stage::kBuild || (read.stage == Stage::kLink && !makes_object(read));
  const std::string inputs = links ? uninstrumented_inputs(read) : "";
  if (read.stage == Stage::kBuild || !inputs.empty()) {
    const Scratch scratch;
    if (scratch.path().empty())
      return complain(
          {Code::kIo, "a directory for temporary files cannot be created", "check that TMPDIR is writable"});
    paths->scratch = scratch.path();
    // If it cannot be written, reports name functions alone.
    if (!inputs.empty()) paths->inputs = written(scratch.path() + "/inputs.o", object_with_inputs(inputs));
    return run_all(compiler_plan(language, args, toolchain, *paths).commands, verbose);
  }
  const Command command = compiler_plan(language, args, toolchain, *paths).commands.front();
  if (verbose) show(command);
  execvp(command[0].c_str(), pointers(command).data());
  return cannot_run(command, errno);
}

}  // namespace stalemate::tools

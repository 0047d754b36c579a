#include "tools/stalemate/kiss_native.h"

#include <filesystem>

#include "kiss/check/subprocess.h"
#include "tools/stalemate/locate.h"
#include "tools/stalemate/terminal.h"

namespace stalemate::tools {
namespace {

// What the program is given comes from the path, in its order: the schedule has the same. Nothing here is a
// step of its own but the lock of atomic regions.
constexpr const char* kVerifier = R"(
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#define WEAK __attribute__((weak))
#define SILENT __attribute__((no_sanitize("thread")))

static unsigned next_input;
SILENT static int input(void) {
  const unsigned count = sizeof inputs / sizeof *inputs - 1;
  return next_input < count ? inputs[next_input++] : 0;
}
#define INPUT(type, name) \
  WEAK type __VERIFIER_nondet_##name(void); \
  WEAK SILENT type __VERIFIER_nondet_##name(void) { return (type)input(); }
INPUT(_Bool, bool)
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned, unsigned)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size_t)

static pthread_mutex_t region = PTHREAD_MUTEX_INITIALIZER;
static __thread int depth;
WEAK void __VERIFIER_atomic_begin(void);
WEAK SILENT void __VERIFIER_atomic_begin(void) {
  if (depth++ == 0) pthread_mutex_lock(&region);
}
WEAK void __VERIFIER_atomic_end(void);
WEAK SILENT void __VERIFIER_atomic_end(void) {
  if (--depth == 0) pthread_mutex_unlock(&region);
}
WEAK void __VERIFIER_assume(int condition);
WEAK SILENT void __VERIFIER_assume(int condition) {
  if (!condition) exit(0);
}
WEAK void __VERIFIER_error(void);
WEAK SILENT void __VERIFIER_error(void) { abort(); }
WEAK void reach_error(void);
WEAK SILENT void reach_error(void) { abort(); }
)";

std::string first_error(const std::string& output) {
  const std::size_t at = output.find("error: ");
  if (at == output.npos) return kiss::tail_of(output);
  const std::size_t line = output.rfind('\n', at);
  const std::size_t begin = line == output.npos ? 0 : line + 1;
  return output.substr(begin, output.find('\n', at) - begin);
}

}  // namespace

std::string verifier_functions(const std::vector<kiss::Input>& inputs) {
  std::string values;
  for (const kiss::Input& input : inputs) values += std::to_string(input.value) + ", ";
  return "/* Inputs of the execution, in its order. */\nstatic const int inputs[] = {" + values + "0};\n" +
         kVerifier;
}

Result<void> build_program(const KissOptions& options, const std::vector<kiss::Input>& inputs,
                           const std::string& folder, const std::string& program) {
  namespace fs = std::filesystem;
  const auto paths = locate_parts();
  if (!paths) return tl::unexpected<Error>(paths.error());
  const std::string verifier = folder + "/verifier.c";
  if (auto written = deliver(verifier, verifier_functions(inputs)); !written) return written;
  std::error_code trouble;
  fs::create_directories(fs::path(program).parent_path(), trouble);
  std::vector<std::string> words = {paths->tool, "cc", "-g", "-O0", "-w"};
  words.insert(words.end(), options.compiler.begin(), options.compiler.end());
  words.insert(words.end(), options.sources.begin(), options.sources.end());
  words.insert(words.end(), {verifier, "-o", program, "-pthread", "-lm"});
  const auto run = kiss::run_to_end(words, {});
  if (!run) return tl::unexpected<Error>(run.error());
  if (run->exit_code == 0 && !run->cannot_start) return {};
  return fail(Code::kCannotStart, "stalemate cc could not build it: " + first_error(run->output));
}

}  // namespace stalemate::tools

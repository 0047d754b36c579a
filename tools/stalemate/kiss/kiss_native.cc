#include "tools/stalemate/kiss/kiss_native.h"

#include <unistd.h>

#include <filesystem>

#include "base/leftovers.h"
#include "kiss/check/subprocess.h"
#include "tools/stalemate/cli/locate.h"
#include "tools/stalemate/cli/terminal.h"

namespace stalemate::tools {
namespace {

// Only the lock of atomic regions is a step here. Inputs belong to threads, which are identified by creation
// path (S11): the order in which several ask is not that of the steps before and after.
constexpr const char* kVerifier = R"C(
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak))
#define SILENT __attribute__((no_sanitize("thread")))

static __thread const char *path = "0";
static __thread unsigned inputs_taken, threads_created;

SILENT static int input(void) {
  unsigned before = inputs_taken++;
  for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++)
    if (strcmp(inputs[i].thread, path) == 0 && before-- == 0) return inputs[i].value;
  return 0;
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
WEAK SILENT void __VERIFIER_error(void) { __assert_fail("__VERIFIER_error()", "verifier.c", 0, "__VERIFIER_error"); }
WEAK void reach_error(void);
WEAK SILENT void reach_error(void) { __assert_fail("reach_error()", "verifier.c", 0, "reach_error"); }
)C";

// Only if there are inputs: the program calls these instead of the library's.
constexpr const char* kThreadsHeader = R"(#define pthread_create numbered_pthread_create
#define thrd_create numbered_thrd_create
)";
constexpr const char* kThreads = R"(
#undef pthread_create
#undef thrd_create
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int thrd_create(unsigned long *, int (*)(void *), void *);

struct creation {
  void *(*start)(void *);
  int (*start_int)(void *);
  void *argument;
  char path[256];
};
SILENT static struct creation *created(void *(*start)(void *), int (*start_int)(void *), void *argument) {
  struct creation *const self = malloc(sizeof *self);
  self->start = start;
  self->start_int = start_int;
  self->argument = argument;
  snprintf(self->path, sizeof self->path, "%s.%u", path, ++threads_created);
  return self;
}
SILENT static void *begin(void *argument) {
  struct creation *const self = argument;
  path = self->path;
  return self->start(self->argument);
}
SILENT static int begin_int(void *argument) {
  struct creation *const self = argument;
  path = self->path;
  return self->start_int(self->argument);
}
int numbered_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
SILENT int numbered_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                                   void *argument) {
  return pthread_create(thread, attributes, begin, created(start, 0, argument));
}
int numbered_thrd_create(unsigned long *, int (*)(void *), void *);
SILENT int numbered_thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
  return thrd_create(thread, begin_int, created(0, start, argument));
}
)";

std::string first_error(const std::string& output) {
  const std::size_t at = output.find("error: ");
  if (at == output.npos) return kiss::tail_of(output);
  const std::size_t line = output.rfind('\n', at);
  const std::size_t begin = line == output.npos ? 0 : line + 1;
  return output.substr(begin, output.find('\n', at) - begin);
}

Result<void> compile(const std::vector<std::string>& words) {
  const auto run = kiss::run_to_end(words, {});
  if (!run) return tl::unexpected<Error>(run.error());
  if (run->exit_code == 0 && !run->cannot_start) return {};
  return fail(Code::kCannotStart, "stalemate cc could not build the program: " + first_error(run->output));
}

// Compiled separately, since it has its own C standard, and no lines that a report could name: a failure in
// it is reported where it was called.
Result<std::string> compile_verifier(const std::string& tool, const std::vector<report::KissInput>& inputs,
                                     const std::string& folder) {
  const std::string source = folder + "/verifier.c", object = folder + "/verifier.o";
  if (auto written = deliver(source, verifier_functions(inputs)); !written)
    return tl::unexpected<Error>(written.error());
  if (auto compiled = compile({tool, "cc", "-g0", "-O0", "-w", "-std=gnu11", "-c", source, "-o", object});
      !compiled)
    return tl::unexpected<Error>(compiled.error());
  return object;
}

}  // namespace

std::string verifier_functions(const std::vector<report::KissInput>& inputs) {
  std::string values;
  for (const report::KissInput& input : inputs)
    values += "    {\"" + input.thread + "\", " + std::to_string(input.value) + "},\n";
  return "/* Inputs of the execution: by which thread, and what. */\n"
         "static const struct {\n  const char *thread;\n  int value;\n} inputs[] = {\n" +
         values + "    {\"\", 0}};\n" + kVerifier + (inputs.empty() ? "" : kThreads);
}

Result<void> build_program(const KissOptions& options, const std::vector<report::KissInput>& inputs,
                           const std::string& folder, const std::string& program) {
  namespace fs = std::filesystem;
  const auto paths = locate_parts();
  if (!paths) return tl::unexpected<Error>(paths.error());
  const auto verifier = compile_verifier(paths->tool, inputs, folder);
  if (!verifier) return tl::unexpected<Error>(verifier.error());
  std::error_code trouble;
  fs::create_directories(fs::path(program).parent_path(), trouble);
  if (trouble) return fail(Code::kIo, "the program " + program + " cannot be written");
  std::vector<std::string> words = {paths->tool, "cc", "-g", "-O0", "-w"};
  if (!inputs.empty()) {
    const std::string threads = folder + "/threads.h";
    if (auto written = deliver(threads, kThreadsHeader); !written) return written;
    words.insert(words.end(), {"-include", threads});
  }
  words.insert(words.end(), options.compiler.begin(), options.compiler.end());
  words.insert(words.end(), options.sources.begin(), options.sources.end());
  // Written to a temporary file and renamed: a program that is being replayed stays intact.
  const std::string unfinished = program + "." + std::to_string(getpid()) + ".new";
  words.insert(words.end(), {*verifier, "-o", unfinished, "-pthread", "-lm"});
  const Leftover leftover(unfinished);
  if (auto built = compile(words); !built) {
    fs::remove(unfinished, trouble);
    return built;
  }
  fs::rename(unfinished, program, trouble);
  if (trouble) return fail(Code::kIo, "the program " + program + " cannot be written");
  return {};
}

}  // namespace stalemate::tools

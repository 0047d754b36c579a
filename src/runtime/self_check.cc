#include "runtime/self_check.h"

#include <link.h>
#include <pthread.h>
#include <sys/stat.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/code_origin.h"
#include "runtime/kernel.h"
#include "runtime/ledger.h"
#include "runtime/real.h"
#include "runtime/session.h"
#include "runtime/state.h"

extern "C" void* stalemate_rt_malloc(std::size_t bytes);

namespace stalemate::rt {

namespace {

bool program_is_instrumented = false;
unsigned long long modules_seen = 0;  // that the loader has loaded so far

constexpr std::uint32_t kMostLibraries = 256;
CodeRange unseen_libraries[kMostLibraries];
std::uint32_t unseen_library_count = 0;

void keep_unseen_library(const CodeRange& code) {
  for (std::uint32_t n = 0; n < unseen_library_count; ++n)
    if (unseen_libraries[n].begin == code.begin) return;
  if (unseen_library_count < kMostLibraries) unseen_libraries[unseen_library_count++] = code;
}

// The C library, the compilers' support libraries and the C++ libraries: what they do that concerns threads,
// they do by functions that are interposed.
bool is_known_library(const char* name) {
  for (const char* known : {"ld-linux", "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so",
                            "libresolv.so", "libutil.so", "libgcc_s.so", "libatomic.so", "libubsan.so",
                            "libstdc++.so", "libc++.so", "libc++abi.so", "libunwind.so", "linux-vdso"})
    if (std::strncmp(name, known, std::strlen(known)) == 0) return true;
  return false;
}

struct Question {
  std::uintptr_t pc;
  bool first;  // the module looked at is the program itself
};

// The program's initialisers are called by itself or by libc, those of libraries by the loader; and the last
// thing that an initialiser does is often to jump to us.
int is_program_start(dl_phdr_info* module, std::size_t, void* argument) {
  auto* question = static_cast<Question*>(argument);
  const bool is_program = question->first;
  question->first = false;
  if (!code_of(*module).holds(question->pc)) return 0;
  program_is_instrumented = is_program || std::strncmp(file_name(module->dlpi_name), "libc.so", 7) == 0;
  return 1;
}

int note_module(dl_phdr_info* module, std::size_t, void* argument) {
  modules_seen = module->dlpi_adds;
  const CodeRange code = code_of(*module);
  bool& first = *static_cast<bool*>(argument);  // that is the program itself
  const bool is_program = first;
  first = false;
  if (is_program) {
    if (program_is_instrumented) return 0;
    note_uncontrolled(wire::Uncontrolled::kAtomics, 0, "the program was not compiled with us");
    return 0;
  }
  const char* path = module->dlpi_name;
  if (path == nullptr || path[0] == 0 || code.end == 0 || is_known_library(file_name(path))) return 0;
  if (code.holds(reinterpret_cast<std::uintptr_t>(&note_module)) || asks_for_hooks(*module)) return 0;
  const bool fits = std::strlen(path) < sizeof wire::LedgerEntry::detail;
  note_uncontrolled(wire::Uncontrolled::kLibrary, 0, fits ? path : file_name(path));
  keep_unseen_library(code);
  return 0;
}

int count_modules(dl_phdr_info* module, std::size_t, void* argument) {
  *static_cast<unsigned long long*>(argument) = module->dlpi_adds;
  return 1;
}

// Somebody else's function of the same name comes before ours: a library that was preloaded, or the
// program's.
const char* foreign_function() {
  const struct {
    const char* name;
    const void* ours;
  } kFunctions[] = {{"pthread_create", reinterpret_cast<const void*>(&::pthread_create)},
                    {"pthread_mutex_lock", reinterpret_cast<const void*>(&::pthread_mutex_lock)},
                    {"pthread_cond_wait", reinterpret_cast<const void*>(&::pthread_cond_wait)}};
  for (const auto& function : kFunctions) {
    const void* used = used_by_libraries(function.name);
    if (used != nullptr && used != function.ours) return function.name;
  }
  return nullptr;
}

// The task directory has an entry for each thread, and two more.
void note_kernel_threads() {
  struct stat tasks;
  if (kernel::call(SYS_stat, kernel::word("/proc/self/task"), kernel::word(&tasks)) != 0) return;
  if (tasks.st_nlink > 3)
    note_uncontrolled(wire::Uncontrolled::kKernelThread, 0, "a thread that was started before main");
}

}  // namespace

void remember_instrumented(std::uintptr_t pc) {
  if (program_is_instrumented) return;
  Question question{pc, true};
  dl_iterate_phdr(is_program_start, &question);
}

bool program_was_instrumented() { return program_is_instrumented; }

bool program_has_own_malloc() {
  const auto ours = reinterpret_cast<const void*>(&stalemate_rt_malloc);
  const void* const used = used_by_libraries("malloc");
  return reinterpret_cast<const void*>(&::malloc) != ours || (used != nullptr && used != ours);
}

const char* self_check() {
  if (const char* name = foreign_function()) {
    static char sentence[128];
    std::snprintf(sentence, sizeof sentence,
                  "its %s is not the runtime's: another library stands in front of it", name);
    return sentence;
  }
  note_kernel_threads();
  return nullptr;
}

void note_unseen_code() {
  if (program_has_own_malloc())
    note_uncontrolled(wire::Uncontrolled::kAccesses, 0, "heap errors: malloc is the program's own");
  bool first = true;
  dl_iterate_phdr(note_module, &first);
}

bool has_unseen_library() { return unseen_library_count != 0; }

bool is_in_unseen_library(std::uintptr_t pc) {
  for (std::uint32_t n = 0; n < unseen_library_count; ++n)
    if (unseen_libraries[n].holds(pc)) return true;
  return false;
}

void note_loaded_since() {
  unsigned long long loaded = modules_seen;
  dl_iterate_phdr(count_modules, &loaded);
  if (loaded == modules_seen) return;
  note_unseen_code();
  describe_modules(*g.channel);
}

}  // namespace stalemate::rt

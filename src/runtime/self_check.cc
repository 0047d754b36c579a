#include "runtime/self_check.h"

#include <link.h>
#include <pthread.h>
#include <sys/stat.h>
#include <cstdio>
#include <cstring>

#include "runtime/kernel.h"
#include "runtime/ledger.h"
#include "runtime/real.h"
#include "runtime/session.h"
#include "runtime/state.h"

namespace stalemate::rt {

namespace {

struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  bool holds(std::uintptr_t pc) const { return pc - begin < end - begin; }
};

constexpr std::uint32_t kModules = 256;
Range instrumented[kModules];
std::uint32_t instrumented_count = 0;
unsigned long long modules_seen = 0;  // that the loader has loaded so far

bool is_instrumented(std::uintptr_t pc) {
  for (std::uint32_t i = 0; i < instrumented_count; ++i)
    if (instrumented[i].holds(pc)) return true;
  return false;
}

Range code_of(const dl_phdr_info& module) {
  Range all;
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const auto& part = module.dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    const std::uintptr_t begin = module.dlpi_addr + part.p_vaddr;
    if (all.end == 0) all = {begin, begin};
    all.end = begin + part.p_memsz;
  }
  return all;
}

int remember_module(dl_phdr_info* module, std::size_t, void* argument) {
  const Range code = code_of(*module);
  if (!code.holds(*static_cast<const std::uintptr_t*>(argument))) return 0;
  if (instrumented_count < kModules) instrumented[instrumented_count++] = code;
  return 1;
}

const char* file_name(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash != nullptr ? slash + 1 : path;
}

// The C library, the compilers' support libraries and the C++ libraries: what they do that concerns threads,
// they do by functions that are interposed.
bool is_known_library(const char* name) {
  for (const char* known : {"ld-linux", "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so",
                            "libgcc_s.so", "libatomic.so", "libubsan.so", "libstdc++.so", "libc++.so",
                            "libc++abi.so", "libunwind.so", "linux-vdso"})
    if (std::strncmp(name, known, std::strlen(known)) == 0) return true;
  return false;
}

int note_module(dl_phdr_info* module, std::size_t, void* argument) {
  modules_seen = module->dlpi_adds;
  const Range code = code_of(*module);
  bool& first = *static_cast<bool*>(argument);  // that is the program itself
  const bool is_program = first;
  first = false;
  if (is_instrumented(code.begin)) return 0;
  if (is_program) {
    note_uncontrolled(wire::Uncontrolled::kAtomics, 0, "the program was not compiled with us");
    return 0;
  }
  const char* path = module->dlpi_name;
  if (path == nullptr || path[0] == 0 || code.end == 0 || is_known_library(file_name(path))) return 0;
  if (code.holds(reinterpret_cast<std::uintptr_t>(&note_module))) return 0;
  const bool fits = std::strlen(path) < sizeof wire::LedgerEntry::detail;
  note_uncontrolled(wire::Uncontrolled::kLibrary, 0, fits ? path : file_name(path));
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
  if (!is_instrumented(pc)) dl_iterate_phdr(remember_module, &pc);
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
  bool first = true;
  dl_iterate_phdr(note_module, &first);
}

void note_loaded_since() {
  unsigned long long loaded = modules_seen;
  dl_iterate_phdr(count_modules, &loaded);
  if (loaded == modules_seen) return;
  note_unseen_code();
  describe_modules(*g.channel);
}

}  // namespace stalemate::rt

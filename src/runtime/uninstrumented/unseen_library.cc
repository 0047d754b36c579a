#include "runtime/uninstrumented/unseen_library.h"

#include <link.h>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/modules.h"
#include "runtime/platform/own_malloc.h"
#include "runtime/uninstrumented/instrumented_program.h"
#include "runtime/uninstrumented/module_code.h"

namespace stalemate::rt {

namespace {

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

int note_module(dl_phdr_info* module, std::size_t, void* argument) {
  modules_seen = module->dlpi_adds;
  const CodeRange code = code_of(*module);
  bool& first = *static_cast<bool*>(argument);  // that is the program itself
  const bool is_program = first;
  first = false;
  if (is_program) {
    if (program_was_instrumented()) return 0;
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

}  // namespace

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

#include "runtime/known_code.h"

#include <cstring>
#include <string_view>

namespace stalemate::rt {

namespace {

bool starts(const char* name, const char* with) { return std::strncmp(name, with, std::strlen(with)) == 0; }

// crt1.o, crti.o, crtbegin.o, crtend.o and libc_nonshared.a.
constexpr const char* kStartup[] = {"_start",
                                    "_init",
                                    "_fini",
                                    "_dl_relocate_static_pie",
                                    "deregister_tm_clones",
                                    "register_tm_clones",
                                    "__do_global_dtors_aux",
                                    "__do_global_ctors_aux",
                                    "frame_dummy",
                                    "__libc_csu_init",
                                    "__libc_csu_fini",
                                    "__libc_csu_irel",
                                    "atexit",
                                    "at_quick_exit",
                                    "__pthread_atfork",
                                    "pthread_atfork",
                                    "__stack_chk_fail_local",
                                    "__clang_call_terminate",
                                    "__x86.get_pc_thunk.ax",
                                    "__cpu_indicator_init"};

// Thunks of virtual functions: they correct a pointer and jump. Initialisers of thread-local variables.
constexpr const char* kMadeByCompiler[] = {"_ZTh", "_ZTv", "_ZTc", "_ZTW", "_ZTH"};

// What a failed check does is reported as a finding; the frameworks lock what their threads share.
constexpr const char* kFrameworks[] = {"_ZN7testing", "_ZNK7testing", "_ZN5Catch", "_ZNK5Catch"};

// Parts of sanitizers that compilers link into programs.
constexpr const char* kSanitizers[] = {"__ubsan_", "__sanitizer_"};
constexpr const char* kOfSanitizers[] = {"7__ubsan", "11__sanitizer", "14__interception", "10__cxxabiv1"};

constexpr const char* kCxxLibrary[] = {"_ZNSt",
                                       "_ZNKSt",
                                       "_ZSt",
                                       "_ZN9__gnu_cxx",
                                       "_ZNK9__gnu_cxx",
                                       "_ZN10__cxxabiv1",
                                       "_ZNK10__cxxabiv1",
                                       "__cxa_",
                                       "_Unwind_",
                                       "__gxx_",
                                       "__gcc_",
                                       "_ZThn",
                                       "_ZTv",
                                       "__gnu_",
                                       "__deregister_frame",
                                       "__register_frame",
                                       "__frame_state",
                                       "__dynamic_cast"};

bool has(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

template <unsigned N>
bool starts_with_one(const char* name, const char* const (&list)[N]) {
  for (const char* known : list)
    if (starts(name, known)) return true;
  return false;
}

}  // namespace

bool is_known_function(const char* name) {
  for (const char* part : kOfSanitizers)
    if (starts(name, "_Z") && has(name, part)) return true;
  for (const char* known : kStartup)
    if (std::strcmp(name, known) == 0) return true;
  return starts_with_one(name, kMadeByCompiler) || starts_with_one(name, kSanitizers) ||
         starts_with_one(name, kFrameworks);
}

bool is_moved_part(const char* name) { return has(name, ".cold"); }

bool is_cxx_library_function(const char* name) { return starts_with_one(name, kCxxLibrary); }

}  // namespace stalemate::rt

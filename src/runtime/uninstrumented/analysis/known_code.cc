#include "runtime/uninstrumented/analysis/known_code.h"

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

// A failed check is reported as a finding; the frameworks lock what their threads share.
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

// After the prefix of a member, its qualifiers, or a function of the namespace.
constexpr const char* kNamespaces[] = {"_ZNSt7__cxx11",   "_ZNKSt7__cxx11", "_ZNOSt7__cxx11",
                                       "_ZNKRSt7__cxx11", "_ZNSt3__1",      "_ZNKSt3__1",
                                       "_ZNSt",           "_ZNKSt",         "_ZSt"};
constexpr const char* kModelled[] = {"10filesystem",
                                     "4__fs10filesystem",
                                     "10from_chars",
                                     "8to_chars",
                                     "11_Hash_bytes",
                                     "3pmr25monotonic_buffer_resource",
                                     "3pmr28unsynchronized_pool_resource",
                                     "6__sort",
                                     "7codecvt",
                                     "7collate",
                                     "7num_get",
                                     "7num_put",
                                     "8time_get",
                                     "8time_put",
                                     "9money_get",
                                     "9money_put",
                                     "9strstream",
                                     "10istrstream",
                                     "10ostrstream",
                                     "12strstreambuf",
                                     "12__basic_file",
                                     "13basic_filebuf",
                                     "13basic_fstream",
                                     "13basic_istream",
                                     "13basic_ostream",
                                     "14basic_ifstream",
                                     "14basic_iostream",
                                     "14basic_ofstream",
                                     "15basic_streambuf",
                                     "15basic_stringbuf",
                                     "18basic_stringstream",
                                     "19basic_istringstream",
                                     "19basic_ostringstream",
                                     "6locale",
                                     "8ios_base",
                                     "9basic_ios",
                                     "9use_facet",
                                     "9has_facet",
                                     "7getline",
                                     "4endl",
                                     "4ends",
                                     "5flush",
                                     "2ws",
                                     "16__ostream_insert",
                                     "17__istream_extract",
                                     "ls",
                                     "rs"};
// Abbreviations of istream, ostream and iostream.
constexpr const char* kStreams[] = {"_ZNSi", "_ZNSo", "_ZNSd", "_ZNKSi", "_ZNKSo", "_ZNKSd"};

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

bool is_cxx_library_function(const char* name) {
  return starts_with_one(name, kCxxLibrary) || starts_with_one(name, kStreams);
}

bool is_modelled_function(const char* name) {
  if (starts(name, "_ZNSt8ios_base4Init") || starts(name, "_ZNSt3__18ios_base4Init")) return false;
  if (starts_with_one(name, kStreams)) return true;
  for (const char* space : kNamespaces)
    if (starts(name, space) && starts_with_one(name + std::strlen(space), kModelled)) return true;
  return false;
}

}  // namespace stalemate::rt

// Every function of the C library for which the runtime has one of its own checks what it accesses of its
// caller's memory, or is named here with the reason why not.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace stalemate {
namespace {

// By the beginning of their names.
const char* const kExempt[] = {
    // Objects of synchronization: checked where the step happens (check_use, check_memory).
    "pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_spin_", "pthread_barrier_", "sem_init",
    "sem_destroy", "sem_close", "sem_timedwait", "sem_clockwait", "mtx_", "cnd_", "pthread_once", "call_once",
    // Results are checked by join_thread, join_until and take_result.
    "pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np",
    // Blocks of the heap, which has checks of its own.
    "free", "realloc", "reallocarray", "malloc_usable_size",
    // Addresses that are not read.
    "mmap", "munmap", "mremap", "mprotect", "madvise", "pthread_setspecific", "tss_set", "pthread_exit",
    "clone", "dlclose",
    // By another function of these: select_step, epoll_step, await_into.
    "pselect", "epoll_", "sigwaitinfo", "sigtimedwait",
    // Not the program's.
    "__assert_fail", "__pthread_", "__libc_start_main", "__cxa_", "__tsan_", "_Z", "stalemate_"};

bool is_exempt(const std::string& name) {
  for (const char* begin : kExempt)
    if (name.rfind(begin, 0) == 0) return true;
  return false;
}

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// The functions in a source, with a pointer among their parameters, whose body has no check.
void add_unchecked(const std::string& text, std::set<std::string>& unchecked, int& seen) {
  static const std::regex kHead(R"(STALEMATE_INTERPOSED [\w\s\*:]*?(\w+)\(([^{};]*)\)( noexcept)? \{)");
  static const std::regex kCheck(
      R"(reads_\w+\(|writes_argument|check_use|use_stream|_checked\(|filling|taking|open_noting|openat_noting|note_mode)");
  for (std::sregex_iterator at(text.begin(), text.end(), kHead), end; at != end; ++at) {
    const std::string parameters = (*at)[2];
    if (parameters.find_first_of("*[") == std::string::npos || (*at)[1] == "name") continue;  // of a macro
    ++seen;
    const auto begin = static_cast<std::size_t>(at->position() + at->length());
    const std::string body =
        text.substr(begin, std::min(text.find("\n}", begin), text.find("}\n\n", begin)) - begin);
    if (!std::regex_search(body, kCheck) && !is_exempt((*at)[1])) unchecked.insert((*at)[1]);
  }
}

TEST(CheckedArguments, AreThoseOfEveryFunctionThatStandsForOneOfTheCLibrary) {
  std::set<std::string> unchecked;
  int seen = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(STALEMATE_SOURCE_DIR "/src/runtime"))
    if (file.path().extension() == ".cc") add_unchecked(text_of(file.path()), unchecked, seen);
  EXPECT_GT(seen, 150);
  for (const std::string& name : unchecked)
    ADD_FAILURE() << name << " has parameters in memory and checks none";
}

TEST(CheckedArguments, AreMissedWhereThereIsNoCheck) {
  std::set<std::string> unchecked;
  int seen = 0;
  add_unchecked("STALEMATE_INTERPOSED int one(int* result) noexcept {\n  *result = 1;\n}\n", unchecked, seen);
  add_unchecked("STALEMATE_INTERPOSED int two(int* at) {\n  writes_argument(at, 4, 0);\n}\n", unchecked,
                seen);
  EXPECT_EQ(unchecked, std::set<std::string>{"one"});
}

}  // namespace
}  // namespace stalemate

#include "symbolize/source_map.h"

#include <string_view>

namespace stalemate::symbolize {

const Frame& best_frame(const std::vector<Frame>& frames) {
  for (const Frame& frame : frames)
    if (!frame.system && !frame.file.empty()) return frame;
  return frames.front();
}

namespace {

// Headers of other libraries are shown like the user's code; those of the C library are not.
bool is_libc_header(std::string_view below) {
  for (const std::string_view folder :
       {"arpa/", "asm/", "asm-generic/", "bits/", "c++/", "gnu/", "linux/", "net/", "netinet/", "sys/"})
    if (below.starts_with(folder)) return true;
  for (const std::string_view name :
       {"aio.h",     "assert.h",   "byteswap.h",  "ctype.h",  "endian.h",  "errno.h",
        "fcntl.h",   "inttypes.h", "malloc.h",    "math.h",   "mqueue.h",  "poll.h",
        "pthread.h", "sched.h",    "semaphore.h", "setjmp.h", "signal.h",  "spawn.h",
        "stdint.h",  "stdio.h",    "stdlib.h",    "string.h", "strings.h", "tgmath.h",
        "threads.h", "time.h",     "ucontext.h",  "unistd.h", "wchar.h",   "wctype.h"})
    if (below == name) return true;
  return false;
}

bool is_in_usr_include(std::string_view file) {
  constexpr std::string_view kHeaders = "/usr/include/";
  if (!file.starts_with(kHeaders)) return false;
  file.remove_prefix(kHeaders.size());
  // x86_64-linux-gnu/ and similar ones.
  const std::size_t slash = file.find('/');
  if (slash != file.npos && file.substr(0, slash).ends_with("-linux-gnu")) file.remove_prefix(slash + 1);
  return is_libc_header(file);
}

}  // namespace

bool is_system_file(const std::string& file) {
  for (const char* prefix : {"/usr/lib/", "/lib/", "/lib64/", "/usr/lib64/"})
    if (file.starts_with(prefix)) return true;
  for (const char* part :
       {"/include/c++/", "/include/stalemate/", "/libstdc++-v3/", "../sysdeps/", "./nptl/",
        // test frameworks
        "/include/gtest/", "/include/gmock/", "/googletest/src/gtest", "/googlemock/src/gmock",
        "/include/catch2/", "/catch2/catch", "/doctest/doctest.h", "/boost/test/"})
    if (file.find(part) != std::string::npos) return true;
  return is_in_usr_include(file);
}

bool is_system_function(const std::string& function) {
  for (const char* prefix :
       {"std::", "__gnu_cxx::", "__cxxabiv1::", "stalemate::rt::", "stalemate_rt_", "__tsan_"})
    if (function.starts_with(prefix)) return true;
  return false;
}

}  // namespace stalemate::symbolize

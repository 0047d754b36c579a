#include "symbolize/source_map.h"

namespace stalemate::symbolize {

const Frame& best_frame(const std::vector<Frame>& frames) {
  for (const Frame& frame : frames)
    if (!frame.system && !frame.file.empty()) return frame;
  return frames.front();
}

bool is_system_file(const std::string& file) {
  for (const char* prefix : {"/usr/include/", "/usr/lib/", "/lib/", "/lib64/", "/usr/lib64/"})
    if (file.starts_with(prefix)) return true;
  for (const char* part : {"/include/c++/", "/include/stalemate/", "libstdc++", "../sysdeps/", "./nptl/"})
    if (file.find(part) != std::string::npos) return true;
  return false;
}

bool is_system_function(const std::string& function) {
  for (const char* prefix :
       {"std::", "__gnu_cxx::", "__cxxabiv1::", "stalemate::rt::", "stalemate_rt_", "__tsan_"})
    if (function.starts_with(prefix)) return true;
  return false;
}

}  // namespace stalemate::symbolize

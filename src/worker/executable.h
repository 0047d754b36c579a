// What kind of file is to be explored, from its contents alone, before anything is started: built with
// Stalemate, or suitable for preloading, or neither. For a file that cannot be started: why, in a sentence.
#pragma once

#include <string>

#include "base/result.h"

namespace stalemate::host {

enum class Linkage {
  kWithRuntime,  // carries our runtime, or needs it as a shared library
  kDynamic,      // without us, but its loader can preload the runtime
  kStatic,       // without us and without a loader
};

struct Executable {
  std::string path;  // where it was found
  Linkage linkage = Linkage::kDynamic;
  bool asserts_off = false;   // files of it include <assert.h> with NDEBUG
  bool changes_user = false;  // set-user-ID or set-group-ID: the loader ignores LD_PRELOAD
};

// `name` as a shell resolves it: looked up in PATH if it has no slash.
Result<Executable> inspect_executable(const std::string& name);

}  // namespace stalemate::host

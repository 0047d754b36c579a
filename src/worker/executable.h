// What a file that shall be explored is, told from its contents alone, before anything is started: built with
// us, or not and to be had by preloading, or neither. Says in one sentence what cannot be started at all.
#pragma once

#include <string>

#include "base/result.h"

namespace stalemate::host {

enum class Linkage {
  kWithRuntime,  // carries our runtime, or needs it as a shared library
  kDynamic,      // without us, but its loader can be told to bring the runtime
  kStatic,       // without us and without a loader
};

struct Executable {
  std::string path;  // where it was found
  Linkage linkage = Linkage::kDynamic;
  bool asserts_off = false;   // files of it include <assert.h> with NDEBUG
  bool changes_user = false;  // set-user-ID or set-group-ID: the loader ignores what it is told to preload
};

// `name` as a shell takes it: looked up in PATH where it has no slash.
Result<Executable> inspect_executable(const std::string& name);

}  // namespace stalemate::host

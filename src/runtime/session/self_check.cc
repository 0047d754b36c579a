#include "runtime/session/self_check.h"

#include <pthread.h>
#include <sys/stat.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"

namespace stalemate::rt {

namespace {

// Another function of the same name comes before ours: of a preloaded library, or of the program.
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

}  // namespace stalemate::rt

// Which code of a module is not observed: functions that were compiled without instrumentation and may touch
// what threads share, and instructions of inline assembly that synchronize or call the kernel. Decided from
// the finished file, so that it does not matter how it was built, stripped or not.
//
//  - A function is instrumented if it calls the hooks that every function has which accesses memory or calls
//    another (such as __tsan_func_entry). Parts of it that the compiler moved away are reached by its jumps.
//  - What has no hooks and provably touches nothing shared (code_effects.h) is harmless, however it was
//    built.
//  - Startup code of the compiler, libraries that come with it, our own runtime, and the test frameworks that
//    the runtime knows are known.
//  - All else is unobserved. docs/control.md has what that means for a verdict.
#pragma once

#include <link.h>
#include <cstdint>

namespace stalemate::rt {

struct UnseenCode {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // of the function; of an instruction of inline assembly, where it ends
  bool assembly = false;
  bool synchronizes = true;  // perhaps: it has instructions for that, or is inline assembly
  bool whole = false;        // an unreadable module: it does not begin with a function
  bool varies = false;       // an instruction that reads the processor's time or random numbers
};

// Adds the unobserved code of an instrumented module, by address, at `to`, of which `most` fit; returns how
// much there is. `path`: its file.
std::uint32_t find_unseen_code(const dl_phdr_info& module, const char* path, UnseenCode* to,
                               std::uint32_t most);

}  // namespace stalemate::rt

// The names of the kinds of the control ledger (wire::Uncontrolled), and their effect on a verdict.
// docs/control.md has the reasons for each of them.
#pragma once

#include "model/wire/wire.h"

namespace stalemate {

// The word in the JSON.
constexpr const char* name_of(wire::Uncontrolled what) {
  switch (what) {
    case wire::Uncontrolled::kNone: break;
    case wire::Uncontrolled::kAtomics: return "atomics";
    case wire::Uncontrolled::kLibrary: return "library";
    case wire::Uncontrolled::kSystemCall: return "system-call";
    case wire::Uncontrolled::kKernelThread: return "kernel-thread";
    case wire::Uncontrolled::kFileWritten: return "file-written";
    case wire::Uncontrolled::kProcess: return "process";
    case wire::Uncontrolled::kSignal: return "signal";
    case wire::Uncontrolled::kTime: return "time";
    case wire::Uncontrolled::kRandomness: return "randomness";
    case wire::Uncontrolled::kBlocking: return "blocking";
    case wire::Uncontrolled::kAccesses: return "accesses";
    case wire::Uncontrolled::kPolling: return "polling";
    case wire::Uncontrolled::kFairness: return "fairness";
    case wire::Uncontrolled::kCapacity: return "capacity";
    case wire::Uncontrolled::kSteps: return "steps";
    case wire::Uncontrolled::kUninstrumented: return "uninstrumented-code";
    case wire::Uncontrolled::kAssembly: return "assembly";
    case wire::Uncontrolled::kGeneratedCode: return "generated-code";
    case wire::Uncontrolled::kTaskOrder: return "task-order";
    case wire::Uncontrolled::kLibraryCall: return "library-call";
    case wire::Uncontrolled::kOutsideState: return "outside-state";
  }
  return "unknown";
}

// For users; the object, if known, follows after a colon.
constexpr const char* phrase_of(wire::Uncontrolled what) {
  switch (what) {
    case wire::Uncontrolled::kNone: break;
    case wire::Uncontrolled::kAtomics: return "atomic operations outside of what was compiled with stalemate";
    case wire::Uncontrolled::kLibrary: return "library built without stalemate";
    case wire::Uncontrolled::kSystemCall: return "system call";
    case wire::Uncontrolled::kKernelThread: return "thread that stalemate does not schedule";
    case wire::Uncontrolled::kFileWritten: return "file written";
    case wire::Uncontrolled::kProcess: return "process started";
    case wire::Uncontrolled::kSignal: return "signal from outside";
    case wire::Uncontrolled::kTime: return "real time";
    case wire::Uncontrolled::kRandomness: return "random numbers";
    case wire::Uncontrolled::kBlocking: return "wait for something outside the program";
    case wire::Uncontrolled::kAccesses: return "memory accesses that were not checked for races";
    case wire::Uncontrolled::kPolling: return "polling loop taken for a yield";
    case wire::Uncontrolled::kFairness: return "loop cut short without a proof that it repeats itself";
    case wire::Uncontrolled::kCapacity: return "execution abandoned at a limit of stalemate";
    case wire::Uncontrolled::kSteps:
      return "execution cut short: let the test do less, or allow more with --steps";
    case wire::Uncontrolled::kUninstrumented:
      return "code that was not instrumented ran beside other threads";
    case wire::Uncontrolled::kAssembly:
      return "inline assembly or a store without instrumentation ran beside threads";
    case wire::Uncontrolled::kGeneratedCode: return "code made at run time, beside other threads";
    case wire::Uncontrolled::kTaskOrder: return "orders of tasks that were not tried";
    case wire::Uncontrolled::kLibraryCall:
      return "library function whose accesses are not checked, called beside other threads";
    case wire::Uncontrolled::kOutsideState:
      return "state outside of memory, used by threads in an order that is not explored";
  }
  return "something";
}

// Whether interleavings or outcomes may be missing because of it, so that no bound was exhausted. What an
// execution leaves behind for later ones does not hide an interleaving: if it matters, the program behaves
// differently when a schedule is repeated, and that is a separate error.
constexpr bool weakens_coverage(wire::Uncontrolled what) {
  return what != wire::Uncontrolled::kFileWritten && what != wire::Uncontrolled::kProcess &&
         what != wire::Uncontrolled::kPolling;
}

// The word for it among the limits of a result (S15); nullptr: it does not weaken the coverage.
constexpr const char* limit_by(wire::Uncontrolled what) {
  if (!weakens_coverage(what)) return nullptr;
  if (what == wire::Uncontrolled::kFairness) return "fairness";
  if (what == wire::Uncontrolled::kCapacity) return "capacity";
  return what == wire::Uncontrolled::kSteps ? "steps" : "uninstrumented";
}

}  // namespace stalemate

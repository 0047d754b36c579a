// ThreadSanitizer's annotations, by the names of its two interfaces. Edges of synchronizes-before (S6) and
// intended races (S13) are taken from them; everything else is known here without them, or does not matter.
// None of these is a step. Weak: some programs bring functions of these names that do nothing.
//
// The edges have a separate clock. A release sequence would not do: a relaxed store ends it, and such a store
// is what is most often annotated.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/races/races.h"
#include "runtime/races/synchronizes.h"

using namespace stalemate::rt;

#define STALEMATE_ANNOTATION STALEMATE_INTERPOSED __attribute__((weak))

namespace {

// Flags of the lock annotations.
constexpr unsigned kReadLock = 1u << 3;
constexpr unsigned kTryFailed = 1u << 5;

void release_annotated(const volatile void* object) {
  if (racing.now != 0) release(object_at(const_cast<const void*>(object))->annotated);
}

void learn(const volatile void* object) {
  if (racing.now != 0) acquire(object_at(const_cast<const void*>(object))->annotated);
}

// Readers acquire from writers, writers from both.
void locked(const volatile void* lock, bool shared) {
  learn(lock);
  if (racing.now != 0 && !shared) acquire(object_at(const_cast<const void*>(lock))->read_released);
}

void unlocked(const volatile void* lock, bool shared) {
  if (!shared) return release_annotated(lock);
  if (racing.now != 0) release(object_at(const_cast<const void*>(lock))->read_released);
}

void intend(const volatile void* object, std::size_t bytes) {
  if (g.active) allow_races(reinterpret_cast<std::uintptr_t>(object), bytes);
}

}  // namespace

// Every annotation of the old interface begins with its file and line.
#define STALEMATE_SAYS(name, ...) \
  STALEMATE_ANNOTATION void Annotate##name(const char*, int __VA_OPT__(, ) __VA_ARGS__)

STALEMATE_SAYS(HappensBefore, const volatile void* object) { release_annotated(object); }
STALEMATE_SAYS(HappensAfter, const volatile void* object) { learn(object); }
STALEMATE_SAYS(RWLockAcquired, const volatile void* lock, long writes) { locked(lock, writes == 0); }
STALEMATE_SAYS(RWLockReleased, const volatile void* lock, long writes) { unlocked(lock, writes == 0); }
STALEMATE_SAYS(BenignRace, const volatile void* object, const char*) { intend(object, 1); }
STALEMATE_SAYS(BenignRaceSized, const volatile void* object, std::size_t bytes, const char*) {
  intend(object, bytes);
}
STALEMATE_ANNOTATION void WTFAnnotateHappensBefore(const char*, int, const volatile void* object) {
  release_annotated(object);
}
STALEMATE_ANNOTATION void WTFAnnotateHappensAfter(const char*, int, const volatile void* object) {
  learn(object);
}
STALEMATE_ANNOTATION void WTFAnnotateBenignRaceSized(const char*, int, const volatile void* object,
                                                     std::size_t bytes, const char*) {
  intend(object, bytes);
}

// Functions that return nothing may be called with any arguments if they read none.
#define STALEMATE_IGNORED(name) \
  STALEMATE_ANNOTATION void Annotate##name() {}
STALEMATE_IGNORED(CondVarSignal)
STALEMATE_IGNORED(CondVarSignalAll)
STALEMATE_IGNORED(CondVarWait)
STALEMATE_IGNORED(EnableRaceDetection)
STALEMATE_IGNORED(ExpectRace)
STALEMATE_IGNORED(FlushExpectedRaces)
STALEMATE_IGNORED(FlushState)
STALEMATE_IGNORED(IgnoreReadsBegin)
STALEMATE_IGNORED(IgnoreReadsEnd)
STALEMATE_IGNORED(IgnoreSyncBegin)
STALEMATE_IGNORED(IgnoreSyncEnd)
STALEMATE_IGNORED(IgnoreWritesBegin)
STALEMATE_IGNORED(IgnoreWritesEnd)
STALEMATE_IGNORED(MemoryIsInitialized)
STALEMATE_IGNORED(MemoryIsUninitialized)
STALEMATE_IGNORED(MutexIsNotPHB)
STALEMATE_IGNORED(MutexIsUsedAsCondVar)
STALEMATE_IGNORED(NewMemory)
STALEMATE_IGNORED(NoOp)
STALEMATE_IGNORED(PCQCreate)
STALEMATE_IGNORED(PCQDestroy)
STALEMATE_IGNORED(PCQGet)
STALEMATE_IGNORED(PCQPut)
STALEMATE_IGNORED(PublishMemoryRange)
STALEMATE_IGNORED(RWLockCreate)
STALEMATE_IGNORED(RWLockCreateStatic)
STALEMATE_IGNORED(RWLockDestroy)
STALEMATE_IGNORED(ThreadName)
STALEMATE_IGNORED(TraceMemory)
STALEMATE_IGNORED(UnpublishMemoryRange)

STALEMATE_ANNOTATION int RunningOnValgrind() { return 0; }
STALEMATE_ANNOTATION double ValgrindSlowdown() { return 10; }
STALEMATE_ANNOTATION const char* ThreadSanitizerQuery(const char* query) {
  return std::strcmp(query, "pure_happens_before") == 0 ? "1" : "0";
}

STALEMATE_ANNOTATION void __tsan_release(void* object) { release_annotated(object); }
STALEMATE_ANNOTATION void __tsan_acquire(void* object) { learn(object); }

STALEMATE_ANNOTATION void __tsan_mutex_post_lock(void* lock, unsigned flags, int) {
  if ((flags & kTryFailed) == 0) locked(lock, (flags & kReadLock) != 0);
}
// Returns how many levels are unlocked, for post_lock to lock again.
STALEMATE_ANNOTATION int __tsan_mutex_pre_unlock(void* lock, unsigned flags) {
  unlocked(lock, (flags & kReadLock) != 0);
  return 1;
}

#define STALEMATE_IGNORED_TSAN(name) \
  STALEMATE_ANNOTATION void __tsan_##name() {}
STALEMATE_IGNORED_TSAN(mutex_create)
STALEMATE_IGNORED_TSAN(mutex_destroy)
STALEMATE_IGNORED_TSAN(mutex_pre_lock)
STALEMATE_IGNORED_TSAN(mutex_post_unlock)
STALEMATE_IGNORED_TSAN(mutex_pre_signal)
STALEMATE_IGNORED_TSAN(mutex_post_signal)
STALEMATE_IGNORED_TSAN(mutex_pre_divert)
STALEMATE_IGNORED_TSAN(mutex_post_divert)
STALEMATE_IGNORED_TSAN(ignore_thread_begin)
STALEMATE_IGNORED_TSAN(ignore_thread_end)
STALEMATE_IGNORED_TSAN(flush_memory)

// Fibers of the program belong to the thread that runs them. A name for one must be a pointer, and not null.
STALEMATE_ANNOTATION void* __tsan_get_current_fiber() { return &racing; }
STALEMATE_ANNOTATION void* __tsan_create_fiber(unsigned) { return &racing; }
STALEMATE_IGNORED_TSAN(destroy_fiber)
STALEMATE_IGNORED_TSAN(switch_to_fiber)
STALEMATE_IGNORED_TSAN(set_fiber_name)

// Programs that tell ThreadSanitizer what orders their accesses, though no memory order does. Without a
// macro: a flag that publishes a value. TSAN_NAMES: by the newer interface. LOCK: a lock that is a flag.
// READERS: it can be shared. INTENDED: a race that is declared. RACY: what is told does not order the two
// threads.
#include <atomic>
#include <cassert>
#include <thread>

extern "C" {
void AnnotateHappensBefore(const char*, int, const volatile void*);
void AnnotateHappensAfter(const char*, int, const volatile void*);
void AnnotateBenignRaceSized(const char*, int, const volatile void*, unsigned long, const char*);
void AnnotateRWLockAcquired(const char*, int, const volatile void*, long);
void AnnotateRWLockReleased(const char*, int, const volatile void*, long);
void __tsan_release(void*);
void __tsan_acquire(void*);
void __tsan_mutex_create(void*, unsigned);
void __tsan_mutex_pre_lock(void*, unsigned);
void __tsan_mutex_post_lock(void*, unsigned, int);
int __tsan_mutex_pre_unlock(void*, unsigned);
void __tsan_mutex_post_unlock(void*, unsigned);

// All that can be said: a program that says it shall link.
#define NAMES(name)                                                                                          \
  name(AnnotateBenignRace) name(AnnotateCondVarSignal) name(AnnotateCondVarSignalAll) name(                  \
      AnnotateCondVarWait) name(AnnotateEnableRaceDetection) name(AnnotateExpectRace)                        \
      name(AnnotateFlushExpectedRaces) name(AnnotateFlushState) name(AnnotateIgnoreReadsBegin) name(         \
          AnnotateIgnoreReadsEnd) name(AnnotateIgnoreSyncBegin) name(AnnotateIgnoreSyncEnd)                  \
          name(AnnotateIgnoreWritesBegin) name(AnnotateIgnoreWritesEnd) name(                                \
              AnnotateMemoryIsInitialized) name(AnnotateMemoryIsUninitialized) name(AnnotateMutexIsNotPHB)   \
              name(AnnotateMutexIsUsedAsCondVar) name(AnnotateNewMemory) name(AnnotateNoOp) name(            \
                  AnnotatePCQCreate) name(AnnotatePCQDestroy) name(AnnotatePCQGet) name(AnnotatePCQPut)      \
                  name(AnnotatePublishMemoryRange) name(AnnotateRWLockCreate) name(                          \
                      AnnotateRWLockCreateStatic) name(AnnotateRWLockDestroy) name(AnnotateThreadName)       \
                      name(AnnotateTraceMemory) name(AnnotateUnpublishMemoryRange) name(RunningOnValgrind)   \
                          name(ValgrindSlowdown) name(ThreadSanitizerQuery) name(WTFAnnotateBenignRaceSized) \
                              name(WTFAnnotateHappensAfter) name(WTFAnnotateHappensBefore)                   \
                                  name(__tsan_mutex_destroy) name(__tsan_mutex_pre_signal)                   \
                                      name(__tsan_mutex_post_signal) name(__tsan_mutex_pre_divert)           \
                                          name(__tsan_mutex_post_divert) name(__tsan_ignore_thread_begin)    \
                                              name(__tsan_ignore_thread_end) name(__tsan_flush_memory)       \
                                                  name(__tsan_get_current_fiber) name(__tsan_create_fiber)   \
                                                      name(__tsan_destroy_fiber)                             \
                                                          name(__tsan_switch_to_fiber)                       \
                                                              name(__tsan_set_fiber_name)
#define DECLARED(name) void name();
NAMES(DECLARED)
}
#define LISTED(name) name,
void (*volatile names[])() = {NAMES(LISTED)};

int value;

#if defined(LOCK)

constexpr unsigned kTry = 1u << 4, kFailed = 1u << 5;
std::atomic<int> taken{0};

bool take() {
  __tsan_mutex_pre_lock(&taken, kTry);
  const bool got = taken.exchange(1, std::memory_order_relaxed) == 0;
  __tsan_mutex_post_lock(&taken, got ? kTry : kTry | kFailed, 1);
  return got;
}

void give_back() {
  assert(__tsan_mutex_pre_unlock(&taken, 0) == 1);
  taken.store(0, std::memory_order_relaxed);
  __tsan_mutex_post_unlock(&taken, 0);
}

int main() {
  __tsan_mutex_create(&taken, 0);
  const auto add = [] {
    const bool got = take();
#ifndef RACY
    if (!got) return;
#endif
    ++value;
    if (got) give_back();
  };
  std::thread other(add);
  add();
  other.join();
}

#elif defined(READERS)

std::atomic<bool> left{false};
#ifdef RACY
constexpr long kWrites = 0;
#else
constexpr long kWrites = 1;
#endif

int main() {
  std::thread reader([] {
    AnnotateRWLockAcquired(__FILE__, __LINE__, &left, 0);
    assert(value == 0);
    AnnotateRWLockReleased(__FILE__, __LINE__, &left, 0);
    left.store(true, std::memory_order_relaxed);
  });
  if (left.load(std::memory_order_relaxed)) {
    AnnotateRWLockAcquired(__FILE__, __LINE__, &left, kWrites);
    value = 1;
    AnnotateRWLockReleased(__FILE__, __LINE__, &left, kWrites);
  }
  reader.join();
}

#elif defined(INTENDED)

int main() {
  AnnotateBenignRaceSized(__FILE__, __LINE__, &value, sizeof value, "counts, more or less");
  std::thread other([] { ++value; });
  ++value;
  other.join();
  assert(value == 2);
}

#else

std::atomic<bool> ready{false};
int elsewhere;

#ifdef RACY
void* const told = &elsewhere;
#else
void* const told = &ready;
#endif

#ifdef TSAN_NAMES
void before() { __tsan_release(told); }
void after() { __tsan_acquire(&ready); }
#else
void before() { AnnotateHappensBefore(__FILE__, __LINE__, told); }
void after() { AnnotateHappensAfter(__FILE__, __LINE__, &ready); }
#endif

int main() {
  std::thread producer([] {
    value = 42;
    before();
    ready.store(true, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_relaxed)) {
    after();
    assert(value == 42);
  }
  producer.join();
  (void)names;
}

#endif

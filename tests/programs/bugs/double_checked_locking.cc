// A configuration that is built on first use, with double-checked locking.
//
// BUG=1: the pointer is published before the object is complete. Assertion, least preemptions 1.
//   1 is enough: one thread stores the pointer and is preempted before it stores the port [P1]; the
//   other finds the pointer set, skips the lock and reads port 0.
//   0 is not: the lock is contended only if its holder was preempted, so the first thread builds and
//   completes the object before the other starts.
// BUG=2: no second check under the lock. Assertion (built twice), least preemptions 1.
//   1 is enough: one thread reads a null pointer and is preempted before it locks [P1]; the other builds
//   the object and ends; the first builds it again. 0 is not, as above.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

struct Configuration {
  std::atomic<int> port{0};
};

std::mutex mutex;
std::atomic<Configuration*> instance{nullptr};
std::atomic<int> built{0};

void build() {
  static Configuration configuration;
#if BUG == 1
  instance = &configuration;
  configuration.port = 8080;
#else
  configuration.port = 8080;
  instance = &configuration;
#endif
  ++built;
}

Configuration& configuration() {
  if (instance.load() == nullptr) {
    std::lock_guard<std::mutex> lock(mutex);
#if BUG != 2
    if (instance.load() == nullptr)
#endif
      build();
  }
  return *instance.load();
}

int main() {
  auto use = [] { assert(configuration().port == 8080); };
  std::thread one(use);
  std::thread other(use);
  one.join();
  other.join();
  assert(built == 1);
}

// The locks of the C++ library that stand on read-write locks and on deadlines.
//
// BUG=1: a try_lock_for that fails is taken for a success. Assertion, least preemptions 1: it fails only
// while the
//   other thread is inside, which does not block there.
#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

using namespace std::chrono_literals;

std::shared_timed_mutex timed;
std::shared_mutex shared;
std::timed_mutex plain;
std::atomic<int> inside{0};

void write() {
  if (!timed.try_lock_for(10ms) && BUG == 0) return;
  assert(inside++ == 0);
  --inside;
  if (BUG == 0) timed.unlock();
}

void read() {
  {
    std::shared_lock<std::shared_timed_mutex> lock(timed, 10ms);
    if (lock.owns_lock()) assert(inside == 0);
  }
  std::shared_lock<std::shared_mutex> both(shared);
  std::unique_lock<std::timed_mutex> one(plain, 1ms);
}

int main() {
  std::thread writer(write);
  std::thread reader(BUG == 0 ? read : write);
  {
    std::lock_guard<std::shared_mutex> lock(shared);
    std::lock_guard<std::timed_mutex> also(plain);
  }
  writer.join();
  reader.join();
}

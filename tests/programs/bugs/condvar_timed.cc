// A request that waits for its reply, but not longer than a deadline: both ends are possible, and each of
// the two faulty versions believes in one of them only.
//
// BUG=1: believes that the reply came. Assertion, least preemptions 0: the request waits and times out
//   before the reply is there.
// BUG=2: believes that it comes too late. Assertion, least preemptions 0: the request waits (blocked), the
//   reply is set and notified, the request wakes with it.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

std::mutex mutex;
std::condition_variable changed;
bool replied = false;

void request() {
  std::unique_lock<std::mutex> lock(mutex);
  const bool in_time = changed.wait_for(lock, std::chrono::milliseconds(10), [] { return replied; });
#if BUG == 1
  assert(in_time);
#elif BUG == 2
  assert(!in_time);
#endif
  assert(in_time == replied);
}

void reply() {
  std::lock_guard<std::mutex> lock(mutex);
  replied = true;
  changed.notify_one();
}

int main() {
  std::thread requester(request);
  std::thread replier(reply);
  requester.join();
  replier.join();
}

// Synchronization that begins before main: a static object starts a thread and locks a mutex, main unlocks it
// and the object's destructor joins the thread after main has returned. Correct.
//
// BUG=1: the thread takes the two mutexes in the other order. Main is preempted between its two locks, the
// thread takes `second` and waits for `first`, main waits for `second`: 1 preemption.
#include <mutex>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

std::mutex first, second;

struct Service {
  Service() : thread_([] { serve(); }) { first.lock(); }
  ~Service() { thread_.join(); }
  static void serve() {
    std::mutex& one = BUG == 1 ? second : first;
    std::mutex& other = BUG == 1 ? first : second;
    std::lock_guard<std::mutex> hold(one);
    std::lock_guard<std::mutex> also(other);
  }
  std::thread thread_;
};

Service service;

int main() {
  second.lock();
  second.unlock();
  first.unlock();
}

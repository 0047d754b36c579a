// What a program does while it ends: handlers, destructors of static objects, threads that outlive main.
// Least preemptions as in the table.
//
// BUG=0: the thread is joined by the destructor of the static object that it uses, before that object is
// gone. BUG=1: the thread is detached, and uses the object after its destruction: main has to be preempted
// between
//   the destructor and the end of the process.
// BUG=2: the destructor joins the thread while it holds the mutex that the thread wants: deadlock.
// BUG=3: an exit handler throws, and nobody can catch it.
// BUG=4: a handler of quick_exit relies on a thread that nobody waited for.
// BUG=5: main ends by pthread_exit; the handler that the last thread runs wants a mutex which main has left
//   locked.
// BUG=6: exit() in a handler, and a second handler that does not expect to be run in the middle of the first.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <pthread.h>

#ifndef BUG
#define BUG 0
#endif

std::atomic<int> done{0};

class Registry {
 public:
  void enter() {
    std::lock_guard<std::mutex> lock(mutex_);
    assert(alive_);
    ++done;
  }
  void start() {
    thread_ = std::thread([this] { enter(); });
#if BUG == 1
    thread_.detach();
#endif
  }
  ~Registry() {
#if BUG == 2
    std::lock_guard<std::mutex> lock(mutex_);
#endif
    if (thread_.joinable()) thread_.join();
#if BUG != 2
    std::lock_guard<std::mutex> lock(mutex_);
#endif
    alive_ = false;
  }

 private:
  std::mutex mutex_;
  std::thread thread_;
  bool alive_ = true;
};

std::mutex left_locked;
bool in_handler = false;

int main() {
#if BUG <= 2
  static Registry registry;
  registry.start();
#elif BUG == 3
  std::atexit([] { throw std::runtime_error("too late"); });
  std::thread([] { ++done; }).join();
#elif BUG == 4
  std::at_quick_exit([] { assert(done == 1); });
  std::thread([] { ++done; }).detach();
  std::quick_exit(0);
#elif BUG == 5
  std::atexit([] { left_locked.lock(); });
  std::thread([] { ++done; }).detach();
  left_locked.lock();
  pthread_exit(nullptr);
#elif BUG == 6
  std::atexit([] { assert(!in_handler); });
  std::atexit([] {
    in_handler = true;
    if (done == 0) std::exit(1);
    in_handler = false;
  });
  std::thread([] { ++done; }).detach();
#endif
}

// A spin lock that is not instrumented: a preempted owner keeps the others from their next step for ever.
#include <atomic>
#include <mutex>
#include <thread>

int held;
std::atomic<int> x, y;
std::mutex mutex;

// By instructions, which no compiler instruments.
void lock() {
  int taken = 1;
  while (taken != 0) __asm__ volatile("xchgl %0, %1" : "+r"(taken), "+m"(held)::"memory");
}
void unlock() { __asm__ volatile("movl $0, %0" : "=m"(held)::"memory"); }

int main() {
  std::thread writer([] {
    x = 1;
    const std::lock_guard<std::mutex> guard(mutex);
    y = 3;
  });
  std::thread spinner([] {
    const std::lock_guard<std::mutex> guard(mutex);
    lock();
    x++;
    unlock();
  });
  lock();
  x++;
  unlock();
  writer.join();
  spinner.join();
}

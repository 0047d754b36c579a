// What the compiled part of the C++ library reads and writes is in a trace, with its values.
#include <list>
#include <mutex>
#include <thread>

std::mutex mutex;
#ifdef LOCKED
using Lock = std::lock_guard<std::mutex>;
#else
struct Lock {
  explicit Lock(std::mutex&) {}
  ~Lock() {}
};
#endif

std::list<int>* object;
void prepare() { object = new std::list<int>{1, 2}; }
void change() {
  Lock lock(mutex);
  object->reverse();
}
void look() {
  Lock lock(mutex);
  std::list<int>::iterator second = std::prev(object->end());
  asm volatile("" : : "r"(&second) : "memory");
}

int main() {
  prepare();
  std::thread first(change);
#ifdef JOINED
  first.join();
#endif
  std::thread second(look);
#ifndef JOINED
  first.join();
#endif
  second.join();
  delete object;
}

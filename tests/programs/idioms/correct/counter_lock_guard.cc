// A class with a lock inside: the first example of every tutorial on std::mutex.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

class Counter {
 public:
  void increment() {
    std::lock_guard<std::mutex> guard(mutex_);
    ++value_;
  }
  int value() const {
    std::lock_guard<std::mutex> guard(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  int value_ = 0;
};

int main() {
  Counter counter;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&counter] {
      for (int n = 0; n < 2; ++n) counter.increment();
    });
  for (auto& t : threads) t.join();
  assert(counter.value() == 4);
}

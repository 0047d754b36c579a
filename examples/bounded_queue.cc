// A bounded queue with a bug that a stress test hardly ever shows.
//
// One condition variable serves producers and consumers alike, and notify_one wakes whoever waits first.
// With two consumers a wake-up meant for the producer can reach a consumer, which finds the queue empty and
// goes back to sleep: the wake-up is lost, and everybody waits for ever. notify_all, or a condition variable
// for each side, repairs it.
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>

template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  void push(T item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return items_.size() < capacity_; });
    items_.push_back(item);
    changed_.notify_one();
  }

  T pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !items_.empty(); });
    T item = items_.front();
    items_.pop_front();
    changed_.notify_one();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> items_;
  const std::size_t capacity_;
};

int main() {
  BoundedQueue<int> queue(1);
  std::thread first([&] { queue.pop(); });
  std::thread second([&] { queue.pop(); });
  queue.push(1);
  queue.push(2);
  first.join();
  second.join();
}

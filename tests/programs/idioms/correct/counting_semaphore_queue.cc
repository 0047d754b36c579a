// A bounded queue of C++20: counting semaphores for the slots, a mutex for the container.
#include <cassert>
#include <mutex>
#include <queue>
#include <semaphore>
#include <thread>

template <typename T, std::ptrdiff_t Capacity>
class BoundedQueue {
 public:
  void push(T value) {
    free_.acquire();
    {
      std::scoped_lock lock(mutex_);
      items_.push(std::move(value));
    }
    used_.release();
  }
  T pop() {
    used_.acquire();
    T value = [this] {
      std::scoped_lock lock(mutex_);
      T front = std::move(items_.front());
      items_.pop();
      return front;
    }();
    free_.release();
    return value;
  }

 private:
  std::counting_semaphore<Capacity> free_{Capacity};
  std::counting_semaphore<Capacity> used_{0};
  std::mutex mutex_;
  std::queue<T> items_;
};

int main() {
  BoundedQueue<int, 2> queue;
  int sum = 0;
  {
    std::jthread producer([&] {
      for (int i = 1; i <= 3; ++i) queue.push(i);
    });
    for (int i = 0; i < 3; ++i) sum += queue.pop();
  }
  assert(sum == 6);
}

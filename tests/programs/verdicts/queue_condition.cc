// A queue with a condition variable, notified outside the lock. RACY: its size is read without the lock.
#include <condition_variable>
#include <mutex>
#include <thread>

class Queue {
 public:
  void put(int job) {
    {
      std::lock_guard hold(mutex_);
      jobs_[size_] = job;
      ++size_;  // [put]
    }
    ready_.notify_one();
  }
  int take() {
    std::unique_lock hold(mutex_);
    ready_.wait(hold, [this] { return size_ != 0; });
    --size_;  // [take]
    return jobs_[size_];
  }
  bool empty() {
#ifndef RACY
    std::lock_guard hold(mutex_);
#endif
    return size_ == 0;  // [empty]
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  int jobs_[4] = {};
  int size_ = 0;
};

Queue queue;

int main() {
  std::thread consumer([] { queue.take(); });
  queue.put(1);
  const bool idle = queue.empty();
  consumer.join();
  return idle ? 3 : 0;
}

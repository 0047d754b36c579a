// Wrong: the worker looks at the stop flag before it takes the lock that its sleep gives up.
// Least bound 1, deadlock: main waits for the answer; the worker gives it, finds no stop and an empty queue,
// and is interrupted before it sleeps; main sets the flag, notifies nobody and joins. Without a preemption
// the worker sleeps before main goes on, or main's stop comes before the worker's look.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>

class Executor {
 public:
  std::future<int> run(std::function<int()> f) {
    std::packaged_task<int()> task(std::move(f));
    auto answer = task.get_future();
    std::lock_guard<std::mutex> lock(mutex_);
    tasks_.push(std::move(task));
    wake_.notify_one();
    return answer;
  }
  ~Executor() {
    stop_ = true;
    wake_.notify_one();
    thread_.join();
  }

 private:
  void loop() {
    while (!stop_) {
      std::unique_lock<std::mutex> lock(mutex_);
      if (tasks_.empty()) wake_.wait(lock);
      if (tasks_.empty()) continue;
      auto task = std::move(tasks_.front());
      tasks_.pop();
      lock.unlock();
      task();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::queue<std::packaged_task<int()>> tasks_;
  std::atomic<bool> stop_{false};
  std::thread thread_{&Executor::loop, this};
};

int main() {
  Executor executor;
  return executor.run([] { return 5; }).get() == 5 ? 0 : 1;
}

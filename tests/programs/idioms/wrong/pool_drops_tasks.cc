// Wrong: a pool whose workers leave as soon as they are told to stop, whatever is queued.
// Least bound 0, assertion: main queues and shuts down before the worker has run.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

class Pool {
 public:
  Pool() : worker_([this] { work(); }) {}
  void submit(std::function<void()> task) {
    std::lock_guard<std::mutex> lock(mutex_);
    tasks_.push(std::move(task));
    wake_.notify_one();
  }
  void shutdown() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    worker_.join();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
        if (stop_) return;
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      task();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::queue<std::function<void()>> tasks_;
  bool stop_ = false;
  std::thread worker_;
};

int main() {
  int done = 0;
  Pool pool;
  pool.submit([&done] { ++done; });
  pool.shutdown();
  assert(done == 1);
}

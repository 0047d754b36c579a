// A thread pool with one worker: main submits a task and waits for its result, starts a client that
// submits another one, and shuts the pool down meanwhile. Every accepted task runs.
//
// BUG=1: shutdown sets the flag without the mutex. Deadlock, least preemptions 1.
//   1 is enough: main waits for the result (blocked); the worker runs the task, comes back, reads
//   stopping_ == false and is preempted before it waits [P1]; main wakes, starts the client, sets
//   stopping_, notifies nobody, and blocks in join; the client is refused and ends; the worker waits.
//   0 is not: the worker runs only while main is blocked: waiting for the result, and then the worker
//   goes on into its wait and is notified later; or in join, and then stopping_ is already set.
// BUG=2: submit reads stopping_ before it locks. Assertion (a task is accepted and never run), least
//   preemptions 1.
//   1 is enough: main holds the mutex in shutdown and is preempted before it sets stopping_ [P1]; the
//   client reads false and blocks on the mutex; main sets stopping_, unlocks, notifies, blocks in join;
//   the worker finds no task and ends; the client adds its task, which nobody runs.
//   0 is not: main does not block between the start of the client and the join of the worker, so that
//   the client starts when stopping_ is set, and is refused.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#ifndef BUG
#define BUG 0
#endif

class ThreadPool {
 public:
  ThreadPool() : worker_([this] { work(); }) {}

  // False if the pool is shutting down.
  bool submit(std::function<void()> task) {
#if BUG == 2
    if (stopping_) return false;
    std::lock_guard<std::mutex> lock(mutex_);
#else
    std::lock_guard<std::mutex> lock(mutex_);
    if (stopping_) return false;
#endif
    tasks_.push_back(std::move(task));
    wake_.notify_one();
    return true;
  }

  // Returns when every accepted task has run.
  void shutdown() {
#if BUG == 1
    stopping_ = true;
#else
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
#endif
    wake_.notify_all();
    worker_.join();
  }

 private:
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      while (tasks_.empty() && !stopping_) wake_.wait(lock);
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  std::atomic<bool> stopping_{false};
  std::thread worker_;  // last: it uses the others
};

class Promise {
 public:
  void fulfil() {
    std::lock_guard<std::mutex> lock(mutex_);
    fulfilled_ = true;
    changed_.notify_one();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!fulfilled_) changed_.wait(lock);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool fulfilled_ = false;
};

int main() {
  ThreadPool pool;
  Promise first;
  pool.submit([&first] { first.fulfil(); });
  first.wait();

  bool accepted = false;
  bool executed = false;
  std::thread client([&] { accepted = pool.submit([&executed] { executed = true; }); });
  pool.shutdown();
  client.join();
  assert(accepted == executed);
}

// The use after free in Dryad: figure 3 of "Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs". Workers that get the STOP message call alert_application, which enters a critical
// section inside the channel. close() assumes that nobody uses the channel once every worker has its STOP:
// one preemption right before the critical section, and the channel is gone. In all executions without a
// preemption close() orders the workers' uses before the end.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#ifndef WORKERS
#define WORKERS 2
#endif

class WorkQueue {
 public:
  void put_stops(int count) {
    std::lock_guard<std::mutex> lock(mutex_);
    stops_ += count;
    changed_.notify_all();
  }
  void take_stop() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (stops_ == 0) changed_.wait(lock);
    --stops_;
    ++taken_;
    changed_.notify_all();
  }
  void wait_until_taken(int count) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (taken_ != count) changed_.wait(lock);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int stops_ = 0, taken_ = 0;
};

class Channel {
 public:
  explicit Channel(WorkQueue& queue) : queue_(queue) {}
  void alert_application() {
    std::lock_guard<std::mutex> lock(base_);
    ++alerts_;
  }
  void close() {
    queue_.put_stops(WORKERS);
    queue_.wait_until_taken(WORKERS);
#ifdef FIXED
    for (;;) {
      std::lock_guard<std::mutex> lock(base_);
      if (alerts_ == WORKERS) return;
      std::this_thread::yield();
    }
#else
    std::lock_guard<std::mutex> lock(base_);
    closed_ = true;
#endif
  }

 private:
  WorkQueue& queue_;
  std::mutex base_;
  int alerts_ = 0;
  bool closed_ = false;
};

int main() {
  WorkQueue queue;
  auto* channel = new Channel(queue);
  std::vector<std::thread> workers;
  for (int i = 0; i < WORKERS; ++i)
    workers.emplace_back([&queue, channel] {
      queue.take_stop();
      channel->alert_application();
    });
  channel->close();
  delete channel;
  for (std::thread& worker : workers) worker.join();
}

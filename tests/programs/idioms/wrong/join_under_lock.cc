// Wrong: stop() joins the worker while it holds the lock that the worker needs to see the end.
// Least bound 0, deadlock: main goes on after the creation, locks, joins; the worker then waits for the lock.
#include <mutex>
#include <thread>

class Poller {
 public:
  void start() { thread_ = std::thread(&Poller::run, this); }
  void stop() {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    thread_.join();
  }

 private:
  void run() {
    for (;;) {
      {
        std::lock_guard<std::mutex> lock(mutex_);
        if (stopping_) return;
      }
      std::this_thread::yield();
    }
  }
  std::mutex mutex_;
  bool stopping_ = false;
  std::thread thread_;
};

int main() {
  Poller poller;
  poller.start();
  poller.stop();
}

// An event loop: callbacks are posted from anywhere, an eventfd wakes the loop.
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cassert>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class EventLoop {
 public:
  EventLoop() : fd_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) { assert(fd_ >= 0); }
  ~EventLoop() { close(fd_); }
  void post(std::function<void()> f) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      pending_.push_back(std::move(f));
    }
    const std::uint64_t one = 1;
    const ssize_t n = write(fd_, &one, sizeof one);
    assert(n == sizeof one);
    (void)n;
  }
  void quit() {
    post([this] { running_ = false; });
  }
  void run() {
    while (running_) {
      pollfd p = {fd_, POLLIN, 0};
      if (poll(&p, 1, -1) <= 0) continue;
      std::uint64_t wakeups;
      if (read(fd_, &wakeups, sizeof wakeups) != sizeof wakeups) continue;
      std::vector<std::function<void()>> ready;
      {
        std::lock_guard<std::mutex> lock(mutex_);
        ready.swap(pending_);
      }
      for (auto& f : ready) f();
    }
  }

 private:
  const int fd_;
  bool running_ = true;
  std::mutex mutex_;
  std::vector<std::function<void()>> pending_;
};

int main() {
  EventLoop loop;
  int sum = 0;
  std::thread poster([&] {
    loop.post([&] { sum += 1; });
    loop.post([&] { sum += 2; });
    loop.quit();
  });
  loop.run();
  poster.join();
  assert(sum == 3);
}

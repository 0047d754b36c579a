// A timer that ticks until it is told to stop.
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <thread>

class Timer {
 public:
  void start(std::chrono::milliseconds interval, std::function<void()> tick) {
    running_ = true;
    thread_ = std::thread([this, interval, tick = std::move(tick)] {
      while (running_) {
        std::this_thread::sleep_for(interval);
        if (running_) tick();
      }
    });
  }
  void stop() {
    running_ = false;
    if (thread_.joinable()) thread_.join();
  }
  ~Timer() { stop(); }

 private:
  std::atomic<bool> running_{false};
  std::thread thread_;
};

int main() {
  using namespace std::chrono_literals;
  std::atomic<int> ticks{0};
  const auto begin = std::chrono::steady_clock::now();
  {
    Timer timer;
    timer.start(2ms, [&] { ++ticks; });
    std::this_thread::sleep_for(5ms);
  }
  const auto elapsed = std::chrono::steady_clock::now() - begin;
  std::cout << ticks << " ticks\n";
  return elapsed >= 5ms && ticks >= 0 ? 0 : 1;
}

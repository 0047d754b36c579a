// A worker that sleeps until there is work or until its stop_token is asked to stop.
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <queue>
#include <stop_token>
#include <thread>

class Mailbox {
 public:
  void post(int letter) {
    {
      std::lock_guard lock(mutex_);
      letters_.push(letter);
    }
    arrived_.notify_one();
  }
  bool take(std::stop_token stop, int& letter) {
    std::unique_lock lock(mutex_);
    if (!arrived_.wait(lock, stop, [this] { return !letters_.empty(); })) return false;
    letter = letters_.front();
    letters_.pop();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any arrived_;
  std::queue<int> letters_;
};

int main() {
  Mailbox box;
  int sum = 0;
  bool stopped = false;
  {
    std::jthread reader([&](std::stop_token stop) {
      int letter;
      while (box.take(stop, letter)) sum += letter;
      stopped = stop.stop_requested();
    });
    std::stop_callback note(reader.get_stop_token(), [] { std::cout << "stop requested\n"; });
    box.post(3);
  }
  // The letter may still lie there: stopping does not wait for it.
  return stopped && (sum == 3 || sum == 0) ? 0 : 1;
}

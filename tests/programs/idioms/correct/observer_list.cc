// Observers are copied under the lock and called outside it, so they may unsubscribe themselves.
#include <atomic>
#include <cassert>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Subject {
 public:
  using Callback = std::function<void(int)>;
  int subscribe(Callback callback) {
    std::lock_guard<std::mutex> lock(mutex_);
    observers_.emplace(++last_, std::make_shared<Callback>(std::move(callback)));
    return last_;
  }
  void unsubscribe(int id) {
    std::lock_guard<std::mutex> lock(mutex_);
    observers_.erase(id);
  }
  void notify(int event) {
    std::vector<std::shared_ptr<Callback>> targets;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      for (auto& entry : observers_) targets.push_back(entry.second);
    }
    for (auto& target : targets) (*target)(event);
  }

 private:
  std::mutex mutex_;
  std::map<int, std::shared_ptr<Callback>> observers_;
  int last_ = 0;
};

int main() {
  Subject subject;
  std::atomic<int> heard{0};
  const int once = subject.subscribe([&](int) {
    subject.unsubscribe(1);
    ++heard;
  });
  assert(once == 1);
  std::thread first([&] { subject.notify(1); });
  std::thread second([&] { subject.notify(2); });
  first.join();
  second.join();
  assert(heard == 1 || heard == 2);
  subject.notify(3);
  assert(heard <= 2);
}

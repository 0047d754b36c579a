// Wrong: observers are called under the lock, and one of them unsubscribes.
// Least bound 0, deadlock: whoever notifies first locks the mutex a second time, in every schedule.
#include <functional>
#include <map>
#include <mutex>
#include <thread>

class Button {
 public:
  int on_click(std::function<void()> handler) {
    std::lock_guard<std::mutex> lock(mutex_);
    handlers_[++last_] = std::move(handler);
    return last_;
  }
  void remove(int id) {
    std::lock_guard<std::mutex> lock(mutex_);
    handlers_.erase(id);
  }
  void click() {
    std::lock_guard<std::mutex> lock(mutex_);
    for (auto& handler : handlers_) handler.second();
  }

 private:
  std::mutex mutex_;
  std::map<int, std::function<void()>> handlers_;
  int last_ = 0;
};

int main() {
  Button button;
  int id = 0;
  id = button.on_click([&] { button.remove(id); });
  std::thread user([&] { button.click(); });
  user.join();
}

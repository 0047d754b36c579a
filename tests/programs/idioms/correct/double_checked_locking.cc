// Double-checked locking with acquire and release, as it has been right since C++11.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Widget {
 public:
  static Widget* get() {
    Widget* w = instance_.load(std::memory_order_acquire);
    if (w == nullptr) {
      std::lock_guard<std::mutex> lock(mutex_);
      w = instance_.load(std::memory_order_relaxed);
      if (w == nullptr) {
        w = new Widget;
        instance_.store(w, std::memory_order_release);
      }
    }
    return w;
  }
  static void destroy() { delete instance_.exchange(nullptr); }
  int answer = 42;
  static int made;

 private:
  Widget() { ++made; }
  static std::atomic<Widget*> instance_;
  static std::mutex mutex_;
};

int Widget::made = 0;
std::atomic<Widget*> Widget::instance_{nullptr};
std::mutex Widget::mutex_;

int main() {
  std::thread one([] { assert(Widget::get()->answer == 42); });
  std::thread two([] { assert(Widget::get()->answer == 42); });
  one.join();
  two.join();
  assert(Widget::made == 1);
  Widget::destroy();
}

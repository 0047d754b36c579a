// Wrong: a detached thread uses a static object that main's return has destroyed.
// Least bound 1, assertion: main never waits, so it has to be interrupted after the destructor has closed the
// log and before the process has ended.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Log {
 public:
  ~Log() {
    open_ = false;
    std::lock_guard<std::mutex> lock(mutex_);
    lines_ = 0;
  }
  void line() {
    assert(open_ && "the log is closed");
    std::lock_guard<std::mutex> lock(mutex_);
    ++lines_;
  }

 private:
  std::atomic<bool> open_{true};
  std::mutex mutex_;
  int lines_ = 0;
};

static Log& the_log() {
  static Log log;
  return log;
}

int main() {
  the_log().line();
  std::thread([] { the_log().line(); }).detach();
  return 0;
}

// A log whose members call each other under a recursive mutex. RACY: flush gives the lock back before it
// looks.
#include <mutex>
#include <thread>

class Log {
 public:
  void add(int line) {
    std::lock_guard hold(mutex_);
    lines_[count_ % 4] = line;
    ++count_;  // [count]
    if (count_ % 2 == 0) flush();
  }
  void flush() {
    std::unique_lock hold(mutex_);
#ifdef RACY
    hold.unlock();
#endif
    flushed_ = count_;  // [flush]
  }

 private:
  std::recursive_mutex mutex_;
  int lines_[4] = {};
  int count_ = 0;
  int flushed_ = 0;
};

Log journal;

int main() {
  std::thread writer([] { journal.add(7); });
  journal.flush();
  writer.join();
}

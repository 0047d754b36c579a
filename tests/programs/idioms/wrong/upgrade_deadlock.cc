// Wrong: two readers upgrade at once, each waits for the other to stop reading.
// Least bound 1, deadlock: interrupt one between read_lock and upgrade. Without a preemption a reader
// upgrades, writes and leaves before the other comes.
#include <condition_variable>
#include <mutex>
#include <thread>

class UpgradeLock {
 public:
  void read_lock() {
    std::unique_lock<std::mutex> lock(m_);
    changed_.wait(lock, [this] { return !writer_; });
    ++readers_;
  }
  void upgrade() {
    std::unique_lock<std::mutex> lock(m_);
    changed_.wait(lock, [this] { return readers_ == 1 && !writer_; });
    readers_ = 0;
    writer_ = true;
  }
  void write_unlock() {
    std::unique_lock<std::mutex> lock(m_);
    writer_ = false;
    changed_.notify_all();
  }

 private:
  std::mutex m_;
  std::condition_variable changed_;
  int readers_ = 0;
  bool writer_ = false;
};

int main() {
  UpgradeLock lock;
  int value = 0;
  auto bump = [&] {
    lock.read_lock();
    const int seen = value;
    lock.upgrade();
    value = seen + 1;
    lock.write_unlock();
  };
  std::thread a(bump), b(bump);
  a.join();
  b.join();
  return value == 2 ? 0 : 1;
}

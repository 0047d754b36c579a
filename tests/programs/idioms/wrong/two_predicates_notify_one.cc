// Wrong: producers and consumers wait at the same condition variable, and notify_one may wake the wrong one.
// Least bound 0, deadlock: both consumers wait; one producer fills the place, wakes the first and ends; the
// other producer finds it full and waits; the first consumer takes and wakes the second consumer, not the
// producer. All switches at blocks.
#include <condition_variable>
#include <mutex>
#include <thread>

class Slot {
 public:
  void put() {
    std::unique_lock<std::mutex> lock(m_);
    cv_.wait(lock, [this] { return !full_; });
    full_ = true;
    cv_.notify_one();
  }
  void take() {
    std::unique_lock<std::mutex> lock(m_);
    cv_.wait(lock, [this] { return full_; });
    full_ = false;
    cv_.notify_one();
  }

 private:
  std::mutex m_;
  std::condition_variable cv_;
  bool full_ = false;
};

int main() {
  Slot slot;
  std::thread c1(&Slot::take, &slot), c2(&Slot::take, &slot);
  std::thread p1(&Slot::put, &slot), p2(&Slot::put, &slot);
  for (std::thread* t : {&c1, &c2, &p1, &p2}) t->join();
}

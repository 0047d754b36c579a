// Wrong: two threads wait for the same start signal, one is notified.
// Least bound 0, deadlock: both reach their wait before main, which waits for them to be ready, gives the
// signal.
#include <condition_variable>
#include <mutex>
#include <thread>

class StartGate {
 public:
  void wait() {
    std::unique_lock<std::mutex> lock(m_);
    ++waiting_;
    arrived_.notify_one();
    open_cv_.wait(lock, [this] { return open_; });
  }
  void open() {
    std::unique_lock<std::mutex> lock(m_);
    arrived_.wait(lock, [this] { return waiting_ == 2; });
    open_ = true;
    open_cv_.notify_one();
  }

 private:
  std::mutex m_;
  std::condition_variable arrived_, open_cv_;
  int waiting_ = 0;
  bool open_ = false;
};

int main() {
  StartGate gate;
  std::thread a(&StartGate::wait, &gate), b(&StartGate::wait, &gate);
  gate.open();
  a.join();
  b.join();
}

// A logger whose lines are written by a thread of its own; the destructor writes what is left.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

class AsyncLog {
 public:
  explicit AsyncLog(std::ostream& out) : out_(out), writer_([this] { write(); }) {}
  ~AsyncLog() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      closing_ = true;
    }
    wake_.notify_one();
    writer_.join();
  }
  void line(std::string text) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      lines_.push_back(std::move(text));
    }
    wake_.notify_one();
  }

 private:
  void write() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return closing_ || !lines_.empty(); });
      if (lines_.empty()) return;
      std::deque<std::string> batch;
      batch.swap(lines_);
      lock.unlock();
      for (auto& text : batch) out_ << text << '\n';
      lock.lock();
    }
  }
  std::ostream& out_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::string> lines_;
  bool closing_ = false;
  std::thread writer_;
};

int main() {
  std::ostringstream file;
  {
    AsyncLog log(file);
    std::thread other([&] { log.line("from a thread"); });
    log.line("from main");
    other.join();
  }
  const std::string text = file.str();
  assert(text == "from a thread\nfrom main\n" || text == "from main\nfrom a thread\n");
}

// A server as they are written, in one process with its client: an acceptor reads requests from a socket,
// workers take them from a queue, a timer writes statistics now and then, and a flag tells all of them to
// stop.
//
// BUG=1: shutdown sets the flag and notifies nobody, and workers wait without a timeout: deadlock.
// BUG=2: a request is dropped where the queue is full, and the client asks for its answer for ever: livelock.
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#ifndef BUG
#define BUG 0
#endif
#ifndef WORKERS
#define WORKERS 1
#endif

using namespace std::chrono_literals;

namespace {

constexpr int kRequests = 2;
constexpr std::size_t kRoom = 1;  // in the queue

class Server {
 public:
  explicit Server(int socket) : socket_(socket) {
    acceptor_ = std::thread([this] { accept_requests(); });
    timer_ = std::thread([this] { tick(); });
    for (int n = 0; n < WORKERS; ++n) workers_.emplace_back([this] { work(); });
  }

  ~Server() {
    acceptor_.join();  // ends when the client hangs up
    stop();
    for (std::thread& worker : workers_) worker.join();
    timer_.join();
    close(socket_);
  }

  int served() const { return served_; }

 private:
  void stop() {
#if BUG == 1
    stopping_ = true;
#else
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
#endif
    timer_wakes_.notify_all();
  }

  void accept_requests() {
    char request = 0;
    while (read(socket_, &request, 1) == 1) {
      std::unique_lock<std::mutex> lock(mutex_);
#if BUG == 2
      if (queue_.size() == kRoom) continue;
#else
      changed_.wait(lock, [this] { return queue_.size() < kRoom; });
#endif
      queue_.push_back(request);
      changed_.notify_all();
    }
  }

  bool take(char& request) {
    std::unique_lock<std::mutex> lock(mutex_);
#if BUG == 1
    changed_.wait(lock, [this] { return !queue_.empty() || stopping_; });
#else
    changed_.wait_for(lock, 100ms, [this] { return !queue_.empty() || stopping_; });
#endif
    if (queue_.empty()) return false;
    request = queue_.front();
    queue_.pop_front();
    changed_.notify_all();
    return true;
  }

  void work() {
    while (!stopping_) {
      char request = 0;
      if (!take(request)) continue;
      const char answer = static_cast<char>(request + 1);
      ++served_;
      const ssize_t sent = write(socket_, &answer, 1);
      assert(sent == 1);
      (void)sent;
    }
  }

  void tick() {
    std::unique_lock<std::mutex> lock(timer_mutex_);
    while (!stopping_) {
      timer_wakes_.wait_until(lock, std::chrono::steady_clock::now() + 1s);
      reported_ = served_.load();
    }
  }

  const int socket_;
  std::mutex mutex_, timer_mutex_;
  std::condition_variable changed_, timer_wakes_;
  std::deque<char> queue_;
  std::atomic<bool> stopping_{false};
  std::atomic<int> served_{0}, reported_{0};
  std::thread acceptor_, timer_;
  std::vector<std::thread> workers_;
};

// Looks for an answer, and goes on with something else if there is none.
char answer_from(int socket) {
  char answer = 0;
  while (recv(socket, &answer, 1, MSG_DONTWAIT) != 1) std::this_thread::sleep_for(10ms);
  return answer;
}

}  // namespace

int main() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 2;
  {
    Server server(ends[1]);
    for (char request = 'a'; request < 'a' + kRequests; ++request)
      if (write(ends[0], &request, 1) != 1) return 2;
    int sum = 0;
    for (int n = 0; n < kRequests; ++n) sum += answer_from(ends[0]);
    assert(sum == 'b' + 'c');
    assert(server.served() == kRequests);
    shutdown(ends[0], SHUT_WR);
  }
  close(ends[0]);
}

// A key-value server with a pool of workers behind a queue of connections. Those are socket pairs, requests
// are lines:
//   SET key value | GET key | ADD key number | QUIT
// The table is under a shared_mutex, the figures are atomics, idle connections time out, and a flag with a
// condition variable ends the server.
//
// -DBUG: ADD reads under the shared lock and writes under the exclusive one; between them another ADD is
// lost.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

class Table {
 public:
  void set(const std::string& key, const std::string& value) {
    std::unique_lock<std::shared_mutex> lock(mutex_);
    rows_[key] = value;
  }
  bool get(const std::string& key, std::string& value) const {
    std::shared_lock<std::shared_mutex> lock(mutex_);
    auto row = rows_.find(key);
    if (row == rows_.end()) return false;
    value = row->second;
    return true;
  }
  long add(const std::string& key, long amount) {
#ifdef BUG
    std::string before;
    const long sum = (get(key, before) ? std::atol(before.c_str()) : 0) + amount;
    set(key, std::to_string(sum));
    return sum;
#else
    std::unique_lock<std::shared_mutex> lock(mutex_);
    std::string& value = rows_[key];
    const long sum = std::atol(value.c_str()) + amount;
    value = std::to_string(sum);
    return sum;
#endif
  }

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::string> rows_;
};

struct Stats {
  std::atomic<unsigned> connections{0}, requests{0}, errors{0}, timeouts{0};
};

// Reads and writes whole lines.
class Connection {
 public:
  explicit Connection(int fd) : fd_(fd) {}
  ~Connection() {
    if (fd_ >= 0) close(fd_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  enum class Read { kLine, kEnd, kTimeout };
  Read line(std::string& out, int timeout_ms) {
    for (;;) {
      const auto end = buffer_.find('\n');
      if (end != std::string::npos) {
        out = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return Read::kLine;
      }
      if (timeout_ms >= 0) {
        pollfd p = {fd_, POLLIN, 0};
        if (poll(&p, 1, timeout_ms) == 0) return Read::kTimeout;
      }
      char chunk[64];
      const ssize_t n = read(fd_, chunk, sizeof chunk);
      if (n <= 0) return Read::kEnd;
      buffer_.append(chunk, static_cast<std::size_t>(n));
    }
  }
  bool send(const std::string& text) {
    const std::string out = text + "\n";
    return write(fd_, out.data(), out.size()) == static_cast<ssize_t>(out.size());
  }

 private:
  const int fd_;
  std::string buffer_;
};

class Server {
 public:
  explicit Server(std::size_t workers) {
    for (std::size_t i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
  }
  ~Server() { stop(); }

  // The client's end of a new connection, or -1 when the server is about to stop.
  int connect() {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return -1;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!stopping_) {
        accepted_.push(pair[0]);
        ++stats_.connections;
        wake_.notify_one();
        return pair[1];
      }
    }
    close(pair[0]);
    close(pair[1]);
    return -1;
  }

  // Serves what was accepted, then ends.
  void stop() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (auto& worker : workers_)
      if (worker.joinable()) worker.join();
  }

  const Stats& stats() const { return stats_; }
  const Table& table() const { return table_; }

 private:
  void work() {
    for (;;) {
      int fd;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [this] { return stopping_ || !accepted_.empty(); });
        if (accepted_.empty()) return;
        fd = accepted_.front();
        accepted_.pop();
      }
      serve(fd);
    }
  }

  void serve(int fd) {
    Connection client(fd);
    std::string request;
    for (;;) {
      switch (client.line(request, 1000)) {
        case Connection::Read::kEnd: return;
        case Connection::Read::kTimeout:
          ++stats_.timeouts;
          client.send("BYE");
          return;
        case Connection::Read::kLine: break;
      }
      ++stats_.requests;
      if (request == "QUIT") return;
      if (!client.send(answer(request))) return;
    }
  }

  std::string answer(const std::string& request) {
    std::istringstream words(request);
    std::string verb, key, value;
    words >> verb >> key >> value;
    if (verb == "SET" && !value.empty()) {
      table_.set(key, value);
      return "OK";
    }
    if (verb == "GET" && !key.empty()) return table_.get(key, value) ? value : "NONE";
    if (verb == "ADD" && !value.empty()) return std::to_string(table_.add(key, std::atol(value.c_str())));
    ++stats_.errors;
    return "ERROR";
  }

  Table table_;
  Stats stats_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::queue<int> accepted_;
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

// Two visitors at once. One who was too slow is sent away, and does not count.
int main() {
  std::signal(SIGPIPE, SIG_IGN);  // a visitor who was sent away is no reason to end
  Server server(2);
  int answered = 0;
  {
    Connection visitors[2] = {Connection(server.connect()), Connection(server.connect())};
    for (auto& visitor : visitors) visitor.send("ADD visits 1");
    for (auto& visitor : visitors) {
      std::string reply;
      if (visitor.line(reply, -1) == Connection::Read::kLine && reply != "BYE") ++answered;
    }
  }
  server.stop();

  const Stats& stats = server.stats();
  std::cout << stats.connections << " connections, " << stats.requests << " requests, " << stats.timeouts
            << " timeouts\n";
  std::string visits = "0";
  server.table().get("visits", visits);
  assert(stats.connections == 2 && stats.errors == 0);
  assert(std::atoi(visits.c_str()) == answered);
  return 0;
}

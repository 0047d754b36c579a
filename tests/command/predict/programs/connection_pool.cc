// Four clients share two connections of a pool (the paper's "conpool").
//
// Which client gets which connection depends on the schedule: the reads of free_ can see other writes. So can
// those of a connection's counter, but only after an earlier read has seen another write (who has the
// connection then), and prediction from one execution stops at the first. The total is read after all joins.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef SCALE
#define SCALE 1
#endif

namespace {

constexpr int kConnections = 2, kClients = 4, kRequests = 2 * SCALE;

class Pool {
 public:
  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (free_ == 0) returned_.wait(lock);
    --free_;
    for (int connection = 0; connection < kConnections; ++connection)
      if (!taken_[connection]) {
        taken_[connection] = true;
        return connection;
      }
    assert(false);
    return -1;
  }

  void give_back(int connection) {
    std::lock_guard<std::mutex> lock(mutex_);
    taken_[connection] = false;
    ++free_;
    returned_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable returned_;
  int free_ = kConnections;
  bool taken_[kConnections] = {};
};

Pool pool;
int requests[kConnections];  // only whoever has the connection touches its counter

void client() {
  for (int request = 0; request < kRequests; ++request) {
    const int connection = pool.take();
    requests[connection] = requests[connection] + 1;
    pool.give_back(connection);
  }
}

}  // namespace

int main() {
  std::thread clients[kClients];
  for (std::thread& each : clients) each = std::thread(client);
  for (std::thread& each : clients) each.join();
  assert(requests[0] + requests[1] == kClients * kRequests);
}

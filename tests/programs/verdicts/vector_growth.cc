// A vector with room enough grows while somebody asks for its size. RACY: without the lock.
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
std::vector<int> jobs;

void submit(int job) {
#ifndef RACY
  std::lock_guard hold(mutex);
#endif
  jobs.push_back(job);  // [push]
}

std::size_t pending() {
#ifndef RACY
  std::lock_guard hold(mutex);
#endif
  return jobs.size();  // [size]
}

int main() {
  jobs.reserve(8);
  std::thread client(submit, 1);
  const std::size_t count = pending();
  client.join();
  return count > 1;
}

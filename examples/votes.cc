// Four threads count by a compare-and-swap that is tried again until it succeeds.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

std::atomic<int> votes{0};

void vote() {
  int seen = votes.load();
  while (!votes.compare_exchange_weak(seen, seen + 1)) {
  }
}

int main() {
  std::vector<std::thread> voters;
  for (int i = 0; i < 4; ++i) voters.emplace_back(vote);
  for (std::thread& each : voters) each.join();
  assert(votes.load() == 4);
}

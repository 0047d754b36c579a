// A list whose nodes have a lock each: who walks along it has the next one before it lets the last one go.
#include <atomic>

#include "../two_threads.h"

struct Node {
  std::atomic<bool> held{false};
  int visits = 0;

  void lock() {
    bool expected = false;
    while (!held.compare_exchange_weak(expected, true)) {
      expected = false;
      PAUSE();
    }
  }
  void unlock() { held = false; }
};

constexpr int kNodes = 3;
Node list[kNodes];

void* walk(void*) {
  list[0].lock();
  for (int n = 0;; ++n) {
    ++list[n].visits;
    if (n + 1 == kNodes) {
      list[n].unlock();
      return nullptr;
    }
    list[n + 1].lock();
    list[n].unlock();
  }
}

int main() {
  run_both(walk, walk);
  for (const Node& node : list) assert(node.visits == 2);
}

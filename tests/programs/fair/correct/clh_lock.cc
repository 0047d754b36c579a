// The lock of Craig, Landin and Hagersten: each thread spins on the node of the one before it, and takes that
// node over when it leaves.
#include <atomic>

#include "../two_threads.h"

struct Node {
  std::atomic<bool> held{false};
};

Node nodes[3];
std::atomic<Node*> tail{&nodes[2]};
int counter = 0;

void* count(void* argument) {
  Node* mine = &nodes[number_of(argument)];
  for (int times = 0; times < 2; ++times) {
    mine->held = true;
    Node* const before = tail.exchange(mine);
    while (before->held) PAUSE();
    ++counter;
    mine->held = false;
    mine = before;
  }
  return nullptr;
}

int main() {
  run_both(count, count);
  assert(counter == 4);
}

// A stack without locks: a push that fails backs off, longer each time; the one who pops waits for two nodes.
#include <atomic>

#include "../two_threads.h"

struct Node {
  int value = 0;
  Node* next = nullptr;
};

std::atomic<Node*> top{nullptr};

void push(Node* node) {
  int patience = 1;
  node->next = top;
  while (!top.compare_exchange_weak(node->next, node)) {
    for (int n = 0; n < patience; ++n) PAUSE();
    patience *= 2;
  }
}

Node* pop() {
  Node* node = top;
  while (node == nullptr || !top.compare_exchange_weak(node, node->next)) {
    PAUSE();
    if (node == nullptr) node = top;
  }
  return node;
}

void* produce(void*) {
  static Node nodes[2] = {{1, nullptr}, {2, nullptr}};
  for (Node& node : nodes) push(&node);
  return nullptr;
}

void* consume(void*) {
  static Node own{4, nullptr};
  push(&own);
  int sum = 0;
  for (int n = 0; n < 3; ++n) sum += pop()->value;
  assert(sum == 7);
  return nullptr;
}

int main() { run_both(produce, consume); }

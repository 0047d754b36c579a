// Two threads put a node each into a list and main takes them all out. The head is exchanged, so that no node
// is lost; or (LOST) it is read and written, so that with one preemption one node is.
#include <atomic>
#include <thread>

struct Node {
  Node* next;
  long payload[4];
};

std::atomic<Node*> head{nullptr};

void push(long number) {
  Node* node = new Node{nullptr, {number}};
#ifdef LOST
  node->next = head.load();
  head.store(node);
#else
  node->next = head.load();
  while (!head.compare_exchange_strong(node->next, node)) {
  }
#endif
}

int main() {
  std::thread other(push, 1);
  push(2);
  other.join();
  while (Node* node = head.load()) {
    head.store(node->next);
    delete node;
  }
}

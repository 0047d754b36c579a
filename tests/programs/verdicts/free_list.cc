// Nodes are pushed by compare-and-exchange and taken all at once. RACY: the push is relaxed.
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};

#ifdef RACY
constexpr auto kPush = std::memory_order_relaxed;
#else
constexpr auto kPush = std::memory_order_release;
#endif

Node nodes[2];
std::atomic<Node*> head{nullptr};

void push(Node* node, int value) {
  node->value = value;  // [value]
  Node* old = head.load(std::memory_order_relaxed);
  do node->next = old;  // [link]
  while (!head.compare_exchange_weak(old, node, kPush, std::memory_order_relaxed));
}

int main() {
  std::thread pusher(push, &nodes[1], 2);
  push(&nodes[0], 1);
  int sum = 0;
  for (Node* node = head.exchange(nullptr, std::memory_order_acquire); node != nullptr;
       node = node->next)  // [follow]
    sum += node->value;    // [sum]
  pusher.join();
  return sum == 0;
}

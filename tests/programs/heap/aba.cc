// A stack without locks whose nodes are freed when they are popped. A thread that is about to pop the top
// node sees the same address again when the others have popped, freed and allocated it in the meantime, and
// takes it for the same node: the next one that it puts on top was popped long ago. Needs an allocator that
// gives freed memory out again.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

static std::atomic<Node*> top{nullptr};
static int popped[4];

static void push(Node* node) {
  node->next = top.load();
  while (!top.compare_exchange_strong(node->next, node)) {
  }
}

static Node* pop() {
  Node* node = top.load();
  while (node != nullptr && !top.compare_exchange_strong(node, node->next)) {
  }
  return node;
}

static Node* pop_and_count() {
  Node* node = pop();
  if (node != nullptr) ++popped[node->value];
  return node;
}

int main() {
  push(new Node{1, nullptr});
  push(new Node{2, nullptr});
  std::thread slow([] { pop_and_count(); });
  std::thread busy([] {
    Node* first = pop_and_count();
    Node* second = pop_and_count();
    delete second;
    delete first;
    push(new Node{3, nullptr});
  });
  slow.join();
  busy.join();
  while (pop_and_count() != nullptr) {
  }
  for (int value = 1; value <= 3; ++value) assert(popped[value] == 1);
}

// A stack without locks (Treiber). Two threads push a number each, and pop one.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int number;
  Node* next = nullptr;
};

std::atomic<Node*> head{nullptr};

void push(Node* node) {
  Node* first = head.load();
  do {
    node->next = first;
  } while (!head.compare_exchange_weak(first, node));
}

Node* pop() {
  for (;;) {
    Node* first = head.load();
    if (first == nullptr) return nullptr;
    Node* next = first->next;
    if (head.compare_exchange_weak(first, next)) return first;
  }
}

void work(int number) {
  push(new Node{number});
  assert(pop() != nullptr);
}

int main() {
  std::thread one(work, 1), two(work, 2);
  one.join();
  two.join();
  assert(head == nullptr);
}

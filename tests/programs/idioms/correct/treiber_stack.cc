// Treiber's stack; popped nodes are kept until the end, so there is no reclamation to get wrong.
#include <atomic>
#include <cassert>
#include <thread>

template <typename T>
class Stack {
 public:
  ~Stack() {
    free_list(head_.load());
    free_list(retired_.load());
  }
  void push(T value) { link(head_, new Node{value, nullptr, nullptr}); }
  bool pop(T& value) {
    Node* top = head_.load();
    while (top && !head_.compare_exchange_weak(top, top->next)) {
    }
    if (!top) return false;
    value = top->value;
    Node* old = retired_.load();
    do top->after = old;
    while (!retired_.compare_exchange_weak(old, top));
    return true;
  }

 private:
  struct Node {
    T value;
    Node* next;
    Node* after;
  };
  static void link(std::atomic<Node*>& list, Node* n) {
    n->next = list.load();
    while (!list.compare_exchange_weak(n->next, n)) {
    }
  }
  void free_list(Node* n) {
    const bool retired = n && n == retired_.load();
    while (n) {
      Node* next = retired ? n->after : n->next;
      delete n;
      n = next;
    }
  }
  std::atomic<Node*> head_{nullptr};
  std::atomic<Node*> retired_{nullptr};
};

int main() {
  Stack<int> stack;
  stack.push(1);
  int got = 0;
  std::thread pusher([&] { stack.push(2); });
  std::thread popper([&] {
    int v = 0;
    if (stack.pop(v)) got = v;
  });
  pusher.join();
  popper.join();
  int left = 0;
  assert(got == 1 || got == 2);
  assert(stack.pop(left) && left + got == 3);
  assert(!stack.pop(left));
}

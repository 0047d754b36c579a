// An intrusive queue for many producers and one consumer: exchange the head, then link.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  int value = 0;
};

class MpscQueue {
 public:
  void push(Node* n) {
    n->next.store(nullptr, std::memory_order_relaxed);
    Node* previous = head_.exchange(n, std::memory_order_acq_rel);
    previous->next.store(n, std::memory_order_release);
  }
  // Null when empty, or when a producer is between its two steps.
  Node* pop() {
    Node* next = tail_->next.load(std::memory_order_acquire);
    if (!next) return nullptr;
    tail_ = next;
    return next;
  }

 private:
  Node stub_;
  std::atomic<Node*> head_{&stub_};
  Node* tail_ = &stub_;
};

int main() {
  MpscQueue queue;
  Node nodes[2];
  nodes[0].value = 1;
  nodes[1].value = 2;
  std::thread a([&] { queue.push(&nodes[0]); });
  std::thread b([&] { queue.push(&nodes[1]); });
  int sum = 0, n = 0;
  while (n < 2) {
    if (Node* got = queue.pop()) {
      sum += got->value;
      ++n;
    } else {
      std::this_thread::yield();
    }
  }
  a.join();
  b.join();
  assert(sum == 3);
  assert(queue.pop() == nullptr);
}

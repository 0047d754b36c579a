// Loops that look at several variables and begin again if one of them has changed meanwhile: tries that fail
// are no part of a class (S10). SHAPE names one; tries.py says what each does.
#include <atomic>
#include <thread>
#include <vector>

#ifndef FIRST
#define FIRST 1
#endif
#ifndef SECOND
#define SECOND 1
#endif

namespace tries {

// Treiber's stack. Each of FIRST threads pushes a node of its own and pops one.
namespace stack {
struct Node {
  Node* next = nullptr;
};
std::atomic<Node*> head{nullptr};
void push(Node* node) {
  Node* first = head.load();
  do {
    node->next = first;
  } while (!head.compare_exchange_weak(first, node));
}
Node* pop_and_look_again() {
  for (;;) {
    Node* first = head.load();
    if (first == nullptr) return nullptr;
    Node* const next = first->next;
    if (head.compare_exchange_strong(first, next)) return first;
  }
}
Node* pop_with_what_was_found() {
  Node* first = head.load();
  while (first != nullptr && !head.compare_exchange_weak(first, first->next)) {
  }
  return first;
}
void first(int) {
  push(new Node);
#ifdef FOUND
  pop_with_what_was_found();
#else
  pop_and_look_again();
#endif
}
void second(int) {}
}  // namespace stack

// Michael's and Scott's queue. FIRST threads put, SECOND take.
namespace queue {
struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<int> value{0};
};
Node nodes[8];
std::atomic<Node*> head{nodes}, tail{nodes};
void first(int number) {
  Node* const node = &nodes[number + 1];
  for (;;) {
    Node* last = tail.load();
    Node* next = last->next.load();
    if (last != tail.load()) continue;
    if (next != nullptr) {
      tail.compare_exchange_strong(last, next);
    } else if (last->next.compare_exchange_strong(next, node)) {
      tail.compare_exchange_strong(last, node);
      return;
    }
  }
}
void second(int) {
  for (;;) {
    Node *before = head.load(), *last = tail.load();
    Node* next = before->next.load();
    if (before != head.load()) continue;
    if (before != last) {
      next->value.load();
      if (head.compare_exchange_strong(before, next)) return;
    } else if (next == nullptr) {
      return;
    } else {
      tail.compare_exchange_strong(last, next);
    }
  }
}
}  // namespace queue

// A sequence lock. FIRST threads write, SECOND read.
namespace sequence {
std::atomic<unsigned> number{0}, one{0}, two{0};
void first(int) {
  for (;;) {
    unsigned now = number.load();
    if (now % 2 != 0) continue;
    if (number.compare_exchange_strong(now, now + 1)) break;
  }
  one.store(1);
  two.store(1);
  number.store(number.load() + 1);
}
void second(int) {
  for (;;) {
    const unsigned before = number.load();
    if (before % 2 != 0) continue;
    one.load();
    two.load();
    if (number.load() == before) return;
  }
}
}  // namespace sequence

}  // namespace tries

int main() {
  std::vector<std::thread> threads;
  for (int n = 0; n < FIRST; ++n) threads.emplace_back(tries::SHAPE::first, n);
  for (int n = 0; n < SECOND; ++n) threads.emplace_back(tries::SHAPE::second, n);
  for (std::thread& thread : threads) thread.join();
}

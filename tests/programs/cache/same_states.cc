// One thread, one choice, and then the same in two ways or not. Before the choice there is one step, behind
// it there are three (two stores and the exit): 4 states if the two ways come to the same, 7 if they do not.
//
// The same: WAYS=1, two blocks, allocated in one order or the other. WAYS=2, the same as a list, of which the
// order is what pointers say. WAYS=3, a block that is freed again, or none.
// Not the same: the choice is kept, WAYS=4, in a local variable, WAYS=5, in a block, WAYS=6, in a global
// variable, WAYS=7, in a thread_local one. WAYS=8, a block that nothing leads to, or none. WAYS=9, a mutex
// that is locked, or not: there is a step more, and another state for each of those behind it (8 states).
// WAYS=10, a list in one order or the other. WAYS=11, the value that the first store behind the choice is
// about to write, which the second one overwrites: two states before each of them, then one (6).
//
// Calls leave traces below the stack, which the frames of later ones may show: here they are wiped away.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cstdlib>
#include <mutex>

struct Node {
  int number;
  Node* next;
};

std::atomic<int> before{0}, behind{0};
Node *first, *second;
int global;
thread_local int own;
std::mutex mutex;

__attribute__((noinline)) void wipe() {
  volatile char room[1000];
  for (volatile char& c : room) c = 0;
}

__attribute__((noinline)) Node* make(int number, Node* next) {
  Node* node = static_cast<Node*>(std::malloc(sizeof(Node)));
  node->number = number;
  node->next = next;
  return node;
}

__attribute__((noinline)) void go(int way) {
#if WAYS == 1
  if (way == 0) {
    first = make(1, nullptr);
    second = make(2, nullptr);
  } else {
    second = make(2, nullptr);
    first = make(1, nullptr);
  }
#elif WAYS == 2
  Node *a = nullptr, *b = nullptr;
  if (way == 0) {
    b = make(2, nullptr);
    a = make(1, b);
  } else {
    a = make(1, nullptr);
    b = make(2, nullptr);
    a->next = b;
  }
  first = a;
#elif WAYS == 3
  if (way == 0) std::free(make(3, nullptr));
#elif WAYS == 5
  first = make(way, nullptr);
#elif WAYS == 6
  global = way;
#elif WAYS == 7
  own = way;
#elif WAYS == 8
  if (way == 0) reinterpret_cast<volatile Node*>(make(4, nullptr))->number = 5;
#elif WAYS == 10
  Node* a = make(1, nullptr);
  Node* b = make(2, nullptr);
  if (way == 0) a->next = b;
  if (way != 0) b->next = a;
  first = way == 0 ? a : b;
#endif
  (void)way;
}

int main() {
  before = 1;
#if WAYS == 4
  volatile int kept = static_cast<int>(stalemate::choose(2));
#elif WAYS == 9
  if (stalemate::choose(2) == 0) mutex.lock();
#elif WAYS == 11
  behind = static_cast<int>(stalemate::choose(2));
#else
  go(static_cast<int>(stalemate::choose(2)));
#endif
  wipe();
#if WAYS != 11
  behind = 2;
#endif
  behind = 3;
#if WAYS == 4
  global = kept;
#endif
}

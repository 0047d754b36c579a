// Loops that look at several variables and begin again if one has changed: tries that fail are left out only
// where nothing can be told by them. KIND chooses one; FIXED is the version without the bug.
#include <stalemate/stalemate.h>

#include <atomic>
#include <thread>

namespace tries {

struct Node {
  Node* next;
  int value;
};

std::atomic<int> version{0}, other{0};
int failures = 0, last = 0, seen = 0;
Node* second = new Node{nullptr, 2};
std::atomic<Node*> head{new Node{second, 1}};

// Counts the tries that fail.
#if KIND == 0
void work(int) {
  for (;;) {
    int now = version.load();
    const int more = other.load();
    if (version.compare_exchange_strong(now, now + 1 + more)) return;
#if !FIXED
    ++failures;
#endif
  }
}
void check() { stalemate::expect(failures == 0, "a try failed"); }

// Reads a node that another thread has removed and freed.
#elif KIND == 1
void work(int) {
  for (;;) {
    Node* first = head.load();
    if (first == nullptr) return;
    Node* const next = first->next;
    if (!head.compare_exchange_strong(first, next)) continue;
#if !FIXED
    delete first;
#endif
    return;
  }
}
void check() {}

// The first node is back when the compare-and-swap is made, and the second one is in use.
#elif KIND == 2
Node* pop() {
  for (;;) {
    Node* first = head.load();
    if (first == nullptr) return nullptr;
    Node* const next = first->next;
    if (head.compare_exchange_strong(first, next)) return first;
  }
}
void work(int number) {
  if (number == 0) {
    pop();
    return;
  }
  Node* const first = pop();
  pop();
#if !FIXED
  if (first == nullptr || first == second) return;
  first->next = nullptr;
  head.store(first);
#else
  (void)first;
#endif
}
void check() { stalemate::expect(head.load() != second, "a node is there twice"); }

// Writes in each try.
#elif KIND == 3
void work(int) {
  for (;;) {
    int now = version.load();
    const int more = other.load();
#if !FIXED
    last = now;
#endif
    if (version.compare_exchange_strong(now, now + 1 + more)) return;
  }
}
void check() {}

// A try that fails reads what another thread writes.
#elif KIND == 4
void work(int number) {
  if (number == 0) {
#if FIXED
    version.fetch_add(1);
#else
    last = 1;
    version.fetch_add(1);
#endif
    return;
  }
  for (;;) {
    int now = version.load();
    if (now == 1) return;
    const int found = last;
    if (version.load() != now) continue;
    stalemate::expect(found == 0, "found too much");
    return;
  }
}
void check() {}

// Gives up after a try that failed.
#elif KIND == 5
void work(int) {
  for (int n = 0; n < (FIXED ? 9 : 1); ++n) {
    int now = version.load();
    const int more = other.load();
    if (version.compare_exchange_strong(now, now + 1 + more)) return;
  }
}
void check() { stalemate::expect(version.load() == 2, "one is missing"); }

// What an earlier try has read is used.
#elif KIND == 6
void work(int) {
  int before = -1;
  for (;;) {
    int now = version.load();
    const int more = other.load();
    const bool done = version.compare_exchange_strong(now, now + 1 + more);
#if !FIXED
    if (done && before != -1) failures = 1;
#endif
    if (done) return;
    before = more;
  }
}
void check() { stalemate::expect(failures == 0, "a try was remembered"); }

// Another thread counts until both are done: it must not seem to wait for ever for one that would try again.
#elif KIND == 7
std::atomic<int> done{0};
long rounds = 0;
void work(int) {
  for (;;) {
    int now = version.load();
    const int more = other.load();
    if (version.compare_exchange_strong(now, now + 1 + more)) break;
  }
  done.fetch_add(1);
}
void check() {}
#endif

}  // namespace tries

int main() {
  std::thread one(tries::work, 0), two(tries::work, 1);
#if KIND == 7
  while (tries::done.load() != 2) ++tries::rounds;
#endif
  one.join();
  two.join();
  tries::check();
}

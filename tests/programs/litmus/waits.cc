// Loops that wait: locks and barriers as the literature has them. Their iterations that find nothing are no
// part of a class (S10). LOCK names one; each of THREADS threads takes it ROUNDS times.
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#ifndef ROUNDS
#define ROUNDS 1
#endif

namespace waits {

int data = 0;  // under the lock

namespace ticket {
std::atomic<int> next{0}, serving{0}, counter{0};
void work(int) {
  const int mine = next.fetch_add(1);
  while (serving.load() != mine) {
  }
  counter.store(counter.load() + 1);
  ++data;
  serving.store(mine + 1);
}
}  // namespace ticket

namespace clh {
struct Node {
  std::atomic<int> busy{0};
};
Node first, nodes[8];
std::atomic<Node*> tail{&first};
void work(int thread) {
  Node& mine = nodes[thread];
  mine.busy.store(1);
  Node* const before = tail.exchange(&mine);
  while (before->busy.load() != 0) {
  }
  ++data;
  mine.busy.store(0);
}
}  // namespace clh

namespace mcs {
struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<int> locked{0};
};
Node nodes[8];
std::atomic<Node*> tail{nullptr};
void work(int thread) {
  Node& mine = nodes[thread];
  mine.next.store(nullptr);
  mine.locked.store(1);
  if (Node* const before = tail.exchange(&mine)) {
    before->next.store(&mine);
    while (mine.locked.load() != 0) {
    }
  }
  ++data;
  if (mine.next.load() == nullptr) {
    Node* expected = &mine;
    if (tail.compare_exchange_strong(expected, nullptr)) return;
    while (mine.next.load() == nullptr) {
    }
  }
  mine.next.load()->locked.store(0);
}
}  // namespace mcs

namespace flag {
std::atomic_flag taken = ATOMIC_FLAG_INIT;
void work(int) {
  while (taken.test_and_set()) {
  }
  ++data;
  taken.clear();
}
}  // namespace flag

namespace swap {
std::atomic<int> taken{0};
void work(int) {
  for (int expected = 0; !taken.compare_exchange_strong(expected, 1); expected = 0) {
  }
  ++data;
  taken.store(0);
}
}  // namespace swap

namespace peterson {
std::atomic<int> wants[2], turn{0};
void work(int thread) {
  const int other = 1 - thread;
  wants[thread].store(1);
  turn.store(other);
  while (wants[other].load() != 0 && turn.load() == other) {
  }
  ++data;
  wants[thread].store(0);
}
}  // namespace peterson

namespace barrier {
std::atomic<int> arrived{0}, sense{0};
int written[8];
void work(int thread) {
  written[thread] = 1;
  const int before = sense.load();
  if (arrived.fetch_add(1) == THREADS - 1) {
    arrived.store(0);
    sense.store(1 - before);
  } else {
    while (sense.load() == before) {
    }
  }
  for (int other = 0; other < THREADS; ++other)
    if (written[other] != 1) std::abort();
  if (thread == 0) data = THREADS;
}
}  // namespace barrier

// ---- loops that retry: a failed compare-and-swap is no part of a class either

void need_no_lock(int thread) {
  if (thread == 0) data = THREADS * ROUNDS;
}

namespace reload {
std::atomic<int> counter{0};
void work(int thread) {
  for (;;) {
    int value = counter.load();
    if (counter.compare_exchange_strong(value, value + 1)) break;
  }
  need_no_lock(thread);
}
}  // namespace reload

namespace keep {
std::atomic<int> counter{0};
void work(int thread) {
  int value = counter.load();
  while (!counter.compare_exchange_weak(value, value + 1)) {
  }
  need_no_lock(thread);
}
}  // namespace keep

// Only the first one that comes finds a value that is small enough.
namespace maximum {
std::atomic<int> most{0};
void work(int thread) {
  int value = most.load();
  while (value < 5 && !most.compare_exchange_weak(value, 5)) {
  }
  need_no_lock(thread);
}
}  // namespace maximum

namespace push {
struct Node {
  int value;
  Node* next;
};
std::atomic<Node*> head{nullptr};
void work(int thread) {
  Node* const node = new Node{thread, nullptr};
  do {
    node->next = head.load();
  } while (!head.compare_exchange_weak(node->next, node));
  need_no_lock(thread);
}
}  // namespace push

// A lock whose readers count themselves: one load that waits, or that a compare-and-swap follows.
namespace readers {
constexpr int kWriter = -1;
std::atomic<int> count{0};
void work(int thread) {
  if (thread != 0) {
    for (;;) {
      int now = count.load();
      if (now == kWriter) continue;
      if (count.compare_exchange_weak(now, now + 1)) break;
    }
    count.fetch_sub(1);
    return;
  }
  for (int none = 0; !count.compare_exchange_strong(none, kWriter); none = 0) {
  }
  data = THREADS * ROUNDS;
  count.store(0);
}
}  // namespace readers

}  // namespace waits

int main() {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < THREADS; ++thread)
    threads.emplace_back([thread] {
      for (int round = 0; round < ROUNDS; ++round) waits::LOCK::work(thread);
    });
  for (std::thread& thread : threads) thread.join();
  if (waits::data != THREADS * ROUNDS) std::abort();
}

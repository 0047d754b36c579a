// Wrong: a lock-free free list of indices without a version: A, B, A.
// Least bound 1, assertion: interrupt one thread's pop between its load of next and its exchange; the other
// takes 0 and 1 and gives back 0; the exchange succeeds and makes 1, which is in use, the head; the next pop
// takes it. Without a preemption no pop is interrupted.
#include <atomic>
#include <cassert>
#include <thread>

constexpr int kNone = -1, kSlots = 4;

class FreeList {
 public:
  int pop() {
    int top = head_.load();
    while (top != kNone) {
      const int next = next_[top].load();
      if (head_.compare_exchange_strong(top, next)) break;
    }
    return top;
  }
  void push(int slot) {
    int top = head_.load();
    do next_[slot].store(top);
    while (!head_.compare_exchange_strong(top, slot));
  }

 private:
  std::atomic<int> head_{0};
  std::atomic<int> next_[kSlots] = {{1}, {2}, {3}, {kNone}};
};

static FreeList pool;
static std::atomic<bool> in_use[kSlots];

static int take() {
  const int slot = pool.pop();
  assert(slot != kNone);
  const bool taken = in_use[slot].exchange(true);
  assert(!taken && "two owners of one slot");
  (void)taken;
  return slot;
}

static void give(int slot) {
  in_use[slot] = false;
  pool.push(slot);
}

int main() {
  std::thread a([] {
    take();
    take();
  });
  std::thread b([] {
    const int first = take();
    take();
    give(first);
  });
  a.join();
  b.join();
}

// The owner pushes tasks at the bottom, a thief steals from the top. RACY: the slots are plain pointers,
// which the thief reads before it knows that it may.
#include <atomic>
#include <thread>

struct Task {
  int cost;
};

constexpr long kSlots = 1;
Task tasks[2];
std::atomic<long> top{0}, bottom{0};
#ifdef RACY
Task* slots[kSlots];
Task* slot(long at) { return slots[at % kSlots]; }             // [read]
void fill(long at, Task* task) { slots[at % kSlots] = task; }  // [fill]
#else
std::atomic<Task*> slots[kSlots];
Task* slot(long at) { return slots[at % kSlots].load(std::memory_order_relaxed); }
void fill(long at, Task* task) { slots[at % kSlots].store(task, std::memory_order_relaxed); }
#endif

bool push(Task* task) {
  const long at = bottom.load();
  if (at - top.load() >= kSlots) return false;
  task->cost = 1;
  fill(at, task);
  bottom.store(at + 1);
  return true;
}

Task* steal() {
  long at = top.load();
  if (at >= bottom.load()) return nullptr;
  Task* task = slot(at);
  return top.compare_exchange_strong(at, at + 1) ? task : nullptr;
}

int main() {
  push(&tasks[0]);
  int stolen = 0;
  std::thread thief([&] {
    if (Task* task = steal()) stolen = task->cost;
  });
  if (Task* task = steal()) task->cost = 2;
  push(&tasks[1]);
  thief.join();
  return stolen > 2;
}

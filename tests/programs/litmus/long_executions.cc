// Two threads with STEPS steps each on variables of their own: one class, and more prefixes than can be kept.
// CONTENDED: a step on a common variable at the end of each, so that there are two classes.
#include <atomic>
#include <thread>

std::atomic<int> own[2], common{0};

void work(int thread) {
  for (int i = 0; i < STEPS; ++i) own[thread].fetch_add(1);
#ifdef CONTENDED
  common.store(thread);
#endif
}

int main() {
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
}

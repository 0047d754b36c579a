// Figure 7: a worker that has nothing to do asks its group to idle, which yields until the group is stopped.
// Shutdown stops the group first and the worker then: between the two, the worker goes round without a yield.
//
// Good-samaritan with --spin-yield=off, least preemptions 1: who stops them is preempted in between. 0 is not
//   enough: it does not block there, and the worker, before and after, yields or ends.
// By default the worker's loop is taken for a yield, since it only reads: that ends, and is clean.
#include <atomic>
#include <thread>

std::atomic<bool> group_stops{false}, worker_stops{false};

void idle() {
  while (!group_stops) std::this_thread::yield();
}

void work() {
  while (!worker_stops) idle();
}

int main() {
  std::thread worker(work);
  group_stops = true;
  worker_stops = true;
  worker.join();
}

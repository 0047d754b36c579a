// N philosophers, N forks between them; each takes the fork at its left, then the one at its right.
//
// N: how many (3).
//
// BUG=1: everybody takes the left fork first. Deadlock, least preemptions 1, for every N >= 2.
//   1 is enough: philosopher N-1 takes fork N-1 and is preempted before fork 0, which is still free
//   [P1]; philosopher N-2 takes fork N-2 and blocks on fork N-1 (free), N-3 blocks on N-2, and so on
//   down to philosopher 0, who takes fork 0 and blocks on fork 1. Nobody can go on. Whoever goes the
//   other way round, from philosopher 0 up, needs N-1: each is preempted before a fork that is still
//   free, and only the last one blocks.
//   0 is not: take the first philosopher who stops with a single fork. Not preempted, it blocks on its
//   right fork, so the neighbour holds that one and has stopped with it before: a contradiction.
// Without BUG the last philosopher takes the lower-numbered fork first: no cycle.
#include <mutex>
#include <thread>
#include <vector>

#ifndef BUG
#define BUG 0
#endif
#ifndef N
#define N 3
#endif

std::mutex fork_at[N];
int meals = 0;
std::mutex meals_mutex;

void dine(int left) {
  int first = left;
  int second = (left + 1) % N;
#if BUG != 1
  if (first > second) std::swap(first, second);
#endif
  std::lock_guard<std::mutex> one(fork_at[first]);
  std::lock_guard<std::mutex> other(fork_at[second]);
  std::lock_guard<std::mutex> lock(meals_mutex);
  ++meals;
}

int main() {
  std::vector<std::thread> philosophers;
  for (int i = 0; i < N; ++i) philosophers.emplace_back(dine, i);
  for (std::thread& philosopher : philosophers) philosopher.join();
  return meals == N ? 0 : 1;
}

// Figure 1 of the paper on fair stateless model checking: philosophers who take one fork, try the other, and
// put the first one back if they do not get it. Livelock; the forks go round in a circle.
//
// Least preemptions 1 for two: the first is preempted with its fork in its hand; both forks are taken, and
// every
//   try fails from then on. Every switch after that is at a try that failed, a yield, where fairness takes
//   the processor away. 0 is not enough: who has one fork and does not give up the processor gets the other.
// PHILOSOPHERS=3: 1, too. The third is preempted with its fork; the second tries that fork twice in vain, and
// with
//   its second failed try fairness takes the processor away while it has its own; so it goes with the first.
#include <mutex>
#include <thread>
#include <vector>

#ifndef PHILOSOPHERS
#define PHILOSOPHERS 2
#endif

std::mutex forks[PHILOSOPHERS];

void dine(int me) {
  std::mutex& mine = forks[me];
  std::mutex& other = forks[(me + 1) % PHILOSOPHERS];
  for (;;) {
    mine.lock();
    if (other.try_lock()) break;
    mine.unlock();
  }
  mine.unlock();
  other.unlock();
}

int main() {
  std::vector<std::thread> philosophers;
  for (int n = 0; n < PHILOSOPHERS; ++n) philosophers.emplace_back(dine, n);
  for (std::thread& philosopher : philosophers) philosopher.join();
}

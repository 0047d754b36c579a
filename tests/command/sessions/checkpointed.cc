// Programs whose exploration is ended and gone on with: checkpointed WHAT.
#include <sched.h>

#include <atomic>
#include <cassert>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::atomic<int> x{0}, y{0};
int plain = 0, other = 0;
std::mutex mutex;

template <class Work>
void together(int threads, Work work) {
  std::vector<std::thread> all;
  for (int n = 0; n < threads; ++n) all.emplace_back(work, n);
  for (std::thread& one : all) one.join();
}

void increments(int threads, int times) {
  together(threads, [times](int) {
    for (int n = 0; n < times; ++n) x++;
  });
}

// In some interleavings an update is lost; in others the sum is there before both have counted.
void failures() {
  std::atomic<bool> seen{false};
  together(2, [&seen](int) {
    x = x + 1;
    if (y.fetch_add(1) == 0 && x == 2) seen = true;
  });
  assert(!seen);
  assert(x == 2);
}

// One race is seen at once, the other only where the first goes a certain way.
void races() {
  together(2, [](int n) {
    x++;
    if (plain == 1) other = n;
    plain = 1;
    const std::lock_guard guard(mutex);
    y++;
  });
}

// It fails first, and races where it does not fail.
void both() {
  std::atomic<int> winner{-1};
  together(2, [&winner](int n) {
    int nobody = -1;
    winner.compare_exchange_strong(nobody, n);
    if (winner == 1) plain = n;
  });
  assert(winner != 0);
}

void leaks() {
  std::atomic<int*> place{nullptr};
  together(2, [&place](int n) {
    x++;
    place = new int(n);
    x++;
  });
  delete place.load();
}

// So many prefixes that they are not worth keeping, and few executions.
void apart() {
  static std::atomic<int> own[10];
  together(10, [](int n) {
    own[n]++;
    if (n % 3 == 0) x++;
  });
}

void yields() {
  together(2, [](int) {
    if (x++ == 0)
      while (x == 1) sched_yield();
  });
}

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (what == "increments") increments(3, 2);
  if (what == "long") increments(4, 4);
  if (what == "failures") failures();
  if (what == "races") races();
  if (what == "both") both();
  if (what == "leaks") leaks();
  if (what == "apart") apart();
  if (what == "yields") yields();
}

// Programs that answer by their exit code. WRONG=n: the answer depends on the interleaving, n says how.
#include <atomic>
#include <cstdlib>
#include <thread>

#ifndef WRONG
#define WRONG 0
#endif
#ifndef ALWAYS
#define ALWAYS 0
#endif

static int two_additions() {
  std::atomic<int> sum{0};
  const auto add = [&] {
#if WRONG
    sum.store(sum.load() + 1);
#else
    sum.fetch_add(1);
#endif
  };
  std::thread other(add);
  add();
  other.join();
  return sum.load();
}

int main() {
  const bool lost = two_additions() != 2;
#if WRONG == 1
  return lost ? 3 : 0;
#elif WRONG == 2  // the first execution is the failing one
  return lost ? 0 : 3;
#elif WRONG == 3  // neither is 0
  std::exit(lost ? 4 : 3);
#elif WRONG == 4
  std::_Exit(lost ? 3 : 0);
#else
  return lost ? 1 : ALWAYS;
#endif
}

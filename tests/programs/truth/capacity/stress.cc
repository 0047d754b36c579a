// A stress test: far more steps than --steps allows, by threads that could all go on. No finding.
// WRONG: an assertion that fails before that. ALONE: the others have ended or wait, so that it is a timeout.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<unsigned> hits{0};

static void count() {
  for (unsigned n = 0; n < 100000; ++n) {
    const unsigned before = hits.fetch_add(1);
#ifdef WRONG
    assert(n != 50 || before == 50);
#else
    (void)before;
#endif
  }
}

int main() {
  std::thread one(count);
#ifndef ALONE
  std::thread two(count);
  two.join();
#endif
  one.join();
}

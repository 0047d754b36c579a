// Two bugs of the same kind and with the same text, at different lines: each is a finding of its own. KIND
// says which; with -DRIGHT there is none. Both need two preemptions; not inlined, or a compiler would make
// one of the two.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::atomic<int> first{0}, second{0};
static int* volatile nothing = nullptr;

// One line for both: the callers tell them apart.
__attribute__((noinline)) static void check(bool right) { assert(right); }

__attribute__((noinline)) static void fail_at_first() {
#if KIND == 1
  const bool right = false;
  assert(right);  // FIRST 1
#elif KIND == 2
  std::abort();  // FIRST 2
#elif KIND == 3
  *nothing = 1;  // FIRST 3
#elif KIND == 4
  throw std::runtime_error("wrong");  // FIRST 4
#elif KIND == 5
  std::memset(nothing, 1, 8);  // FIRST 5
#elif KIND == 6
  check(false);  // FIRST 6
#endif
}

__attribute__((noinline)) static void fail_at_second() {
#if KIND == 1
  const bool right = false;
  assert(right);  // SECOND 1
#elif KIND == 2
  std::abort();  // SECOND 2
#elif KIND == 3
  *nothing = 1;  // SECOND 3
#elif KIND == 4
  throw std::runtime_error("wrong");  // SECOND 4
#elif KIND == 5
  std::memset(nothing, 1, 8);  // SECOND 5
#elif KIND == 6
  check(false);  // SECOND 6
#endif
}

int main() {
  std::thread other([] {
    first.store(1);
    first.store(0);
    second.store(1);
    second.store(0);
  });
#ifndef RIGHT
  if (first.load() == 1) fail_at_first();
  if (second.load() == 1) fail_at_second();
#endif
  other.join();
}

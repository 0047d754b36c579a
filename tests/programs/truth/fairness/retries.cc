// Loops that retry a compare-and-swap, whose failures can be told from a later load: nothing of them may be
// left out. KIND chooses one; FIXED is the version without the bug.
#include <stalemate/stalemate.h>

#include <atomic>
#include <thread>

namespace retries {

std::atomic<int> x{0};
int failures = 0, last = 0;

// Counts its failures.
#if KIND == 0
void change() {
  int value = x.load();
  while (!x.compare_exchange_weak(value, value + 1)) {
#if !FIXED
    ++failures;
#endif
  }
}

// Gives up after a failure.
#elif KIND == 1
void change() {
  int value = x.load();
  if (!x.compare_exchange_strong(value, value + 1)) {
#if FIXED
    x.fetch_add(1);
#else
    failures = 1;
#endif
  }
}

// The value of the first load is used again.
#elif KIND == 2
void change() {
  const int first = x.load();
  int value = first;
  while (!x.compare_exchange_strong(value, value + 1)) {
  }
#if !FIXED
  if (first != value) failures = 1;
#endif
}

// A plain variable is written in each iteration.
#elif KIND == 3
void change() {
  int value = x.load();
  do {
#if !FIXED
    last = value;
#endif
  } while (!x.compare_exchange_weak(value, value + 1));
}

// Expects something else than it has loaded.
#elif KIND == 4
void change() {
  for (;;) {
    const int value = x.load();
    int expected = FIXED ? value : 0;
    if (x.compare_exchange_strong(expected, value + 1)) break;
    if (!FIXED && expected != value) failures = 1;
    if (!FIXED && expected != 0) break;
  }
}

// Every second attempt adds two.
#elif KIND == 5
void change() {
  int value = x.load();
  for (int by = 1; !x.compare_exchange_strong(value, value + by);)
    if (!FIXED) by = 3 - by;
}

// Looks at the other variable between the two.
#elif KIND == 6
std::atomic<int> y{0};
void change() {
  for (;;) {
    int value = x.load();
    y.store(1);
#if !FIXED
    if (x.load() != value) failures = 1;
#endif
    if (x.compare_exchange_strong(value, value + 1)) break;
  }
}

// The other thread publishes a plain variable by the value, which is read without an order.
#elif KIND == 7
void change() {
  int value = x.load(FIXED ? std::memory_order_acquire : std::memory_order_relaxed);
  while (!x.compare_exchange_weak(value, value + 1, FIXED ? std::memory_order_acq_rel : std::memory_order_relaxed,
                                  FIXED ? std::memory_order_acquire : std::memory_order_relaxed)) {
  }
  if (value == 1) failures = last - 7;
}

// The way after a failure depends on a variable that others know, and that is on the thread's own stack.
#elif KIND == 8
int* shared = nullptr;
void change() {
  *shared = 1;
  x.store(5);
}
void change_until(int& stop) {
  int value = x.load();
  do {
    if (x.compare_exchange_strong(value, value + 1)) return;
    value = x.load();
  } while (FIXED || stop == 0);
  failures = 1;
}
#endif

}  // namespace retries

using namespace retries;

int main() {
#if KIND == 8
  int stop = 0;
  shared = &stop;
#endif
  std::thread one(change);
#if KIND == 7
  last = 7;
  int none = 0;
  x.compare_exchange_strong(none, 1, std::memory_order_release, std::memory_order_relaxed);
#elif KIND == 8
  change_until(stop);
#else
  change();
#endif
  one.join();
  stalemate::expect(failures == 0, "a failure showed");
#if KIND == 5
  stalemate::expect(x.load() == 2, "not two");
#endif
}

// Static locals are initialised once, whoever comes first. PART 1: two threads come, one static inside
// another's initialiser. PART 2: the initialisers of two threads wait for each other. PART 3: one for itself.
#include <atomic>
#include <cassert>
#include <thread>

#if PART == 1
std::atomic<int> made{0};

int& inner() {
  static int value = made.fetch_add(1) + 1;
  return value;
}

int& outer() {
  static int value = inner() + 10;
  return value;
}

void work() {
  assert(outer() == 11);
  assert(inner() == 1);
}

int main() {
  std::thread other(work);
  work();
  other.join();
  assert(made == 1);
}

#elif PART == 2
int second(bool first_too);

int first(bool second_too) {
  static int value = second_too ? second(false) : 1;
  return value;
}

int second(bool first_too) {
  static int value = first_too ? first(false) : 1;
  return value;
}

int main() {
  std::thread other([] { first(true); });
  second(true);
  other.join();
}

#else
int depth(int n) {
  static int value = n > 0 ? depth(n - 1) : 0;
  return value;
}

int main() { return depth(1); }
#endif

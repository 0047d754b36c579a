// What a function returns is assigned to a variable. gcc does not instrument that; by way of a local variable (LOCAL) it does.
#include <thread>

struct Pair {
  int first, second;
};
Pair shared;

[[gnu::noinline]] Pair make(int n) {
  asm volatile("" : "+r"(n));
  return {n, n};
}

static void work(int n) {
#ifdef LOCAL
  const Pair made = make(n);
  shared = made;
#else
  shared = make(n);
#endif
}

int main() {
  std::thread one(work, 1), two(work, 2);
  one.join();
  two.join();
}

// Functions with no_sanitize("thread") in instrumented files, called by two threads. RESULT: they return an
// object in memory, and are instrumented.
#include <thread>

#define UNSEEN __attribute__((no_sanitize("thread"), noinline))

struct Large {
  long values[8];
};

int shared_word = 0;
int* pointer = &shared_word;

__attribute__((noinline)) void visit() { asm volatile(""); }

#if defined(GLOBAL)
UNSEEN void work(int*) { shared_word = 1; }
#elif defined(POINTER)
UNSEEN void work(int* to) { *to = 1; }
#elif defined(LOAD)
UNSEEN int read(const int* from) { return *from; }
void work(int* from) {
  if (read(from) == 2) visit();
}
#elif defined(CALLS)
UNSEEN void work(int* to) {
  visit();
  *to = 1;
  visit();
}
#elif defined(RESULT)
__attribute__((noinline)) Large make(long first) { return {{first, first + 1}}; }
void work(int*) {
  const Large made = make(1);
  if (made.values[1] == 1) visit();
}
#endif

int main() {
  std::thread one(work, pointer), two(work, pointer);
  one.join();
  two.join();
}

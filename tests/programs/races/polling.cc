// A loop that waits for a plain flag. EARLY: the flag is raised before the value is there.
#include <cassert>
#include <thread>

#ifdef VOLATILE
volatile int ready;
#else
int ready;
#endif
int value;

int main() {
  std::thread producer([] {
#ifdef EARLY
    ready = 1;
    value = 42;
#else
    value = 42;
    ready = 1;
#endif
  });
  while (ready == 0) {
  }
  assert(value == 42);
  producer.join();
}

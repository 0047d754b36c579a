// Races that are meant: volatile, or declared. Nothing is reported of them, but their accesses become steps,
// so that the lost update is found.
#include <stalemate/stalemate.h>

#include <cassert>
#include <thread>

#ifdef VOLATILE
volatile int counter;
#else
int counter;
#endif

void add() { counter = counter + 1; }

int main() {
#ifndef VOLATILE
  stalemate::benign(&counter);
#endif
  std::thread first(add), second(add);
  first.join();
  second.join();
  assert(counter == 2);
}

// Workers fill their slots and count a latch down. RACY: one counts down first.
#include <latch>
#include <thread>

std::latch finished(2);
int results[2];

void work(int slot) {
#ifdef RACY
  finished.count_down();
#endif
  results[slot] = slot + 1;  // [fill]
#ifndef RACY
  finished.count_down();
#endif
}

int main() {
  std::thread first(work, 0), second(work, 1);
  finished.wait();
  const int sum = results[0] + results[1];  // [sum]
  first.join();
  second.join();
  return sum == 0;
}

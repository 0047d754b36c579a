// A thousand variables whose races are meant, one by one; the last ones race. LOUD: one of them is not meant.
#include <stalemate/stalemate.h>

#include <thread>

constexpr int kMany = 1000;
int counters[kMany];

void add() { counters[kMany - 1]++; }

int main() {
  for (int n = 0; n < kMany; ++n) {
#ifdef LOUD
    if (n == kMany - 1) break;
#endif
    stalemate::benign(&counters[n]);
  }
  std::thread first(add), second(add);
  first.join();
  second.join();
}

// A race that an execution without preemptions does not reach: the second thread must run between the two
// steps of the first.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> first{0}, second{0}, steps{0};
int plain = 0;

void count() {
  for (int n = 0; n < 3; ++n) steps.fetch_xor(n + 1);
}

int main(int words, char**) {
  std::atomic<bool> between{false};
  std::thread one([] {
    first = 1;
    count();
    second = 1;
    plain = 1;
  });
  std::thread two([&between] {
    count();
    if (first != 1 || second != 0) return;
    between = true;
    plain = 2;
  });
  one.join();
  two.join();
  // With an argument the first execution that races fails as well.
  if (words > 1) assert(!between);
}

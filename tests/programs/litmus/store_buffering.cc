// Store buffering: each of two threads stores its own variable, then loads the other's. Under sequential
// consistency one of them sees the other's store.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x{0};
std::atomic<int> y{0};

int main() {
  int seen_x = 0;
  int seen_y = 0;
  std::thread one([&] {
    x = 1;
    seen_y = y;
  });
  std::thread other([&] {
    y = 1;
    seen_x = x;
  });
  one.join();
  other.join();
  assert(seen_x == 1 || seen_y == 1);
}

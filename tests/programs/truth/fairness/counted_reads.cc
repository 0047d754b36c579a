// A loop that reads six times and then ends waits for nothing: it can end before the other thread stores.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x{0};

int main() {
  std::thread reader([] {
    int sum = 0;
    for (int i = 0; i < 6; ++i) sum += x.load();
    assert(sum != 0 || FIXED);
  });
  x = 1;
  reader.join();
}

// Each thread waits for the flag that the other one would set afterwards.
#include <atomic>
#include <thread>

std::atomic<bool> first{false}, second{false};

int main() {
  std::thread a([] {
    while (!first.load()) {
    }
    second.store(true);
  });
  std::thread b([] {
    while (!second.load()) {
    }
    first.store(true);
  });
  a.join();
  b.join();
}

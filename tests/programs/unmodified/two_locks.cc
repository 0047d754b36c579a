// Two threads take two locks in opposite order.
#include <mutex>
#include <thread>

std::mutex left, right;

int main() {
  std::thread other([] {
    std::lock_guard<std::mutex> first(right);
    std::lock_guard<std::mutex> second(left);
  });
  {
    std::lock_guard<std::mutex> first(left);
    std::lock_guard<std::mutex> second(right);
  }
  other.join();
}

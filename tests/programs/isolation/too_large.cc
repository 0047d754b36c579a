// More memory than is worth copying back after every execution.
#include <thread>
#include <vector>

std::vector<char> large(80u << 20, 1);

int main() {
  std::thread other([] { large[5] = 2; });
  other.join();
  return large[5] == 2 && large[70u << 20] == 1 ? 0 : 1;
}

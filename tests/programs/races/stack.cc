// A local variable of one thread, written by another: read after the join, or (RACY) before.
#include <thread>

int copy;

int main() {
  int result = 0;
  std::thread other([&result] { result = 1; });
#ifdef RACY
  copy = result;
  other.join();
#else
  other.join();
  copy = result;
#endif
}

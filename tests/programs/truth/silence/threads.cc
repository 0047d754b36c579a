// A program with a thread or, with -DNONE, without any; and with an assertion.
#include <cassert>
#include <thread>

int main() {
  int value = 0;
#ifdef NONE
  ++value;
#else
  std::thread other([&] { ++value; });
  other.join();
#endif
  assert(value == 1);
}

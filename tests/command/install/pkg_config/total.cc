// The same in C++.
#undef NDEBUG
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

extern "C" void note();

int main() {
  const auto counter = std::make_unique<std::atomic<int>>(0);
  const auto add = [&counter] {
#ifdef WRONG
    *counter = *counter + 1;
#else
    ++*counter;
#endif
#ifdef LIBRARY
    note();
#endif
  };
  std::thread other(add);
  add();
  other.join();
  assert(*counter == 2);
}

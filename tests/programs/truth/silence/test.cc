// A unit test whose function may create no thread; and the same without Stalemate.
#include <stalemate/stalemate.h>

#include <cassert>

int main(int count, char**) {
  const stalemate::Result result = stalemate::explore(
      [&] {
        int value = 0;
        if (count > 1) std::thread([&] { ++value; }).join();
        assert(value == (count > 1));
      },
      stalemate::Options{}.name("silence"));
  return result.ok() ? 0 : 1;
}

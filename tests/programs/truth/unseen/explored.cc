// A unit test whose body calls the library in threads; PURE: what touches nothing.
#include <stalemate/stalemate.h>
#include <cstdio>
#include <thread>

#include "library.h"

int main() {
  const stalemate::Result result = stalemate::explore([] {
#ifdef PURE
    std::thread one([] { twice(1); }), two([] { twice(2); });
#else
    std::thread one(count), two(count);
#endif
    one.join();
    two.join();
  });
  std::printf("%s\n", result.summary().c_str());
  return 0;
}

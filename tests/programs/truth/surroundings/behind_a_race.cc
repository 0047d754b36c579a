// A failure that is found only once the accesses that race have become steps: by a second search.
#include <cassert>
#include <thread>

static int value = 0;

int main() {
  std::thread other([] { ++value; });
  ++value;
  other.join();
  assert(value == 2);
}

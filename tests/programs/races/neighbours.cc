// Different members written by different threads: bytes of one word are separate, bit-fields (BITS) are not.
#include <thread>

struct Pair {
#ifdef BITS
  unsigned first : 4;
  unsigned second : 4;
#else
  char first;
  char second;
#endif
};

Pair pair;

int main() {
  std::thread other([] { pair.first = 1; });
  pair.second = 2;
  other.join();
}

// Ranges that are longer than a record can say, and a race far from their first byte.
#include <cstring>
#include <thread>

struct alignas(8) Block {
  char bytes[4096];
};
Block block, copy;

int main() {
  std::thread other([] {
#ifdef BESIDE
    std::memset(block.bytes, 1, 4000);
#else
    std::memset(block.bytes, 1, sizeof block);
#endif
  });
#ifdef COPY
  std::memcpy(copy.bytes, block.bytes + 1000, 3000);
#elif defined STRUCT
  copy = block;
#else
  block.bytes[4000] = 3;
#endif
  other.join();
}

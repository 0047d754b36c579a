// A block of the heap shared by two threads: each its own half, or (RACY) one byte of the other's.
#include <memory>
#include <thread>

#ifdef RACY
constexpr int kFrom = 31;
#else
constexpr int kFrom = 32;
#endif

int main() {
  auto block = std::make_unique<char[]>(64);
  std::thread other([&block] {
    for (int i = kFrom; i < 64; ++i) block[static_cast<std::size_t>(i)] = 'b';
  });
  for (std::size_t i = 0; i < 32; ++i) block[i] = 'a';
  other.join();
}

// One access beside a block of the heap, or none.
#include <atomic>
#include <cstdlib>
#include <thread>

#include <stalemate/stalemate.h>

// The compiler does not see what lies there, nor that nobody reads it.
template <class T>
static T* hidden(T* memory) {
  asm volatile("" : "+r"(memory) : : "memory");
  return memory;
}

static void access_beside() {
#if defined(AFTER)
  int* block = hidden(new int[16]);
  block[18] = 1;
  delete[] hidden(block);
#elif defined(RIGHT_AFTER)
  char* block = hidden(static_cast<char*>(std::malloc(5)));
  block[5] = 0;
  std::free(hidden(block));
#elif defined(BEFORE)
  int* block = hidden(new int[6]);
  const int value = block[-4];
  delete[] hidden(block);
  if (value == 12345) std::abort();
#elif defined(ACROSS)
  char* block = hidden(static_cast<char*>(std::calloc(5, 1)));
  *reinterpret_cast<short*>(block + 4) = 1;
  std::free(hidden(block));
#elif defined(GROWN)
  char* block = hidden(static_cast<char*>(std::malloc(100)));
  block = hidden(static_cast<char*>(std::realloc(block, 30)));
  block[50] = 0;
  std::free(hidden(block));
#elif defined(ALIGNED)
  char* block = hidden(static_cast<char*>(std::aligned_alloc(256, 256)));
  block[-1] = 0;
  std::free(hidden(block));
#elif defined(EMPTY)
  char* block = hidden(new char[0]);
  *block = 0;
  delete[] hidden(block);
#elif defined(ATOMIC)
  auto* block = hidden(new std::atomic<int>[2]);
  block[2].store(1);
  delete[] hidden(block);
#elif defined(INTENDED)
  volatile int* block = hidden(new int[1]);
  stalemate::benign(const_cast<int*>(block) + 1);
  block[1] = 1;
  delete[] hidden(block);
#elif defined(AGAIN)
  // Memory that is used again: what lies beside the new block lay in the old one.
  for (int i = 0; i < 100; ++i) std::free(hidden(std::malloc(60)));
  char* block = hidden(static_cast<char*>(std::malloc(50)));
  block[55] = 0;
  std::free(hidden(block));
#else
  // Every size, to its last byte, also in memory that was used before.
  for (int round = 0; round < 3; ++round) {
    for (std::size_t bytes = 1; bytes < 70; ++bytes) {
      char* block = hidden(static_cast<char*>(std::malloc(bytes)));
      for (std::size_t i = 0; i < bytes; ++i) block[i] = 1;
      block = hidden(static_cast<char*>(std::realloc(block, 2 * bytes)));
      for (std::size_t i = 0; i < 2 * bytes; ++i) ++block[i];
      std::free(hidden(block));
    }
    char* wide = hidden(static_cast<char*>(std::aligned_alloc(512, 1024)));
    wide[0] = wide[1023] = 1;
    std::free(hidden(wide));
  }
#endif
}

int main() {
  std::thread thread(access_beside);
  thread.join();
}

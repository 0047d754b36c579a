// Thousands of atomic operations on memory of one thread, and two on a shared variable.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

#ifndef COUNT
#define COUNT 3000
#endif

std::atomic<int> shared{0};

void count() {
#ifdef ON_HEAP
  const auto own = std::make_shared<int>(1);  // its reference count
  for (int i = 0; i < COUNT; ++i) {
    const auto copy = own;
    assert(*copy == 1);
  }
#else
  std::atomic<unsigned char> small{0};
  std::atomic<long> own[64] = {};
  for (int i = 0; i < COUNT; ++i) {
    own[i % 64].fetch_add(1);
    small.store(static_cast<unsigned char>(i));
    long expected = own[i % 64].load();
    assert(own[i % 64].compare_exchange_strong(expected, expected));
  }
#endif
#ifdef WRONG
  const int seen = shared.load();
  shared.store(seen + 1);
#else
  shared.fetch_add(1);
#endif
}

int main() {
  std::thread a(count), b(count);
  a.join();
  b.join();
  assert(shared.load() == 2);
}

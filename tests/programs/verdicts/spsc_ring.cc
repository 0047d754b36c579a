// Lamport's ring for one producer and one consumer. TAIL: the producer publishes relaxed. HEAD: the consumer
// gives slots back relaxed, so that the next element is written over one that is still read.
#include <atomic>
#include <thread>

#ifdef TAIL
constexpr auto kPut = std::memory_order_relaxed;
#else
constexpr auto kPut = std::memory_order_release;
#endif
#ifdef HEAD
constexpr auto kTake = std::memory_order_relaxed;
#else
constexpr auto kTake = std::memory_order_release;
#endif

constexpr unsigned kSlots = 1;
int slots[kSlots];
std::atomic<unsigned> head{0}, tail{0};

void put(int value) {
  const unsigned at = tail.load(std::memory_order_relaxed);
  while (at - head.load(std::memory_order_acquire) == kSlots) std::this_thread::yield();
  slots[at % kSlots] = value;  // [put]
  tail.store(at + 1, kPut);
}

int take() {
  const unsigned at = head.load(std::memory_order_relaxed);
  while (tail.load(std::memory_order_acquire) == at) std::this_thread::yield();
  const int value = slots[at % kSlots];  // [take]
  head.store(at + 1, kTake);
  return value;
}

int main() {
  std::thread producer([] {
    put(1);
    put(2);
  });
  const int sum = take() + take();
  producer.join();
  return sum == 0;
}

// One thread prepares a value and raises a flag, the other looks at the flag. PLAIN: a flag that is not
// atomic, raised too early. RELAXED: an order of memory that does not publish the value.
#include <atomic>
#include <cassert>
#include <thread>

#ifdef PLAIN
bool ready;
bool is_ready() { return ready; }
void raise() { ready = true; }
#else
std::atomic<bool> ready{false};
#ifdef RELAXED
constexpr auto kRaise = std::memory_order_relaxed, kLook = std::memory_order_relaxed;
#else
constexpr auto kRaise = std::memory_order_release, kLook = std::memory_order_acquire;
#endif
bool is_ready() { return ready.load(kLook); }
void raise() { ready.store(true, kRaise); }
#endif

int value;

int main() {
  std::thread producer([] {
#ifdef PLAIN
    raise();
    value = 42;
#else
    value = 42;
    raise();
#endif
  });
  if (is_ready()) assert(value == 42);
  producer.join();
}

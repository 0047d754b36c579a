// Two threads assign what a function returns to a shared variable, or one passes it by value while the other assigns.
// gcc's own instrumentation leaves these accesses out, except for COMPLEX and PAIR. RIGHT: with a mutex.
#include <chrono>
#include <complex>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

struct Small {
  int first, second;
};

struct Large {
  long words[5];
};

struct Maker {
  virtual ~Maker() = default;
  virtual Small make(int n) const;
};

#if defined(TIME_POINT)
using Value = std::chrono::steady_clock::time_point;
[[gnu::noinline]] Value make(int) { return std::chrono::steady_clock::now(); }
#elif defined(COMPLEX)
using Value = _Complex double;
[[gnu::noinline]] Value make(int n) { return n; }
#elif defined(LARGE)
using Value = Large;
[[gnu::noinline]] Value make(int n) { return {{n, n, n, n, n}}; }
#elif defined(PAIR)
using Value = std::pair<int, int>;
[[gnu::noinline]] Value make(int n) { return {n, n}; }
#else
using Value = Small;
[[gnu::noinline]] Value make(int n) {
  if (n > 2) throw std::runtime_error("too large");
  return {n, n};
}
#endif

[[gnu::noinline]] Small Maker::make(int n) const { return {n, n}; }

struct Record {
  int before;
  Value value;
} record;
Value shared;
Value many[4];
const Maker* volatile maker = new Maker;
volatile int element = 2;
std::mutex mutex;

[[gnu::noinline]] void take(Value value) { asm volatile("" : : "r"(&value) : "memory"); }

void work(int n) {
#ifdef RIGHT
  const std::lock_guard<std::mutex> guard(mutex);
#endif
#if defined(MEMBER)
  record.value = make(n);
#elif defined(ELEMENT)
  const int at = element;
  many[at] = make(n);
#elif defined(VIRTUAL)
  shared = maker->make(n);
#elif defined(THROWS)
  try {
    shared = make(n);
  } catch (const std::runtime_error&) {
    std::terminate();
  }
#elif defined(ARGUMENT)
  if (n == 1)
    take(shared);
  else
    shared.first = n;
#else
  shared = make(n);
#endif
}

int main() {
  std::thread one(work, 1), two(work, 2);
  one.join();
  two.join();
}

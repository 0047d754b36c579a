// The program whose addresses the test asks for: it prints what it knows of itself, then its mappings.
#include <pthread.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <utility>

// Prints where it was called from, which is what an instrumentation hook sees.
__attribute__((noinline)) void mark(const char* label, void* frame = nullptr, void* object = nullptr) {
  std::printf("code %s %p %p %p\n", label, __builtin_return_address(0), frame, object);
}
void data(const char* label, const volatile void* address) {
  std::printf("data %s %p\n", label, const_cast<const void*>(address));
}

namespace bank {
struct Base {
  int pad = 0;
  std::mutex guard;
};
struct Account : Base {
  long balance = 0;
  std::mutex lock;
  static std::mutex registry;
};
std::mutex Account::registry;
Account accounts[3];
static std::atomic<int> hits;

struct Queue {
  struct Inner {
    pthread_mutex_t raw;
    std::pair<std::mutex, int> both;
  } inner[2];
  std::array<std::mutex, 3> forks;
  __attribute__((noinline)) void pop() {
    mark("method");
    after_call = 1;
  }
  volatile int after_call = 0;
} queue;
}  // namespace bank

namespace {
std::mutex hidden;
std::mutex grid[2][3];
}  // namespace
volatile int plain;
pthread_mutex_t c_mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((always_inline)) inline void inlined() { mark("inlined"); }
__attribute__((noinline)) void caller() {
  inlined();  // line of the call
  plain = plain + 1;
}

__attribute__((noinline)) std::mutex& function_static() {
  static std::mutex once;
  return once;
}

__attribute__((noinline)) void with_locals() {
  std::mutex local;
  bank::Account own[2];
  local.lock();
  mark("local", static_cast<char*>(__builtin_frame_address(0)) + 16, &local);
  mark("member", static_cast<char*>(__builtin_frame_address(0)) + 16, &own[1].lock);
  local.unlock();
  own[0].lock.lock();
}

int main() {
  caller();
  bank::queue.pop();
  auto lambda = [](int) __attribute__((noinline)) {
    mark("lambda");
    plain = 2;  // no tail call
  };
  lambda(1);
  with_locals();
  data("hidden", &hidden);
  data("grid", &grid[1][2]);
  data("plain", &plain);
  data("c_mutex", reinterpret_cast<char*>(&c_mutex) + 16);
  data("base", &bank::accounts[1].guard);
  data("member", &bank::accounts[2].lock);
  data("registry", &bank::Account::registry);
  data("hits", &bank::hits);
  data("raw", &bank::queue.inner[1].raw);
  data("pair", &bank::queue.inner[1].both.first);
  data("forks", &bank::queue.forks[2]);
  data("static", &function_static());
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  char line[4096];
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long long start = 0, end = 0, offset = 0;
    int path = 0;
    if (std::sscanf(line, "%llx-%llx %*s %llx %*s %*s %n", &start, &end, &offset, &path) == 3 &&
        line[path] == '/')
      std::printf("map %llx %llx %llx %s", start, end, offset, line + path);
  }
  std::fclose(maps);
}

// The function that explore() calls again and again leaks a megabyte each time. The process that runs it is
// replaced before it has taken too much, and the number of executions does not show it.
#include <stalemate/stalemate.h>
#include <sys/resource.h>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <thread>

void body() {
  void* const lost = std::malloc(1 << 20);
  std::memset(lost, 1, 1 << 20);
  __asm__ volatile("" ::"r"(lost) : "memory");
  std::atomic<int> count{0};
  const auto add = [&count] {
    for (int n = 0; n < 10; ++n) count++;
  };
  std::thread other(add);
  add();
  other.join();
}

int main() {
  const auto options = stalemate::Options{}.preemptions(3).set("isolate", "none").set("reduce", "none");
  const stalemate::Result result = stalemate::explore(body, options);
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const bool right = result.error.empty() && result.findings.empty() && result.executions == EXECUTIONS &&
                     used.ru_maxrss < 450 * 1024;
  if (!right) std::abort();
}

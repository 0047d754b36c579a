// A test function that does something else when it is called again: keeps_state ISOLATION.
#include <stalemate/stalemate.h>

#include <cstdio>
#include <mutex>
#include <thread>

std::mutex mutex;

void scenario() {
  static int calls = 0;
  const bool first = ++calls == 1;
  const auto work = [first] {
    for (int n = 0; n < (first ? 2 : 1); ++n) std::lock_guard guard(mutex);
  };
  std::thread other(work);
  work();
  other.join();
}

int main(int, char** argv) {
  const auto result = stalemate::explore(scenario, stalemate::Options{}.isolate(argv[1]));
  std::printf("%s, %s, %llu:", result.verdict.c_str(), result.coverage.c_str(),
              static_cast<unsigned long long>(result.executions));
  for (const auto count : result.executions_per_bound)
    std::printf(" %llu", static_cast<unsigned long long>(count));
  std::printf("\n%s\n", result.error.c_str());
  return result.ok() ? 0 : 1;
}

// An explore() call, which reports the command that replays its finding.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cstdio>
#include <thread>

int main() {
  const auto result = stalemate::explore([] {
    std::atomic<int> counter{0};
    std::thread other([&] { counter = counter + 1; });
    counter = counter + 1;
    other.join();
    stalemate::expect(counter == 2, "an addition was lost");
  });
  std::printf("%s\n", result.summary().c_str());
  return result.findings.size() == 1 ? 0 : 1;
}

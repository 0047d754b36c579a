// A race, and a bug behind it, in a function that explore() calls.
#include <stalemate/stalemate.h>

#include <cstdio>
#include <thread>

int counter;

int main() {
  const auto result = stalemate::explore([] {
    counter = 0;
    std::thread other([] { counter++; });
    counter++;
    other.join();
    stalemate::expect(counter == 2, "an update was lost");
  });
  if (!result.error.empty()) std::printf("error: %s\n", result.error.c_str());
  for (const auto& finding : result.findings)
    std::printf("%s: %s\n%s\n", finding.kind.c_str(), finding.message.c_str(), finding.schedule.c_str());
  return result.ok() ? 0 : 1;
}

// explore() in a test without a framework: exit code 0 if it says what it says everywhere.
#include <stalemate/stalemate.h>

#include <cstdio>
#include <mutex>
#include <thread>

int main() {
  const stalemate::Result result = stalemate::explore([] {
    std::mutex mutex;
    int counted = 0;
    const auto count = [&] {
      mutex.lock();
      const int before = counted;
      mutex.unlock();
      mutex.lock();
      counted = before + 1;
      mutex.unlock();
    };
    std::thread first(count), second(count);
    first.join();
    second.join();
    stalemate::expect(counted == 2, "an increment was lost");
  });
  std::printf("%s %s\n", result.verdict.c_str(), result.error.c_str());
  if (result.verdict == "error") return 5;
  return result.verdict == "bug" && result.findings.size() == 1 ? 0 : 1;
}

// A leak in a function that explore() calls: the node of list.cc, a block that a variable outside keeps, one
// that is freed.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

std::atomic<long*> last{nullptr};

int main() {
  std::vector<std::string> outside;
  const auto result = stalemate::explore(
      [&outside] {
        auto freed = std::make_unique<int>(1);
        outside.emplace_back(100, 'x');
        std::thread other([] { last.exchange(new long[4]{1}); });
        long* mine = new long[4]{2};
        last.store(mine);
        other.join();
        delete[] last.exchange(nullptr);
      },
      stalemate::Options{}.leaks());
  for (const auto& finding : result.findings)
    std::printf("%s: %s\n%s\n", finding.kind.c_str(), finding.message.c_str(), finding.schedule.c_str());
  std::printf("%llu executions\n", static_cast<unsigned long long>(result.executions));
  return result.ok() ? 0 : 1;
}

// A unit test without a framework: three calls of explore(), the second with a bug. Prints all that is
// promised to be the same on every run.
#include <stalemate/stalemate.h>

#include <cstdio>
#include <mutex>
#include <thread>

void show(const char* name, const stalemate::Result& result) {
  std::printf("%s: %s, %s, %s, %llu executions, bound %d:", name, result.verdict.c_str(),
              result.coverage.c_str(), result.limit.c_str(),
              static_cast<unsigned long long>(result.executions), result.bound_completed);
  for (const auto count : result.executions_per_bound)
    std::printf(" %llu", static_cast<unsigned long long>(count));
  std::printf("\n");
  for (const stalemate::Finding& finding : result.findings)
    std::printf("%s %s %s %llu %u %u %u\n%s\n", finding.kind.c_str(), finding.message.c_str(),
                finding.schedule.c_str(), static_cast<unsigned long long>(finding.execution),
                finding.preemptions, finding.switches, finding.steps, finding.report.c_str());
}

struct Account {
  std::mutex mutex;
  int balance = 100;

  int read() {
    const std::lock_guard guard(mutex);
    return balance;
  }
  void write(int amount) {
    const std::lock_guard guard(mutex);
    balance = amount;
  }
};

void deposits(bool whole) {
  Account account;
  const auto deposit = [&] {
    if (whole) {
      const std::lock_guard guard(account.mutex);
      account.balance += 10;
    } else {
      account.write(account.read() + 10);
    }
  };
  std::thread first(deposit), second(deposit);
  first.join();
  second.join();
  stalemate::expect(account.read() == 120, "a deposit was lost");
}

int main() {
  show("whole", stalemate::explore([] { deposits(true); }));
  show("halves", stalemate::explore([] { deposits(false); }, stalemate::Options{}.name("deposits.halves")));
  show("whole again", stalemate::explore([] { deposits(true); }));
  return 1;
}

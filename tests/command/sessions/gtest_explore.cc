// Tests of a bank account as a user of GoogleTest writes them. Those named Fails… have a bug on purpose.
#include <gtest/gtest.h>
#include <stalemate/gtest.h>

#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 0;

  void deposit(int amount) {
    const std::lock_guard guard(mutex);
    balance += amount;
  }
  int read() {
    const std::lock_guard guard(mutex);
    return balance;
  }
  void deposit_in_halves(int amount) {
    const int before = read();
    const std::lock_guard guard(mutex);
    balance = before + amount;
  }
};

template <class Deposit>
int two_deposits(Deposit deposit) {
  Account account;
  std::thread other([&] { deposit(account); });
  deposit(account);
  other.join();
  return account.read();
}

const auto whole = [](Account& account) { account.deposit(10); };
const auto halves = [](Account& account) { account.deposit_in_halves(10); };

STALEMATE_TEST(Passes, Deposits) { EXPECT_EQ(two_deposits(whole), 20); }
STALEMATE_TEST(Fails, Expectation) { EXPECT_EQ(two_deposits(halves), 20) << "a deposit was lost"; }
STALEMATE_TEST(Fails, Assertion) { ASSERT_EQ(two_deposits(halves), 20); }
STALEMATE_TEST(Fails, ExpectationInAThread) {
  std::atomic<int> value{0};
  std::thread other([&] { EXPECT_EQ(value.load(), 0); });
  value = 1;
  other.join();
}
STALEMATE_TEST(Fails, Exception) {
  if (two_deposits(halves) != 20) throw std::runtime_error("thrown through the body");
}
STALEMATE_TEST_WITH(Passes, WithinItsBound, stalemate::Options{}.preemptions(0)) {
  EXPECT_EQ(two_deposits(halves), 20);
}

TEST(Ordinary, ExploresSeveralTimes) {
  const auto good = stalemate::explore([] { stalemate::expect(two_deposits(whole) == 20); });
  EXPECT_TRUE(good) << good.summary();
  EXPECT_EQ(good.coverage, "complete");
  EXPECT_EQ(good.bound_completed, 2);
  const auto bad = stalemate::explore([] { stalemate::expect(two_deposits(halves) == 20, "lost"); });
  EXPECT_FALSE(bad);
  ASSERT_EQ(bad.findings.size(), 1u);
  EXPECT_EQ(bad.findings[0].kind, "assertion");
  EXPECT_EQ(bad.findings[0].preemptions, 1u);
  const auto again = stalemate::explore([] { stalemate::expect(two_deposits(whole) == 20); });
  EXPECT_EQ(again.executions_per_bound, good.executions_per_bound);
}

TEST(Ordinary, CatchesWhatTheBodyThrows) {
  const auto result = stalemate::explore([] {
    try {
      two_deposits(whole);
      throw 7;
    } catch (int) {
    }
  });
  EXPECT_TRUE(result) << result.summary();
}

TEST(Ordinary, LeavesTheTestProcessAlone) {
  int calls = 0;
  const auto result = stalemate::explore([&] { ++calls; });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(result.executions, 1u);
  std::thread real([&] { ++calls; });
  real.join();
  EXPECT_EQ(calls, 1);
}

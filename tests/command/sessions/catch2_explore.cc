// Tests as a user of Catch2 writes them. Those whose name begins with "fails" have a bug on purpose.
#include <stalemate/catch2.h>

#include <mutex>
#include <stdexcept>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 0;

  int read() {
    const std::lock_guard guard(mutex);
    return balance;
  }
  void deposit(int amount) {
    const std::lock_guard guard(mutex);
    balance += amount;
  }
  void deposit_in_halves(int amount) {
    const int before = read();
    const std::lock_guard guard(mutex);
    balance = before + amount;
  }
};

int two_deposits(void (Account::*deposit)(int)) {
  Account account;
  std::thread other([&] { (account.*deposit)(10); });
  (account.*deposit)(10);
  other.join();
  return account.read();
}

STALEMATE_TEST_CASE("passes") { REQUIRE(two_deposits(&Account::deposit) == 20); }
STALEMATE_TEST_CASE_WITH("passes within its bound", stalemate::Options{}.preemptions(0)) {
  CHECK(two_deposits(&Account::deposit_in_halves) == 20);
}
STALEMATE_TEST_CASE("fails a check") { CHECK(two_deposits(&Account::deposit_in_halves) == 20); }
STALEMATE_TEST_CASE("fails a requirement") { REQUIRE(two_deposits(&Account::deposit_in_halves) == 20); }
STALEMATE_TEST_CASE("fails by an exception") {
  if (two_deposits(&Account::deposit_in_halves) != 20) throw std::runtime_error("thrown through the body");
}

TEST_CASE("ordinary, with two explorations") {
  const auto good = stalemate::explore([] { stalemate::expect(two_deposits(&Account::deposit) == 20); });
  CHECK(good.ok());
  const auto bad =
      stalemate::explore([] { stalemate::expect(two_deposits(&Account::deposit_in_halves) == 20, "lost"); });
  CHECK_FALSE(bad.ok());
  REQUIRE(bad.findings.size() == 1);
  CHECK(bad.findings[0].message.find("lost") == 0);
}

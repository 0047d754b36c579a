#include "account.h"

#include <stalemate/gtest.h>

#include <thread>

STALEMATE_TEST(Account, KeepsEveryDeposit) {
  Account account(0);
  std::thread other([&] { account.deposit(1); });
  account.deposit(2);
  other.join();
  EXPECT_EQ(account.balance(), 3);
}

STALEMATE_TEST(Account, IsNeverOverdrawn) {
  Account account(10);
  std::thread other([&] { account.withdraw(10); });
  account.withdraw(10);
  other.join();
  EXPECT_GE(account.balance(), 0);
}

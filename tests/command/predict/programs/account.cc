// Transfers between accounts, each with a lock of its own, taken in the order of their numbers ("account1",
// "account2").
//
// Balances are read under locks, so there is no race; but transfers come in any order, and every read of a
// balance that another transfer touches can see another write. The audit takes no lock on the number of
// transfers that it prints: that read races.
#include <cassert>
#include <mutex>
#include <thread>

#ifndef SCALE
#define SCALE 1
#endif

namespace {

constexpr int kAccounts = 3, kTellers = 3;

struct Account {
  std::mutex mutex;
  int balance = 100;
};

Account accounts[kAccounts];
std::mutex statistics;
int transfers;
int noticed;  // by the audit

void transfer(int from, int to, int amount) {
  Account& first = accounts[from < to ? from : to];
  Account& second = accounts[from < to ? to : from];
  std::lock_guard<std::mutex> one(first.mutex);
  std::lock_guard<std::mutex> other(second.mutex);
  if (accounts[from].balance < amount) return;
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
  std::lock_guard<std::mutex> lock(statistics);
  ++transfers;
}

void teller(int number) {
  for (int round = 0; round < SCALE; ++round) {
    transfer(number, (number + 1) % kAccounts, 30);
    transfer(number, (number + 2) % kAccounts, 20);
  }
}

void audit() { noticed = transfers; }

}  // namespace

int main() {
  std::thread tellers[kTellers];
  for (int each = 0; each < kTellers; ++each) tellers[each] = std::thread(teller, each);
  std::thread auditor(audit);
  for (std::thread& each : tellers) each.join();
  auditor.join();
  assert(accounts[0].balance + accounts[1].balance + accounts[2].balance == 300);
  assert(noticed <= transfers);
}

// An account with a bug: withdraw() looks at the balance under the lock, releases it, and takes it again to
// change the balance. Every access is protected, so no race detector objects; yet two threads can both see
// enough money for one of them.
#pragma once

#include <mutex>

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}

  int balance() {
    std::lock_guard lock(mutex_);
    return balance_;
  }

  void deposit(int amount) {
    std::lock_guard lock(mutex_);
    balance_ += amount;
  }

  bool withdraw(int amount) {
    if (balance() < amount) return false;
    std::lock_guard lock(mutex_);
    balance_ -= amount;
    return true;
  }

 private:
  std::mutex mutex_;
  int balance_;
};

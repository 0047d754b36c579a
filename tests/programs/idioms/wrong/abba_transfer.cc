// Wrong: two transfers lock the same two accounts in opposite order.
// Least bound 1, deadlock: one has to be interrupted between its two locks. Without a preemption each
// finishes before the other begins, as nothing else blocks.
#include <mutex>
#include <thread>

struct Account {
  std::mutex m;
  double balance = 100;
};

static void transfer(Account& from, Account& to, double amount) {
  std::lock_guard<std::mutex> l1(from.m);
  std::lock_guard<std::mutex> l2(to.m);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account a, b;
  std::thread t1([&] { transfer(a, b, 10); });
  std::thread t2([&] { transfer(b, a, 20); });
  t1.join();
  t2.join();
  return a.balance + b.balance == 200 ? 0 : 1;
}

// Money goes both ways between two accounts with a lock each. RACY: only the paying one is locked.
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

Account savings, current;

void pay(Account& from, Account& to, int amount) {
#ifdef RACY
  std::scoped_lock hold(from.mutex);
#else
  std::scoped_lock hold(from.mutex, to.mutex);
#endif
  from.balance -= amount;  // [take]
  to.balance += amount;    // [give]
}

int main() {
  std::thread salary([] { pay(current, savings, 30); });
  pay(savings, current, 5);
  salary.join();
}

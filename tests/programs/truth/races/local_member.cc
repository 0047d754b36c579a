// A member of a local variable of main that a thread writes and main reads. RIGHT: after the join.
#include <thread>

struct Account {
  int owner = 0, balance = 0;
};

int main() {
  Account account;
  std::thread payment([&] { account.balance = 1; });
#ifdef RIGHT
  payment.join();
  const int seen = account.balance;
#else
  const int seen = account.balance;
  payment.join();
#endif
  return seen > 1;
}

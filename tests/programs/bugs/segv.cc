// A session that logs out while another thread greets its user.
//
// BUG=1: the greeter reads the pointer once for the test, and again for the use. Crash (SIGSEGV at
//   address 0), least preemptions 1.
//   1 is enough: the greeter sees a user and is preempted before it reads the pointer again [P1]; the
//   other thread stores null and ends; the greeter reads null and follows it.
//   0 is not: the greeter does not block between its two reads.
#include <atomic>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

struct User {
  volatile int id;
};

User alice{7};
std::atomic<User*> user{&alice};

int greet() {
  User* now = user;
  if (now == nullptr) return 0;
#if BUG == 1
  now = user;
#endif
  return now->id;
}

int main() {
  std::thread greeter(greet);
  std::thread logout([] { user = nullptr; });
  greeter.join();
  logout.join();
}

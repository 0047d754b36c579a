#include <cassert>
#include <thread>
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
int main() {
  absl::Mutex m;
  int x = 0;
  absl::Notification n;
  std::thread a([&] {
    {
      absl::MutexLock l(&m);
      x++;
    }
    n.Notify();
  });
  {
    absl::MutexLock l(&m);
    m.Await(absl::Condition(
        +[](int* p) { return *p > 0; }, &x));
    x++;
  }
  n.WaitForNotification();
  a.join();
  assert(x == 2);
}

#include <thread>
#include "absl/synchronization/notification.h"
int main() {
  absl::Notification n;
  int x = 0;
  std::thread a([&] {
    x = 1;
    n.Notify();
  });
  n.WaitForNotification();
  x = 2;
  a.join();
}

#include <thread>
#include "absl/synchronization/mutex.h"
int main() {
  absl::Mutex m;
  int x = 0;
  std::thread a([&] {
    absl::MutexLock l(&m);
    x++;
  });
  {
    absl::MutexLock l(&m);
    x++;
  }
  a.join();
}

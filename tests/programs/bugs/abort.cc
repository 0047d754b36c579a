// A reference count whose user gives up with abort() where it is broken.
//
// BUG=1: the count is read and written in two steps. Abort, least preemptions 1.
//   1 is enough: one thread reads 2 and is preempted before it stores 1 [P1]; the other reads 2, stores 1
//   and ends; the first stores 1 as well: the count never comes to 0, and main gives up.
//   0 is not: neither thread blocks, so the second reads what the first stored.
#include <atomic>
#include <cstdlib>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

std::atomic<int> references{2};

void release() {
#if BUG == 1
  const int now = references;
  references = now - 1;
#else
  references.fetch_sub(1);
#endif
}

int main() {
  std::thread one(release);
  std::thread other(release);
  one.join();
  other.join();
  if (references != 0) std::abort();
}

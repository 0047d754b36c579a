// A table that is replaced in two steps (taken away, then set anew) under a reader that insists on it.
//
// BUG=1: the reader does not lock. An exception leaves the reader's thread, least preemptions 1.
//   1 is enough: the writer stores kMissing and is preempted before it stores the new value [P1]; the
//   reader throws. 0 is not: the writer does not block between its two stores.
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

constexpr int kMissing = -1;

std::mutex mutex;
std::atomic<int> table{1};

void replace() {
  std::lock_guard<std::mutex> lock(mutex);
  table = kMissing;
  table = 2;
}

int read() {
#if BUG != 1
  std::lock_guard<std::mutex> lock(mutex);
#endif
  const int value = table;
  if (value == kMissing) throw std::runtime_error("the table is missing");
  return value;
}

int main() {
  std::thread writer(replace);
  std::thread reader(read);
  writer.join();
  reader.join();
}

// Elements of an array that belong to one thread each, although main sets all of them at once before, and reads
// all of them at once after: no read can see another write than it saw. SHARED: one thread reads what the other
// writes.
#include <cstring>
#include <mutex>
#include <thread>

namespace {

int elements[4];
int copy[4];
std::mutex mutex;

void work(int own) {
  elements[own] = own + 1;
  std::lock_guard<std::mutex> lock(mutex);
#ifdef SHARED
  if (own == 1) {
    volatile int other = *const_cast<volatile int*>(&elements[2]);
    (void)other;
  } else {
    elements[2] = 1;
  }
#endif
}

}  // namespace

int main() {
  std::memset(elements, 0, sizeof elements);
  std::thread one(work, 0), other(work, 1);
  one.join();
  other.join();
#ifdef COPY
  std::memcpy(copy, elements, sizeof copy);
  return copy[0] + copy[1] - 3;
#else
  return copy[0];
#endif
}

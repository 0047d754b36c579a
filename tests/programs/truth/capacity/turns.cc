// Threads with small and with large stacks, in turn in the same place: each has what it asked for, in every execution.
#include <alloca.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

static std::atomic<int> sum;
volatile std::size_t bytes;

static void* use_stack(void*) {
  char* const block = static_cast<char*>(alloca(bytes));
  std::memset(block, 1, bytes);
  sum += block[bytes / 2];
  return nullptr;
}

int main() {
  pthread_t other;
  bytes = 1 << 19;
  if (pthread_create(&other, nullptr, use_stack, nullptr) != 0) std::abort();
  ++sum;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // Which thread comes next depends on the schedule.
  if (sum == 1)
    pthread_attr_setstacksize(&attributes, std::size_t{1} << 20);
  else
    bytes = 5 << 20;
#ifdef WRONG
  if (sum == 1) bytes = 3 << 20;
#endif
  pthread_t next;
  if (pthread_create(&next, &attributes, use_stack, nullptr) != 0) std::abort();
  pthread_join(other, nullptr);
  pthread_join(next, nullptr);
}

// errno, rand and thread_local belong to the thread or to the library. RACY: a pointer to another thread's
// buffer.
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <thread>

thread_local int scratch;
std::atomic<int*> published{nullptr};

void work() {
  errno = 0;
  scratch = std::rand() % 7;  // [own]
  published.store(&scratch, std::memory_order_release);
#ifdef RACY
  scratch += 1;  // [more]
#endif
  while (published.load(std::memory_order_acquire) != nullptr) std::this_thread::yield();
}

int main() {
  std::thread worker(work);
  scratch = errno;
  int* theirs;
  while ((theirs = published.load(std::memory_order_acquire)) == nullptr) std::this_thread::yield();
  scratch += *theirs;  // [theirs]
  published.store(nullptr, std::memory_order_release);
  worker.join();
}

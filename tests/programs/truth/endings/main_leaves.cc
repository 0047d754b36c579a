// Main leaves by pthread_exit, and whichever thread ends last ends the process: one execution for each class,
// as many as brute force finds. A thread may join main.
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <cstdlib>

std::atomic<int> count;
pthread_t first;

void* add_and_look(void*) {
  count++;
  return reinterpret_cast<void*>(static_cast<long>(count.load()));
}

__attribute__((unused)) void* join_main(void*) {
  void* result = nullptr;
  assert(pthread_join(first, &result) == 0 && result == &count);
  count++;
  return nullptr;
}

__attribute__((unused)) void check() { assert(count == THREADS); }

int main() {
  first = pthread_self();
  std::atexit(check);
  for (int n = 0; n < THREADS; ++n) {
    pthread_t thread;
#ifdef JOINED
    pthread_create(&thread, nullptr, n == 0 ? join_main : add_and_look, nullptr);
#else
    pthread_create(&thread, nullptr, add_and_look, nullptr);
#endif
  }
#ifdef WRONG
  std::exit(0);
#endif
  pthread_exit(&count);
}

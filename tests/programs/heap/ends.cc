// What runs when a thread or the program ends: destructors of thread_local and static objects, of keys, exit
// handlers.
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <thread>

struct Counters {
  int threads = 0;
  int ends = 0;
};

static Counters* counters;
static std::atomic<bool> gone{false};
int total;

struct CountsItsEnd {
  bool used = false;
  ~CountsItsEnd() { counters->ends = 1; }
};

int main() {
  counters = new Counters;
#if defined(THREAD_LOCAL)
  static thread_local CountsItsEnd mine;
  std::thread thread([] {
    mine.used = true;
    while (!gone) std::this_thread::yield();
  });
  delete counters;
  gone = true;
  thread.join();
#elif defined(KEY)
  static pthread_key_t key;
  pthread_key_create(&key, [](void*) { counters->ends = 1; });
  std::thread thread([] {
    pthread_setspecific(key, counters);
    while (!gone) std::this_thread::yield();
  });
  delete counters;
  gone = true;
  thread.join();
#elif defined(STATIC)
  static CountsItsEnd whole_program;
  std::thread thread([] {});
  thread.join();
  delete counters;
#elif defined(HANDLER)
  std::atexit([] { total = 1; });
  std::thread([] { total = 2; }).detach();
  std::this_thread::yield();
#else
  static CountsItsEnd whole_program;
  static thread_local CountsItsEnd mine;
  std::thread thread([] { mine.used = true; });
  thread.join();
#endif
}

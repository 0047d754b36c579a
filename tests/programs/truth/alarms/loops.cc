// Loops that end, and are longer than --steps allows: no livelock, no timeout, no good samaritan.
#include <pthread.h>
#include <time.h>
#include <atomic>
#include <thread>

#if defined(COUNTING)
// Two threads that change one variable and change it back.
static std::atomic<int> value{0};
static void count() {
  for (int n = 0; n < 400000; ++n) {
    const int seen = value.load();
    if (int expected = seen; value.compare_exchange_strong(expected, seen + 1)) value.fetch_sub(1);
  }
}
int main() {
  std::thread one(count), two(count);
  one.join();
  two.join();
}
#elif defined(EVENTS)
// An event loop of so many looks in each round, which another thread ends.
static std::atomic<int> events[EVENTS];
static std::atomic<bool> running{true}, dirty{false};
static void* volatile sink;
template <int N>
static void look() {
  if constexpr (N > 0) {
    events[N - 1].load();
    look<N - 1>();
  }
}
int main() {
  std::thread loop([] {
    while (running.load()) {
      sink = ::operator new(8);
      ::operator delete(sink);
      look<EVENTS>();
      dirty.exchange(false);
    }
  });
  std::thread end([] { running = false; });
  loop.join();
  end.join();
}
#else
// Waits for a second at most, and takes a lock in each round.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int stops, lives = 1;
static void* work(void*) {
  pthread_mutex_lock(&mutex);
  while (!stops) pthread_cond_wait(&condition, &mutex);
  lives = 0;
  pthread_mutex_unlock(&mutex);
  return nullptr;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  const time_t start = time(nullptr);
  for (int lived = 1; time(nullptr) - start < 1 && lived;) {
    pthread_mutex_lock(&mutex);
    stops = 1;
    lived = lives;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, nullptr);
}
#endif

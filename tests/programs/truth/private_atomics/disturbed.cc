// Atomic variables of one thread that something else observes after all: its signal handler, a plain access, a free, a
// thread that waits for a change.
#include <pthread.h>
#include <atomic>
#include <cassert>
#include <csignal>
#include <thread>

std::atomic<int> begun{0};
std::atomic<int> half{0};

void count(std::atomic<int>& own) {
  for (int i = 1; i <= 40; ++i) own.store(i);
}

#if defined(HANDLER)
void look(int) {
#ifdef WRONG
  assert(half.load() != 1);
#else
  assert(half.load() <= 2);
#endif
}
int main() {
  std::signal(SIGUSR1, look);
  std::thread a([] {
    std::atomic<int> own{0};
    count(own);
    begun.store(1);
    half.store(1);
    half.store(2);
  });
  if (begun.load() == 1) pthread_kill(a.native_handle(), SIGUSR1);
  a.join();
}
#elif defined(PLAIN)
struct Node {
  std::atomic<int> own{0};
};
int main() {
  Node node;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  std::thread a([&] {
    pthread_mutex_lock(&mutex);
    count(node.own);
    pthread_mutex_unlock(&mutex);
  });
#ifndef WRONG
  pthread_mutex_lock(&mutex);
#endif
  const int seen = reinterpret_cast<int&>(node.own);
#ifndef WRONG
  pthread_mutex_unlock(&mutex);
#endif
  a.join();
  return seen > 40;
}
#elif defined(FREED)
int main() {
  auto* own = new std::atomic<int>(0);
  std::thread a([own] { count(*own); });
#ifdef WRONG
  delete own;
  a.join();
#else
  a.join();
  delete own;
#endif
}
#elif defined(WAITS)
int main() {
  std::thread a([] {
    count(half);
#ifdef WRONG
    while (half.load() != 0) {
    }
#else
    while (half.load() != 0) half.fetch_sub(1);
#endif
  });
  a.join();
}
#elif defined(NOTIFY)
// half is of one thread until the other one waits for it.
int main() {
  std::thread a([] {
    std::atomic<int> own{0};
    count(own);
    half.store(1);
#ifndef WRONG
    half.notify_one();
#endif
  });
  std::thread b([] { half.wait(0); });
  b.join();
  a.join();
}
#endif

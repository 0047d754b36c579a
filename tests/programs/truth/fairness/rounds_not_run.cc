// A thread waits in a loop whose rounds are not executed (S10). What such a round would do wrong is found all
// the same.
#include <pthread.h>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

struct Node {
  std::atomic<int> busy{1};
};
std::atomic<int> flag{0}, out{0};
int owner = 0, seen = 0;

int main() {
#if defined(DETACHED)  // the node is freed while the thread may read it
  Node* const node = new Node;
  std::thread([node] {
    while (node->busy.load() != 0) {
    }
  }).detach();
  delete node;
#elif defined(FREED)        // the same, and the thread ends
  Node* const node = new Node;
  std::thread waits([node] {
    while (node->busy.load() != 0 && out.load() == 0) {
    }
  });
  delete node;
  out.store(1);
  waits.join();
#elif defined(PLAIN_WRITE)  // of the atomic that is waited for
  std::thread waits([] {
    while (flag.load() == 0 && out.load() == 0) {
    }
  });
  std::memset(static_cast<void*>(&flag), 0, sizeof flag);
  out.store(1);
  waits.join();
#elif defined(PLAIN_READ)   // only in rounds that fail
  std::thread waits([] {
    while (flag.exchange(1) == 1) seen = owner;
    flag.store(0);
  });
  while (flag.exchange(1) == 1) {
  }
  owner = 1;
  flag.store(0);
  waits.join();
#elif defined(HANDLER)      // a signal handler ends the waiting
  pthread_t waits;
  pthread_create(
      &waits, nullptr,
      [](void*) -> void* {
        while (flag.load() == 0) {
        }
        return nullptr;
      },
      nullptr);
  signal(SIGUSR1, [](int) { flag.store(1); });
  pthread_kill(waits, SIGUSR1);
  pthread_join(waits, nullptr);
#elif defined(SAME_VALUE)   // a store of the value that is there ends nothing; the last one does, and is read
  std::thread waits([] {
    while (flag.load() == 0 && out.load() == 0) {
    }
    if (out.load() == 2) std::abort();
  });
  flag.store(0);
  out.store(1);
  out.store(2);
  waits.join();
#endif
}

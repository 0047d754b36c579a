// A thread ends its process by a signal, in some orders only; what races before that is reported as well.
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

std::atomic<int> x;
int plain;

int main() {
  std::thread other([] {
    plain = 1;
    x = 1;
    x = 2;
  });
#ifdef RACE
  plain = 2;
#endif
  if (x == 1) {
#if BY == 1
    std::raise(SIGNAL);
#elif BY == 2
    kill(getpid(), SIGNAL);
#elif BY == 3
    pthread_kill(pthread_self(), SIGNAL);
#endif
  }
  other.join();
}

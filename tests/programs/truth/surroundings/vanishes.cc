// Fails in one interleaving; in a later one removes its own file and ends the process that would start it
// again.
#include <unistd.h>
#include <csignal>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

static std::atomic<int> turn{0};

int main(int, char** arguments) {
  std::thread other([] {
    turn.store(1);
    turn.store(2);
  });
  const int first = turn.load(), second = turn.load();
  assert(!(first == 0 && second == 2));
  if (first == 2 && std::getenv("VANISH") != nullptr) {
    unlink(arguments[0]);
    kill(getppid(), SIGKILL);
  }
  other.join();
}

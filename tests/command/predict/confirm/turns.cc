// What a schedule has to get right besides the order of steps: who comes last to the barrier leaves it in the
// same step, the signal is for one of two who wait, and threads that two others create have their numbers by
// who creates first. Each has a read that shows it.
#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

pthread_barrier_t barrier;
std::atomic<int> written;
int seen_behind_barrier;

std::mutex mutex;
std::condition_variable ready, called;
int waiting, order, children;

void child(int number) {
  std::lock_guard<std::mutex> lock(mutex);
  children = children * 4 + number;
}

void run(int number) {
  written = number;
  pthread_barrier_wait(&barrier);
  if (number == 1) seen_behind_barrier = written;
  {
    std::unique_lock<std::mutex> lock(mutex);
    if (++waiting == 2) ready.notify_one();
    called.wait(lock);
    order = order * 4 + number;
  }
  std::thread(child, number).join();
}

}  // namespace

int main() {
  pthread_barrier_init(&barrier, nullptr, 2);
  std::thread first(run, 1), second(run, 2);
  {
    std::unique_lock<std::mutex> lock(mutex);
    while (waiting < 2) ready.wait(lock);
    called.notify_one();
  }
  {
    std::unique_lock<std::mutex> lock(mutex);
    called.notify_one();
  }
  first.join();
  second.join();
  return seen_behind_barrier == 0 || order == 0 || children == 0;
}

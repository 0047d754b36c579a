// Three threads wait for two signals and a broadcast, meet at a barrier, and take turns by a semaphore: whom
// a signal wakes, who comes last to the barrier and who passes first differ from one execution to the next.
// Also a wait that times out, and call_once.
#include <pthread.h>
#include <semaphore.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable changed;
int tokens, woken, last, order;
bool over;
pthread_barrier_t barrier;
sem_t turns;
std::once_flag once;
int first;

void wait_for_token(int number) {
  std::call_once(once, [number] { first = number; });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return tokens > 0 || over; });
    if (tokens > 0) --tokens;
    woken = woken * 4 + number;
  }
  pthread_barrier_wait(&barrier);
  sem_wait(&turns);
  last = number;
  order = order * 4 + last;
  sem_post(&turns);
}

void give() {
  std::unique_lock<std::mutex> lock(mutex);
  ++tokens;
  changed.notify_one();
}

}  // namespace

int main() {
  pthread_barrier_init(&barrier, nullptr, 3);
  sem_init(&turns, 0, 1);
  std::thread waiters[3];
  for (int each = 0; each < 3; ++each) waiters[each] = std::thread(wait_for_token, each + 1);
  give();
  give();
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait_for(lock, std::chrono::milliseconds(1), [] { return tokens == 0; });
    over = true;
    changed.notify_all();
  }
  for (std::thread& each : waiters) each.join();
  return last == 0;
}

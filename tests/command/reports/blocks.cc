// A block of the heap whose life the report tells, whatever is done to it in `worker`.
#include <atomic>
#include <thread>

struct Channel {
  long words[8];
};

std::atomic<Channel*> channel{nullptr};
std::atomic<bool> closed{false};
std::atomic<bool> passed{false};  // orders nothing

Channel* open_channel() {
  return new Channel{};  // allocated
}

void close_channel() {
  delete channel.load();  // freed
  closed.store(true);
}

void worker() {
  Channel* mine = channel.load();
#if defined UNORDERED || defined RACE
  mine->words[2] = 3;  // accessed
  passed.store(true, std::memory_order_relaxed);
#elif defined TWICE
  if (closed.load()) delete mine;  // accessed
#elif defined BEYOND
  reinterpret_cast<int*>(mine)[17] = 3;  // accessed
#else
  if (closed.load()) mine->words[2] = 3;  // accessed
#endif
}

int main() {
  channel.store(open_channel());
  std::thread other(worker);
#if defined UNORDERED
  while (!passed.load(std::memory_order_relaxed)) std::this_thread::yield();
  close_channel();
  other.join();
#elif defined RACE
  channel.load()->words[2] = 4;
  other.join();
  close_channel();
#elif defined BEYOND
  other.join();
  close_channel();
#else
  close_channel();
  other.join();
#endif
}

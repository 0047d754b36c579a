// Blocks that were allocated before the first execution began, by static initialisers.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

static int* block = new int(0);
static std::mutex* lock = new std::mutex;
static char* large = static_cast<char*>(std::calloc(1, 300000));
static std::vector<int> elements{1, 2, 3};
static std::atomic<int*> published{new int(0)};
static std::mutex mutex;
static std::atomic<bool> done{false};

static void use(const int* value) {
  if (*value == 12345) std::abort();
}

int main() {
#if defined(EITHER)
  std::thread thread([] { use(block); });
  delete block;
  thread.join();
#elif defined(ALONE)
  std::free(block);
  use(block);
#elif defined(UNORDERED)
  std::thread thread([] {
    use(block);
    done.store(true, std::memory_order_relaxed);
  });
  while (!done.load(std::memory_order_relaxed)) std::this_thread::yield();
  delete block;
  thread.join();
#elif defined(LARGE)
  std::thread thread([] { large[150000] = 1; });
  std::free(large);
  thread.join();
#elif defined(GROWN)
  std::thread thread([] {
    const int* first;
    {
      std::lock_guard<std::mutex> guard(mutex);
      first = &elements[0];
    }
    use(first);
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    elements.push_back(4);
  }
  thread.join();
#elif defined(SILENT)
  // Only an iteration that changes nothing uses the block.
  std::thread thread([] {
    while (!done.load())
      if (int* value = published.load()) use(value);
  });
  delete published.exchange(nullptr);
  done = true;
  thread.join();
#elif defined(MUTEX)
  std::thread thread([] { std::lock_guard<std::mutex> guard(*lock); });
  delete lock;
  thread.join();
#elif defined(TWO_THREADS)
  const auto leave = [] {
    std::lock_guard<std::mutex> guard(mutex);
    delete block;
  };
  std::thread thread(leave);
  leave();
  thread.join();
#else
  // In order: by a lock and by a join.
  std::thread thread([] {
    { std::lock_guard<std::mutex> guard(*lock); }
    std::lock_guard<std::mutex> guard(mutex);
    use(&elements[0]);
    elements.push_back(4);
    large[150000] = 1;
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    elements.push_back(5);
    use(&elements[0]);
  }
  thread.join();
  delete lock;
  delete block;
  std::free(large);
#endif
}

// Two threads have a pointer to the same block, and one of them frees it.
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>

struct Shared {
  long padding[3] = {};
  int value = 0;
  std::atomic<int> count{2};
  volatile int watched = 0;
};

static std::atomic<Shared*> published{nullptr};
static std::atomic<bool> done{false};
static std::mutex mutex;

static void use(Shared* shared) {
#if defined(WRITES)
  shared->value = 1;
#elif defined(ATOMIC)
  shared->count.fetch_add(1);
#elif defined(VOLATILE)
  shared->watched = 1;
#else
  if (shared->value == 12345) std::abort();
#endif
}

int main() {
  Shared* shared = new Shared;
#if defined(AFTER)
  // The other thread comes too late, always.
  std::thread thread([shared] {
    while (!done) std::this_thread::yield();
    use(shared);
  });
  delete shared;
  done = true;
  thread.join();
#elif defined(UNORDERED)
  // A flag orders nothing if it is relaxed: the free comes last, but nobody may rely on that.
  std::thread thread([shared] {
    use(shared);
    done.store(true, std::memory_order_relaxed);
  });
  while (!done.load(std::memory_order_relaxed)) std::this_thread::yield();
  delete shared;
  thread.join();
#elif defined(EITHER)
  std::thread thread([shared] { use(shared); });
  delete shared;
  thread.join();
#elif defined(REALLOCATED)
  std::thread thread([shared] { use(shared); });
  std::free(std::realloc(shared, 2000));
  thread.join();
#elif defined(RELEASED)
  std::thread thread([shared] {
    use(shared);
    done.store(true, std::memory_order_release);
  });
  while (!done.load(std::memory_order_acquire)) std::this_thread::yield();
  delete shared;
  thread.join();
#elif defined(COUNTED)
  // The last one frees; the counter orders the uses of the others before that.
  const auto leave = [shared] {
    use(shared);
    if (shared->count.fetch_sub(1, std::memory_order_acq_rel) == 1) delete shared;
  };
  std::thread thread(leave);
  leave();
  thread.join();
#elif defined(COUNTED_RELAXED)
  const auto leave = [shared] {
    use(shared);
    if (shared->count.fetch_sub(1, std::memory_order_relaxed) == 1) delete shared;
  };
  std::thread thread(leave);
  leave();
  thread.join();
#elif defined(POINTERS)
  delete shared;
  auto pointer = std::make_shared<Shared>();
  std::weak_ptr<Shared> weak = pointer;
  std::thread thread([pointer = std::move(pointer)] { use(pointer.get()); });
  if (auto again = weak.lock()) use(again.get());
  thread.join();
#else
  std::thread thread([shared] { use(shared); });
  thread.join();
  delete shared;
#endif
}

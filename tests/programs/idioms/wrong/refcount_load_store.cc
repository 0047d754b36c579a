// Wrong: the reference count is atomic, its decrement is not.
// Least bound 1, assertion: interrupt one release between its load and its store; both see 2, nobody sees 1,
// and the object is never destroyed. Without a preemption the second release sees 1.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> destroyed{0};

struct Shared {
  std::atomic<int> refs{2};
  ~Shared() { ++destroyed; }
  void release() {
    const int before = refs.load();
    if (before == 1)
      delete this;
    else
      refs.store(before - 1);
  }
};

int main() {
  Shared* object = new Shared;
  std::thread a([=] { object->release(); });
  std::thread b([=] { object->release(); });
  a.join();
  b.join();
  assert(destroyed == 1);
}

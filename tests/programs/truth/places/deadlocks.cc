// Two deadlocks of the same two mutexes at different lines. With -DRIGHT the order of locking is the same
// everywhere.
#include <mutex>
#include <thread>

static std::mutex a, b;

static void in_order() {
  std::lock_guard one(a);
  std::lock_guard two(b);
}

static void in_disorder() {
#ifdef RIGHT
  in_order();
#else
  std::lock_guard one(b);
  std::lock_guard two(a);
#endif
}

static void in_order_elsewhere() {
  std::lock_guard one(a);
  std::lock_guard two(b);
}

int main() {
  std::thread other(in_disorder);
  in_order();
  in_order_elsewhere();
  other.join();
}

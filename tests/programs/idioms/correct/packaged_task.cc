// std::packaged_task: called here, moved into a thread there.
#include <cassert>
#include <cmath>
#include <functional>
#include <future>
#include <thread>

static int f(int x, int y) { return x * y + 1; }

int main() {
  std::packaged_task<int(int, int)> by_thread(f);
  std::future<int> result = by_thread.get_future();
  std::thread runner(std::move(by_thread), 2, 10);

  std::packaged_task<int()> bound(std::bind(f, 2, 11));
  std::future<int> other = bound.get_future();
  bound();
  assert(other.get() == 23);

  bound.reset();
  other = bound.get_future();
  std::thread again([task = std::move(bound)]() mutable { task(); });

  assert(result.get() == 21);
  assert(other.get() == 23);
  runner.join();
  again.join();
}

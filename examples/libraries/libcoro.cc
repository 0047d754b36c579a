#include <cassert>
#include <coro/coro.hpp>
int main() {
  auto tp = coro::thread_pool::make_unique(coro::thread_pool::options{.thread_count = 2});
  int x = 0;
  coro::mutex m;
  auto f = [&](int i) -> coro::task<void> {
    co_await tp->schedule();
    auto l = co_await m.scoped_lock();
    x += i;
  };
  coro::sync_wait(coro::when_all(f(1), f(2)));
  assert(x == 3);
}

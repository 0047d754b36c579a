#include <cassert>
#include <future>
#include <thread_pool.hpp>
int main() {
  std::atomic<int> x{0};
  tp::ThreadPoolOptions o;
  o.setThreadCount(2);
  o.setQueueSize(4);
  {
    tp::ThreadPool p(o);
    std::packaged_task<int()> t([] { return 7; });
    auto f = t.get_future();
    p.post(t);
    assert(f.get() == 7);
  }
}

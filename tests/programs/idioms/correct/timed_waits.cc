// wait_for and wait_until with a predicate, try_lock_for, a future that is not ready in time: every outcome
// is dealt with.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

static std::timed_mutex resource;
static std::mutex m;
static std::condition_variable cv;
static bool ready = false;

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread setter([&promise] {
    {
      std::lock_guard<std::timed_mutex> hold(resource);
      std::lock_guard<std::mutex> lock(m);
      ready = true;
    }
    cv.notify_all();
    promise.set_value(7);
  });

  if (resource.try_lock_for(10ms)) resource.unlock();

  {
    std::unique_lock<std::mutex> lock(m);
    if (!cv.wait_for(lock, 5ms, [] { return ready; })) {
      const auto deadline = std::chrono::steady_clock::now() + 5ms;
      while (!ready)
        if (cv.wait_until(lock, deadline) == std::cv_status::timeout) break;
    }
  }

  if (future.wait_for(1ms) == std::future_status::timeout) future.wait();
  assert(future.get() == 7);
  setter.join();
  assert(ready);
}

// Wrong: wait_for may end because of the time; nobody looks.
// Least bound 0, assertion: the wait ends by its timeout before the other thread has run.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static bool ready = false;

int main() {
  std::thread setter([] {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
    cv.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(m);
    if (!ready) cv.wait_for(lock, std::chrono::seconds(1));
    assert(ready);
  }
  setter.join();
}

// A timed wait may time out while another thread holds its mutex, and then find its predicate true.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

int main() {
  std::thread setter([] {
    std::lock_guard<std::mutex> lock(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    if (!ready) {
      const auto status = changed.wait_for(lock, std::chrono::milliseconds(1));
      assert(FIXED || status == std::cv_status::no_timeout || !ready);
    }
  }
  setter.join();
}

// Detached threads report to a counter; main waits until all have.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct Completion {
  std::mutex mutex;
  std::condition_variable all_done;
  int running;
};

int main() {
  auto completion = std::make_shared<Completion>();
  completion->running = 2;
  int results[2] = {};
  for (int i = 0; i < 2; ++i) {
    std::thread([completion, i, &results] {
      const int result = (i + 1) * 10;
      std::unique_lock<std::mutex> lock(completion->mutex);
      results[i] = result;
      if (--completion->running == 0) completion->all_done.notify_all();
    }).detach();
  }
  std::unique_lock<std::mutex> lock(completion->mutex);
  completion->all_done.wait(lock, [&] { return completion->running == 0; });
  return results[0] == 10 && results[1] == 20 ? 0 : 1;
}

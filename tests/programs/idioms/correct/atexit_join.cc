// A background thread that is stopped and joined by a function given to atexit.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable wake;
static bool stopping = false;
static std::atomic<int> beats{0};
static std::thread* background = nullptr;

static void heartbeat() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!stopping) {
    ++beats;
    wake.wait(lock);
  }
}

static void shut_down() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
  }
  wake.notify_all();
  background->join();
  delete background;
  std::puts("background thread joined");
}

int main() {
  background = new std::thread(heartbeat);
  if (std::atexit(shut_down) != 0) return EXIT_FAILURE;
  return beats.load() >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

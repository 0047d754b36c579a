// Wrong: a cancelled worker leaves without keeping its promise, and nobody expects that.
// Least bound 0, exception: main waits for the future, the canceller runs first, the worker drops its
// promise.
#include <atomic>
#include <future>
#include <thread>

std::atomic<bool> cancelled{false};

static void compute(std::promise<int> result) {
  if (cancelled) return;
  result.set_value(42);
}

int main() {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread worker(compute, std::move(promise));
  std::thread canceller([] { cancelled = true; });
  worker.detach();
  canceller.detach();
  return answer.get() == 42 ? 0 : 1;
}

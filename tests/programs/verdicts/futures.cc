// Results through async, promise and packaged_task. RACY: a side result is read before the future is asked.
#include <future>
#include <thread>

int pages;

int load() {
  pages = 3;  // [load]
  return 1;
}

int main() {
  std::promise<int> promise;
  int kept = 0;
  std::thread keeper([&] {
    kept = 5;
    promise.set_value(1);
  });
  int sum = promise.get_future().get() + kept;

  std::packaged_task<int()> task([&] { return kept + 1; });
  std::future<int> packaged = task.get_future();
  std::thread runner(std::move(task));
  sum += packaged.get();

  std::future<int> loaded = std::async(std::launch::async, load);
#ifdef RACY
  sum += pages;  // [early]
#endif
  sum += loaded.get();
  sum += pages;
  keeper.join();
  runner.join();
  return sum == 0;
}

// What a task throws arrives where its future is read.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

static double safe_sqrt_of(int x) {
  if (x < 0) throw std::out_of_range("x < 0");
  return x;
}

int main() {
  std::promise<int> p;
  std::shared_future<int> shared = p.get_future().share();
  std::thread t([&p] {
    try {
      throw std::runtime_error("from the thread");
    } catch (...) {
      p.set_exception(std::current_exception());
    }
  });

  auto ok = std::async(std::launch::async, safe_sqrt_of, 4);
  int caught = 0;
  for (int i = 0; i < 2; ++i) {
    try {
      shared.get();
    } catch (const std::runtime_error& e) {
      assert(e.what() == std::string("from the thread"));
      ++caught;
    }
  }
  assert(caught == 2);
  assert(ok.get() == 4.0);
  t.join();

  auto bad = std::async(std::launch::deferred, safe_sqrt_of, -1);
  try {
    bad.get();
    return 1;
  } catch (const std::out_of_range&) {
  }

  std::future<void> orphan;
  {
    std::promise<void> dropped;
    orphan = dropped.get_future();
  }
  try {
    orphan.get();
    return 1;
  } catch (const std::future_error& e) {
    return e.code() == std::future_errc::broken_promise ? 0 : 1;
  }
}

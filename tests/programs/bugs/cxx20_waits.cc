// What C++20 builds on futexes, one part per PART, each a little program in which nothing can go wrong.
// BUG=1: the same part used wrongly, where that can lose a wake-up or more.
#include <atomic>
#include <barrier>
#include <cassert>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

#if PART == 1  // std::atomic::wait
std::atomic<int> word{0};
int payload = 0;

int main() {
  std::thread setter([] {
    payload = 7;
    word.store(1);
    if (BUG == 0) word.notify_one();
  });
  word.wait(0);
  assert(payload == 7);
  setter.join();
}

#elif PART == 2  // of a size that the kernel has no futex for
std::atomic<char> flag{0};

int main() {
  std::thread setter([] {
    flag.store(1);
    if (BUG == 0) flag.notify_all();
  });
  flag.wait(0);
  setter.join();
}

#elif PART == 3  // std::latch
std::latch ready(2);
int values[2];

int main() {
  std::thread other([] {
    values[1] = 2;
    if (BUG == 0) ready.arrive_and_wait();
  });
  values[0] = 1;
  ready.arrive_and_wait();
  assert(values[0] + values[1] == 3);
  other.join();
}

#elif PART == 4  // std::barrier: two rounds
int finished = 0;

int main() {
  auto count = []() noexcept { ++finished; };
  std::barrier rounds(2, count);
  std::thread other([&] {
    rounds.arrive_and_wait();
    if (BUG == 0) rounds.arrive_and_wait();
  });
  rounds.arrive_and_wait();
  rounds.arrive_and_wait();
  assert(finished == 2);
  other.join();
}

#elif PART == 5  // std::binary_semaphore
std::binary_semaphore ping(0), pong(0);
int ball = 0;

int main() {
  std::thread other([] {
    ping.acquire();
    ++ball;
    if (BUG == 0) pong.release();
  });
  ++ball;
  ping.release();
  pong.acquire();
  assert(ball == 2);
  other.join();
}

#elif PART == 6  // std::counting_semaphore with room for one: mutual exclusion
std::counting_semaphore<4> room(BUG == 0 ? 1 : 2);
std::atomic<int> inside{0};

void visit() {
  room.acquire();
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  room.release();
}

int main() {
  std::thread other(visit);
  visit();
  other.join();
}

#elif PART == 7  // std::promise and std::future
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([&promise] {
    if (BUG == 0) promise.set_value(5);
  });
  assert(future.get() == 5);
  other.join();
}

#elif PART == 8  // std::async, std::packaged_task, an exception through a future
int main() {
  std::future<int> sum = std::async(std::launch::async, [] { return 2 + 3; });
  std::packaged_task<int()> task([]() -> int { throw 9; });
  std::future<int> thrown = task.get_future();
  std::thread runner(std::move(task));
  assert(sum.get() == 5);
  try {
    thrown.get();
    assert(false);
  } catch (int nine) {
    assert(nine == 9);
  }
  runner.join();
}

#elif PART == 9  // a future with a deadline: either it is ready or it is not yet
int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread other([&promise] { promise.set_value(5); });
  const auto status = future.wait_for(std::chrono::milliseconds(10));
  assert(status == std::future_status::ready || status == std::future_status::timeout);
  if (BUG == 1) assert(status == std::future_status::ready);
  assert(future.get() == 5);
  other.join();
}

#elif PART == 10  // std::jthread, std::stop_token
std::atomic<bool> stopped{false};

int main() {
  std::mutex mutex;
  std::condition_variable_any wake;
  {
    std::jthread worker([&](std::stop_token stop) {
      std::unique_lock lock(mutex);
      wake.wait(lock, stop, [] { return false; });
      assert(stop.stop_requested());
      stopped = true;
    });
    if (BUG == 1) worker.detach();
  }
  assert(stopped);
}

#elif PART == 11  // std::call_once, static locals, both left by an exception once
std::once_flag flag;
std::atomic<int> calls{0};

int value() {
  static const int made = [] {
    if (calls.fetch_add(1) == 0) throw 1;
    return 40;
  }();
  return made;
}

void work() {
  try {
    value();
  } catch (int) {
  }
  assert(value() == 40);
}

int main() {
  std::thread other(work);
  work();
  other.join();
  assert(calls == 2);
}

#elif PART == 12  // std::shared_timed_mutex
std::shared_timed_mutex mutex;
int value = 0;

int main() {
  std::thread writer([] {
    std::unique_lock lock(mutex);
    ++value;
    ++value;
  });
  if (mutex.try_lock_shared_for(std::chrono::milliseconds(1))) {
    assert(value % 2 == 0);
    mutex.unlock_shared();
  }
  writer.join();
}

#elif PART == 13  // a semaphore with a deadline
std::counting_semaphore<2> items(0);

int main() {
  std::thread other([] { items.release(); });
  const bool got = items.try_acquire_for(std::chrono::milliseconds(5));
  if (BUG == 1) assert(got);
  other.join();
  if (!got) assert(items.try_acquire());
}
#elif PART == 14  // std::atomic<std::shared_ptr>
std::atomic<std::shared_ptr<int> > shared;

int main() {
  shared.store(std::make_shared<int>(1));
  std::thread other([] { shared.store(std::make_shared<int>(2)); });
  const std::shared_ptr<int> seen = shared.load();
  assert(*seen == 1 || *seen == 2);
  other.join();
  assert(*shared.load() == 2);
}
#endif

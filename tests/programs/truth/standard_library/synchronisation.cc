// What the compiled part of the standard library does with its own atomic variables. Some of these order what
// threads do (RIGHT), and some do not.
#include <atomic>
#include <cassert>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#ifdef BARRIER
#include <barrier>
#endif

int errors;
std::atomic<int> counted_errors;

void count_error() {
#ifdef RIGHT
  ++counted_errors;
#else
  ++errors;
#endif
}

template <class First, class Second>
void run_both(First first, Second second) {
  std::thread a(first), b(second);
  a.join();
  b.join();
}

#if defined RETHROW  // users of one exception that leave do not wait for each other
int main() {
  auto shared = std::make_exception_ptr(1);
  const auto rethrow = [shared] {
    try {
      std::rethrow_exception(shared);
    } catch (int) {
      count_error();
    }
  };
  run_both(rethrow, rethrow);
}
#elif defined READERS
int main() {
  std::promise<int> promise;
  auto future = promise.get_future().share();
  promise.set_exception(std::make_exception_ptr(std::runtime_error("failed")));
  const auto read = [future] {
    try {
      future.get();
    } catch (const std::runtime_error&) {
      count_error();
    }
  };
  run_both(read, read);
}
#elif defined LAST_USER  // the last one destroys what the others have changed
struct Failure {
  explicit Failure(int* destroyed) : destroyed(destroyed) {}
  Failure(const Failure&) = default;
  ~Failure() { *destroyed = uses[0] + uses[1]; }
  int uses[2] = {};
  int* destroyed;
};
int destroyed = -1;

int main() {
  std::exception_ptr mine = std::make_exception_ptr(Failure(&destroyed)), yours = mine;
  const auto use = [](std::exception_ptr& own, int n) {
    try {
      std::rethrow_exception(own);
    } catch (Failure& failure) {
      failure.uses[n] = 1;
    }
    own = nullptr;
  };
  run_both([&] { use(mine, 0); }, [&] { use(yours, 1); });
  assert(destroyed == 2);
}
#elif defined WEAK
int main() {
  auto shared = std::make_shared<int>(1);
  std::weak_ptr<int> first = shared, second = shared;
  run_both([&] { count_error(), first.reset(); }, [&] { second.reset(), count_error(); });
}
#elif defined WEAK_LOCK
int main() {
  auto shared = std::make_shared<int>(1);
  std::weak_ptr<int> weak = shared;
  bool expired = false;
  run_both([&] { shared.reset(); }, [&] { expired = weak.lock() == nullptr; });
#ifndef RIGHT
  assert(!expired);
#endif
}
#elif defined ONCE
std::once_flag once;
int value, calls;

int get() {
#ifdef RIGHT
  std::call_once(once, [] { value = 42; });
#else
  if (calls++ == 0) value = 42;
#endif
  return value;
}

int main() {
  int first = 0, second = 0;
  run_both([&] { first = get(); }, [&] { second = get(); });
  assert(first == 42 && second == 42);
}
#elif defined ONCE_AGAIN  // the first call fails, the second succeeds
std::once_flag once;
int value;

void try_once() {
  try {
    std::call_once(once, [] {
      if (++value == 1) throw 1;
    });
    assert(value == 2);
  } catch (int) {
    count_error();
  }
}

int main() {
  run_both(try_once, try_once);
#ifdef RIGHT
  assert(value == 2 && counted_errors == 1);
#else
  assert(errors == 0);
#endif
}
#elif defined BARRIER
int before[2];

int main() {
  int ended = 0;
  const auto end = [&ended]() noexcept { ++ended; };
  std::barrier barrier(2, end);
  const auto work = [&](int own) {
    for (int phase = 0; phase < 2; ++phase) {
      before[own] = phase;
#ifdef RIGHT
      barrier.arrive_and_wait();
#else
      static_cast<void>(barrier.arrive());
#endif
      const int seen = before[1 - own];
      assert(seen == phase);
#ifdef RIGHT
      barrier.arrive_and_wait();
#endif
    }
    barrier.arrive_and_drop();
  };
  run_both([&] { work(0); }, [&] { work(1); });
#ifdef RIGHT
  assert(ended == 5);
#endif
}
#elif defined AT_EXIT  // a result that is ready when its thread has ended
int data;
struct Last {
  ~Last() { data = value; }
  int value = 0;
};
thread_local Last last;

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread thread([&] {
    last.value = 7;
#ifdef RIGHT
    promise.set_value_at_thread_exit(1);
#else
    promise.set_value(1);
#endif
  });
  const int result = future.get();
  assert(result == 1 && data == 7);
  thread.join();
}
#elif defined TASK_AT_EXIT
int main() {
  int data = 0;
  std::thread thread;
  std::future<int> future;
  {
    std::packaged_task<int()> task([&data] { return data = 7; });
    future = task.get_future();
    thread = std::thread([task = std::move(task)]() mutable { task.make_ready_at_thread_exit(); });
  }
#ifdef RIGHT
  assert(future.get() == 7);
#endif
  assert(data == 7);
  thread.join();
}
#endif

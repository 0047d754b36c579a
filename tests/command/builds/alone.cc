// A little of everything that threads do, with real threads in real time. Prints the same whoever compiled
// it.
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <latch>
#include <mutex>
#include <random>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

int failures = 0;

void check(const char* what, bool holds) {
  std::printf("%s: %s\n", what, holds ? "yes" : "no");
  failures += holds ? 0 : 1;
}

void locks() {
  std::mutex mutex;
  std::recursive_mutex again;
  std::timed_mutex timed;
  std::shared_mutex shared;
  int n = 0;
  const auto body = [&] {
    for (int i = 0; i < 1000; ++i) {
      std::scoped_lock all(mutex, again, timed, shared);
      std::lock_guard<std::recursive_mutex> twice(again);
      ++n;
    }
  };
  std::thread a(body), b(body);
  a.join();
  b.join();
  check("four locks keep a counter", n == 2000);
  timed.lock();
  std::thread([&] {
    check("a lock with a deadline gives up", !timed.try_lock_for(std::chrono::milliseconds(5)));
  }).join();
  timed.unlock();
}

void waits() {
  std::mutex mutex;
  std::condition_variable changed;
  bool ready = false;
  std::thread waker([&] {
    std::lock_guard<std::mutex> lock(mutex);
    ready = true;
    changed.notify_all();
  });
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return ready; });
  check("a condition wakes", ready);
  check("a wait with a deadline ends",
        changed.wait_for(lock, std::chrono::milliseconds(5)) == std::cv_status::timeout);
  lock.unlock();
  waker.join();
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread([&] { promise.set_value(5); }).join();
  check("a promise is kept", future.get() == 5);
  check("async runs", std::async(std::launch::async, [] { return 6; }).get() == 6);
}

void newer() {
  std::latch latch(2);
  std::barrier barrier(2);
  std::counting_semaphore<4> semaphore(0);
  std::atomic<int> value{0};
  std::jthread other([&] {
    latch.count_down();
    barrier.arrive_and_wait();
    semaphore.release();
    value = 1;
    value.notify_all();
  });
  latch.arrive_and_wait();
  barrier.arrive_and_wait();
  semaphore.acquire();
  value.wait(0);
  check("latch, barrier, semaphore, wait", value == 1);
}

struct Wide {
  int a, b, c;
};
std::atomic<Wide> wide{Wide{0, 0, 0}};

void wide_atomics() {
  const auto body = [] {
    for (int i = 0; i < 1000; ++i) {
      Wide seen = wide.load();
      while (!wide.compare_exchange_weak(seen, Wide{seen.a + 1, seen.b + 2, 0})) {
      }
    }
  };
  std::thread a(body), b(body);
  a.join();
  b.join();
  check("a wide atomic counts", wide.load().a == 2000 && wide.load().b == 4000);
}

thread_local std::string mine = "fresh";

int made = 0;
int only_once() {
  static const int value = ++made;
  return value;
}

void per_thread() {
  mine = "main";
  std::thread([] {
    check("thread_local begins anew", mine == "fresh");
    try {
      throw std::runtime_error("caught");
    } catch (const std::exception& exception) {
      check("an exception is caught", std::string(exception.what()) == "caught");
    }
  }).join();
  check("and stays", mine == "main");
  std::thread a(only_once), b(only_once);
  a.join();
  b.join();
  check("a static local is made once", only_once() == 1);
  static std::once_flag flag;
  std::call_once(flag, [] { ++made; });
  std::call_once(flag, [] { ++made; });
  check("called once", made == 2);
}

sem_t posted;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
pthread_barrier_t meeting;
pthread_key_t key;
int unlocked = 0, destroyed = 0;

void* in_c(void* argument) {
  pthread_setspecific(key, argument);
  sem_wait(&posted);
  pthread_rwlock_wrlock(&rwlock);
  pthread_spin_lock(&spin);
  ++unlocked;
  pthread_spin_unlock(&spin);
  pthread_rwlock_unlock(&rwlock);
  pthread_barrier_wait(&meeting);
  pthread_exit(argument);
}

void* waits_forever(void*) {
  for (;;) pause();
}

void in_c() {
  sem_init(&posted, 0, 0);
  pthread_spin_init(&spin, 0);
  pthread_barrier_init(&meeting, nullptr, 2);
  pthread_key_create(&key, [](void*) { ++destroyed; });
  pthread_t thread;
  pthread_create(&thread, nullptr, in_c, &unlocked);
  sem_post(&posted);
  pthread_barrier_wait(&meeting);
  void* result = nullptr;
  pthread_join(thread, &result);
  check("pthreads", result == &unlocked && unlocked == 1 && destroyed == 1);
  pthread_create(&thread, nullptr, waits_forever, nullptr);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  check("cancelled", result == PTHREAD_CANCELED);
  thrd_t c11;
  thrd_create(
      &c11, [](void*) { return 9; }, nullptr);
  int code = 0;
  thrd_join(c11, &code);
  check("C11 threads", code == 9);
}

void time_and_chance() {
  const auto before = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  check("time passes", std::chrono::steady_clock::now() - before >= std::chrono::milliseconds(20));
  std::random_device device;
  bool same = true;
  for (int i = 0; i < 8; ++i) same = same && device() == device();
  check("chance differs", !same);
  check("a process", std::system("exit 3") / 256 == 3);
}

}  // namespace

int main() {
  locks();
  waits();
  newer();
  wide_atomics();
  per_thread();
  in_c();
  time_and_chance();
  std::atexit([] { std::puts("the end"); });
  std::fflush(stdout);
  return failures == 0 ? 42 : 1;
}

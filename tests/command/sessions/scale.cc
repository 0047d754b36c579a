// Programs that are large in one way each: scale WHAT.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

void many_threads(int threads) {
  std::atomic<int> sum{0};
  std::vector<std::thread> all;
  for (int n = 0; n < threads; ++n) all.emplace_back([&sum, n] { sum += n; });
  for (std::thread& one : all) one.join();
  assert(sum == threads * (threads - 1) / 2);
}

void many_steps(int steps, bool fails) {
  std::mutex mutex;
  long sum = 0;
  const auto work = [&] {
    for (int n = 0; n < steps / 4; ++n) {
      const std::lock_guard guard(mutex);
      ++sum;
    }
  };
  std::thread other(work);
  work();
  other.join();
  assert(sum == steps / 2);
  if (fails) std::abort();
}

void many_mutexes(int count) {
  std::vector<std::unique_ptr<std::mutex>> all;
  for (int n = 0; n < count; ++n) all.push_back(std::make_unique<std::mutex>());
  const auto work = [&] {
    for (auto& mutex : all) mutex->lock();
    for (auto& mutex : all) mutex->unlock();
  };
  std::thread other(work);
  work();
  other.join();
}

int recurse(std::mutex& mutex, int depth) {
  volatile char frame[64];
  frame[0] = static_cast<char>(depth);
  if (depth == 0) {
    const std::lock_guard guard(mutex);
    return frame[0];
  }
  return recurse(mutex, depth - 1) + frame[0];
}

void deep_recursion(int depth) {
  std::mutex mutex;
  std::thread other([&] { recurse(mutex, depth); });
  recurse(mutex, depth);
  other.join();
}

void large_frames(std::size_t bytes) {
  std::mutex mutex;
  const auto work = [&] {
    auto* frame = static_cast<char*>(__builtin_alloca(bytes));
    std::memset(frame, 1, bytes);
    const std::lock_guard guard(mutex);
    assert(frame[0] == 1 && frame[bytes - 1] == 1);
  };
  std::thread other(work);
  work();
  other.join();
}

void much_output(int megabytes, bool fails) {
  std::atomic<int> line{0};
  const std::string text(1023, 'x');
  std::thread other([&] { line = 1; });
  for (int n = 0; n < 1024 * megabytes; ++n) std::printf("%s\n", text.c_str());
  other.join();
  std::fprintf(stderr, "the end of the output\n");
  std::fflush(stdout);
  if (fails) std::abort();
}

int main(int, char** argv) {
  const std::string what = argv[1];
  if (what == "threads") many_threads(200);
  if (what == "steps") many_steps(100000, false);
  if (what == "failing-steps") many_steps(100000, true);
  if (what == "mutexes") many_mutexes(2000);
  if (what == "recursion") deep_recursion(30000);
  if (what == "frames") large_frames(5u << 20);
  if (what == "output") much_output(10, false);
  if (what == "failing-output") much_output(10, true);
}

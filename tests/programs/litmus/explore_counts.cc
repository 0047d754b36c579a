// The tables of interleavings, by brute force from a model, out of explore(): the same function called again
// and again, with one worker and with two.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

namespace {

using Counts = std::vector<std::uint64_t>;

void run_threads(int threads, void (*body)(int), int times) {
  std::vector<std::thread> running;
  running.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) running.emplace_back(body, times);
  for (std::thread& thread : running) thread.join();
}

void add(int times) {
  static std::atomic<int> sum{0};
  for (int i = 0; i < times; ++i) sum.fetch_add(1);
}

void lock(int times) {
  static std::mutex mutex;
  for (int i = 0; i < times; ++i) {
    mutex.lock();
    mutex.unlock();
  }
}

struct Row {
  const char* name;
  void (*scenario)();
  Counts counts;
};

const Row kRows[] = {
    {"2 threads x 2 atomics", [] { run_threads(2, add, 2); }, {3, 9, 20, 23, 11, 3}},
    {"2 threads x 3 fetch_add", [] { run_threads(2, add, 3); }, {3, 13, 40, 69, 66, 42, 15, 3}},
    {"3 threads x 2 fetch_add",
     [] { run_threads(3, add, 2); },
     {13, 113, 593, 1973, 4501, 6567, 6389, 3820, 1268, 177, 10}},
    {"2 threads x 3 {lock, unlock}", [] { run_threads(2, lock, 3); }, {3, 25, 82, 179, 194, 141, 61, 16, 2}},
    {"3 threads x 2 {lock, unlock}",
     [] { run_threads(3, lock, 2); },
     {13, 271, 1805, 7278, 19163, 34624, 44396, 40820, 26172, 10992, 2751, 313, 6}},
};

bool holds(const Row& row, unsigned jobs) {
  const auto options = stalemate::Options{}.unlimited_preemptions().jobs(jobs).isolate("none").reduce("none");
  const stalemate::Result result = stalemate::explore(row.scenario, options);
  const bool exact =
      result.ok() && result.coverage == "complete" && result.executions_per_bound == row.counts;
  std::printf("%s, %u worker(s): %llu executions, %s\n", row.name, jobs,
              static_cast<unsigned long long>(result.executions), exact ? "exact" : "WRONG");
  if (!exact) std::printf("%s\n", result.summary().c_str());
  return exact;
}

}  // namespace

int main() {
  bool all = true;
  for (const Row& row : kRows)
    for (const unsigned jobs : {1u, 2u}) all = holds(row, jobs) && all;
  return all ? 0 : 1;
}

// Executions per second of explore() on the smallest interesting program, 2 threads x 3 {lock, unlock},
// against the same schedules with kernel threads and a futex token. Prints both rates, their ratio, and how
// busy the worker was. A ratio, because machines are noisy.
#include <pthread.h>
#include <sys/mman.h>

#include <stalemate/stalemate.h>
#include <cstdio>
#include <cstdlib>

#include "token_threads.h"

namespace {

constexpr int kRounds = 3;
constexpr std::uint64_t kSeed = 1;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// Shared with the worker, which is another process.
struct Checksums {
  std::uint64_t execution;
  std::uint64_t all;
  std::uint64_t wanted;  // executions that count; explore() repeats the first one afterwards
};
Checksums* checksums = nullptr;

void* take_turns(void* argument) {
  const auto self = reinterpret_cast<std::uint64_t>(argument);
  for (int i = 0; i < kRounds; ++i) {
    pthread_mutex_lock(&mutex);
    checksums->execution = stalemate::bench::add_to_checksum(checksums->execution, self);
    pthread_mutex_unlock(&mutex);
    checksums->execution = stalemate::bench::add_to_checksum(checksums->execution, self);
  }
  return nullptr;
}

void scenario() {
  checksums->execution = 0;
  pthread_t one, other;
  pthread_create(&one, nullptr, take_turns, reinterpret_cast<void*>(1));
  pthread_create(&other, nullptr, take_turns, reinterpret_cast<void*>(2));
  pthread_join(one, nullptr);
  pthread_join(other, nullptr);
  if (checksums->wanted == 0) return;
  --checksums->wanted;
  checksums->all = stalemate::bench::add_to_checksum(checksums->all, checksums->execution);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t executions = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000000;
  const std::uint64_t baseline_executions = executions / 20;
  checksums = static_cast<Checksums*>(
      mmap(nullptr, sizeof(Checksums), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  // The checksum is a race on purpose: looked for, it would become a scheduling point.
  auto options = [](std::uint64_t n) {
    return stalemate::Options{}.strategy("random").executions(n).seed(kSeed).jobs(1).reduce("none").races(
        "off");
  };

  const auto baseline = stalemate::bench::run_with_token(baseline_executions, kRounds, kSeed);
  checksums->wanted = baseline_executions;
  stalemate::explore(scenario, options(baseline_executions));
  const bool same = checksums->all == baseline.checksum;

  const stalemate::Result result = stalemate::explore(scenario, options(executions));
  const double token_rate = static_cast<double>(baseline_executions) / baseline.seconds;
  const double rate = static_cast<double>(result.executions) / result.seconds;
  std::printf("explore(), 1 worker         %10.0f executions/s, worker busy %.0f %%\n", rate,
              100 * result.busy_share);
  std::printf("kernel threads and a token  %10.0f executions/s, %.1f switches each\n", token_rate,
              static_cast<double>(baseline.switches) / static_cast<double>(baseline_executions));
  std::printf("ratio                       %10.1f\n", rate / token_rate);
  std::printf("same schedules              %10s\n", same ? "yes" : "NO");
  return same && result.ok() ? 0 : 1;
}

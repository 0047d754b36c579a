// Table 1 of the third paper: executions of a work-stealing queue within 0 to 4 preemptions, every
// interleaving (cb-dfs) and one of each class (cb-por). Checks that the reduced search ran exactly the
// classes that the other one met, at the same bounds, and that both counts are those of stealing_counts.h.
// Arguments: the largest size (5) and the largest bound (4).
#include <stalemate/stalemate.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "growing_stealing.h"
#include "scratch.h"
#include "stealing_counts.h"

namespace papers {
namespace {

unsigned largest_bound = 4;
constexpr unsigned kAttempts = 3;

// Main pushes so many jobs, and then pops once more often; meanwhile a thief tries three times to steal one.
template <std::size_t kJobs, class Lock, Reads kReads>
void scenario() {
  GrowingStealing<Lock, kReads> queue;
  std::array<int, kJobs> popped{}, stolen{};
  std::thread thief([&] {
    for (unsigned n = 0; n < kAttempts; ++n)
      if (const auto job = queue.steal()) ++stolen[static_cast<std::size_t>(*job)];
  });
  for (std::size_t n = 0; n < kJobs; ++n) queue.push(static_cast<int>(n));
  for (std::size_t n = 0; n <= kJobs; ++n)
    if (const auto job = queue.pop()) ++popped[static_cast<std::size_t>(*job)];
  thief.join();
  if (std::is_same_v<Lock, NoLock>) return;
  for (std::size_t n = 0; n < kJobs; ++n)
    stalemate::expect(popped[n] + stolen[n] == 1, "every job is done, and once");
}

// The driver that CHESS comes with as a test of its own.
void chess_scenario() {
  GrowingStealing<std::mutex, Reads::kInterlocked> queue;
  std::thread thief([&] {
    for (unsigned n = 0; n < 2; ++n) (void)queue.steal();
  });
  for (int n = 0; n < 4; n += 2) {
    queue.push(n);
    queue.push(n + 1);
    (void)queue.pop();
  }
  for (int n = 0; n < 2; ++n) (void)queue.pop();
  thief.join();
}
constexpr std::uint64_t kChessExecutions = 34, kChessGraphs = 25;  // within one preemption

using Scenario = void (*)();
struct Variant {
  const char* says;
  bool lock_steps, reads_commute;
  Scenario of_size[3];
};
template <class Lock, Reads kReads>
constexpr Variant variant(const char* says) {
  return {says,
          !std::is_same_v<Lock, NoLock>,
          kReads == Reads::kAtomic,
          {scenario<3, Lock, kReads>, scenario<4, Lock, kReads>, scenario<5, Lock, kReads>}};
}
const Variant kVariants[] = {
    variant<NoLock, Reads::kInterlocked>(
        "steps are the accesses of the indices, each of which counts as a write"),
    variant<std::mutex, Reads::kInterlocked>("the same, and lock and unlock are steps, too"),
    variant<NoLock, Reads::kAtomic>("reads of the indices commute; no lock"),
};

struct Size {
  unsigned size;
  StealingCounts published;
};
const Size kSizes[] = {
    {3, {{2, 46, 756, 8918, 66374}, {2, 46, 713, 7838, 48828}}},
    {4, {{2, 54, 898, 12711, 95935}, {2, 54, 853, 8458, 52572}}},
    {5, {{2, 67, 1197, 19460, 161637}, {2, 67, 1136, 14563, 95068}}},
};

void require(bool holds, const char* says) {
  if (holds) return;
  std::fprintf(stderr, "papers: %s\n", says);
  std::exit(1);
}

stalemate::Result explored(Scenario program, const char* reduce, const std::string& schedules) {
  // Executions that are calls are not told apart where all of them are run.
  const auto options =
      stalemate::Options{}.preemptions(largest_bound).races("off").reduce(reduce).set("isolate", "memory");
  const stalemate::Result result = stalemate::explore(program, stalemate::Options(options).out(schedules));
  if (result.ok() && result.coverage != "partial" && result.reduce == reduce) return result;
  std::fprintf(stderr, "papers: %s %s\n", result.summary().c_str(), result.reduce_note.c_str());
  std::exit(1);
}

// Within each bound, where there were so many at each.
std::vector<std::uint64_t> summed(std::vector<std::uint64_t> counts) {
  counts.resize(largest_bound + 1);
  for (std::size_t bound = 1; bound <= largest_bound; ++bound) counts[bound] += counts[bound - 1];
  return counts;
}

void print(const StealingCounts& counts, std::size_t bound) {
  const std::uint64_t all = counts.executions[bound], classes = counts.classes[bound];
  std::printf(" %9llu %7llu %3.0f %%", static_cast<unsigned long long>(all),
              static_cast<unsigned long long>(classes),
              100 * (1 - static_cast<double>(classes) / static_cast<double>(all)));
}

void print(const Size& size, const Variant& variant, const std::string& schedules) {
  const Scenario program = variant.of_size[size.size - kSizes[0].size];
  const stalemate::Result all = explored(program, "none", schedules);
  const stalemate::Result reduced = explored(program, "por", schedules);
  const StealingCounts ours = {summed(all.executions_per_bound), summed(all.classes_per_bound)};
  require(ours.classes == summed(reduced.executions_per_bound),
          "the reduced search did not run each class once");
  StealingProgram same{size.size, kAttempts, variant.lock_steps, variant.reads_commute, true};
  const StealingCounts counted = count_stealing(same, largest_bound);
  require(counted.executions == ours.executions && counted.classes == ours.classes,
          "the counts are not those of every schedule of the queue's steps");
  same.owner_begins = false;
  const StealingCounts either = count_stealing(same, largest_bound);
  for (std::size_t bound = 0; bound <= largest_bound; ++bound) {
    std::printf("  %4u %5zu", size.size, bound);
    for (const StealingCounts* counts : {&ours, &either, &size.published}) print(*counts, bound);
    std::puts("");
  }
  std::printf("  seconds   %10.2f %7.2f\n", all.seconds, reduced.seconds);
  std::fflush(stdout);
}

void print_all(unsigned largest, const std::string& schedules) {
  std::puts(
      "Partial-order reduction for context-bounded search, table 1: executions of a work-stealing\n"
      "queue within so many preemptions, every interleaving and one of each class. Our program is\n"
      "not the paper's. In ours main begins; counted without the tool, and in the paper, either does.");
  for (const Variant& variant : kVariants) {
    std::printf("\n  %s:\n", variant.says);
    std::printf("  %10s %22s %23s %23s\n", "", "ours", "either begins", "the paper's");
    std::printf("  %4s %5s", "size", "bound");
    for (int column = 0; column < 3; ++column) std::printf(" %9s %7s %5s", "cb-dfs", "cb-por", "redu.");
    std::puts("");
    for (const Size& size : kSizes)
      if (size.size <= largest) print(size, variant, schedules);
  }
}

void print_chess(const std::string& schedules) {
  const stalemate::Result all = explored(chess_scenario, "none", schedules);
  const StealingCounts ours = {summed(all.executions_per_bound), summed(all.classes_per_bound)};
  std::printf(
      "\n  The driver of CHESS's own test, within one preemption: %llu executions of %llu classes; CHESS\n"
      "  recorded %llu and %llu.\n",
      static_cast<unsigned long long>(ours.executions[1]), static_cast<unsigned long long>(ours.classes[1]),
      static_cast<unsigned long long>(kChessExecutions), static_cast<unsigned long long>(kChessGraphs));
  require(ours.executions[1] == kChessExecutions && ours.classes[1] == kChessGraphs,
          "the counts are not those that CHESS recorded");
}

}  // namespace
}  // namespace papers

int main(int argc, char** argv) {
  const papers::Scratch schedules;
  const auto argument = [&](int number, unsigned otherwise) {
    return argc > number ? static_cast<unsigned>(std::strtoul(argv[number], nullptr, 10)) : otherwise;
  };
  papers::largest_bound = std::clamp(argument(2, 4), 1u, 4u);
  papers::print_all(argument(1, 5), schedules.path());
  papers::print_chess(schedules.path());
}

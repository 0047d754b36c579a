// Table 1 of the third paper: executions of a work-stealing queue within 0 to 4 preemptions, every
// interleaving (cb-dfs) and one of each class (cb-por). Checks that the reduced search ran exactly the
// classes that the other one met, at the same bounds. An argument gives the largest size (5).
#include <stalemate/stalemate.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "bounded_stealing.h"
#include "scratch.h"

namespace papers {
namespace {

constexpr std::size_t kBounds = 5;

// Main pushes as many jobs as there is room for, and then pops as often; meanwhile a thief tries as often to
// steal one.
template <std::size_t kSize, Reads kReads>
void scenario() {
  BoundedStealing<kSize, kReads> queue;
  std::array<int, kSize> popped{}, stolen{};
  std::thread thief([&] {
    for (std::size_t n = 0; n < kSize; ++n)
      if (const auto job = queue.steal()) ++stolen[static_cast<std::size_t>(*job)];
  });
  for (std::size_t n = 0; n < kSize; ++n) stalemate::expect(queue.push(static_cast<int>(n)), "there is room");
  for (std::size_t n = 0; n < kSize; ++n)
    if (const auto job = queue.pop()) ++popped[static_cast<std::size_t>(*job)];
  thief.join();
  for (std::size_t n = 0; n < kSize; ++n)
    stalemate::expect(popped[n] + stolen[n] == 1, "every job is done, and once");
}

struct Size {
  unsigned size;
  void (*atomic)();
  void (*interlocked)();
  std::uint64_t published[2][kBounds];  // cb-dfs, cb-por
};

const Size kSizes[] = {
    {3,
     scenario<3, Reads::kAtomic>,
     scenario<3, Reads::kInterlocked>,
     {{2, 46, 756, 8918, 66374}, {2, 46, 713, 7838, 48828}}},
    {4,
     scenario<4, Reads::kAtomic>,
     scenario<4, Reads::kInterlocked>,
     {{2, 54, 898, 12711, 95935}, {2, 54, 853, 8458, 52572}}},
    {5,
     scenario<5, Reads::kAtomic>,
     scenario<5, Reads::kInterlocked>,
     {{2, 67, 1197, 19460, 161637}, {2, 67, 1136, 14563, 95068}}},
};

stalemate::Result explored(void (*program)(), const char* reduce, const std::string& schedules) {
  // Executions that are calls are not told apart where all of them are run.
  const auto options =
      stalemate::Options{}.preemptions(kBounds - 1).races("off").reduce(reduce).set("isolate", "memory");
  const stalemate::Result result = stalemate::explore(program, stalemate::Options(options).out(schedules));
  if (result.ok() && result.coverage != "partial" && result.reduce == reduce) return result;
  std::fprintf(stderr, "papers: %s %s\n", result.summary().c_str(), result.reduce_note.c_str());
  std::exit(1);
}

double redundant(std::uint64_t all, std::uint64_t classes) {
  return 100 * (1 - static_cast<double>(classes) / static_cast<double>(all));
}

void print(const Size& size, void (*program)(), const std::string& schedules) {
  const stalemate::Result all = explored(program, "none", schedules);
  const stalemate::Result reduced = explored(program, "por", schedules);
  std::vector<std::uint64_t> classes = all.classes_per_bound;
  while (!classes.empty() && classes.back() == 0) classes.pop_back();
  if (classes != reduced.executions_per_bound) {
    std::fprintf(stderr, "papers: the reduced search did not run each class once\n");
    std::exit(1);
  }
  std::uint64_t sum[2] = {};
  for (std::size_t bound = 0; bound < all.executions_per_bound.size(); ++bound) {
    sum[0] += all.executions_per_bound[bound];
    sum[1] += bound < classes.size() ? classes[bound] : 0;
    const std::uint64_t paper[2] = {size.published[0][bound], size.published[1][bound]};
    std::printf("  %4u %6zu %9llu %9llu %8.0f %% %11llu %9llu %8.0f %%\n", size.size, bound,
                static_cast<unsigned long long>(sum[0]), static_cast<unsigned long long>(sum[1]),
                redundant(sum[0], sum[1]), static_cast<unsigned long long>(paper[0]),
                static_cast<unsigned long long>(paper[1]), redundant(paper[0], paper[1]));
  }
  std::printf("       seconds %7.2f %9.2f\n", all.seconds, reduced.seconds);
  std::fflush(stdout);
}

void print_all(unsigned largest, const std::string& schedules) {
  std::puts(
      "Partial-order reduction for context-bounded search, table 1: executions of a work-stealing\n"
      "queue within so many preemptions, every interleaving and one of each class. Our program is\n"
      "not the paper's.");
  for (const Reads reads : {Reads::kInterlocked, Reads::kAtomic}) {
    std::printf("\n  The indices are read by %s:\n",
                reads == Reads::kAtomic ? "atomic loads" : "interlocked operations, which count as writes");
    std::printf("  %11s %30s %32s\n", "", "ours", "the paper's");
    std::printf("  %4s %6s %9s %9s %10s %11s %9s %10s\n", "size", "bound", "cb-dfs", "cb-por", "redundant",
                "cb-dfs", "cb-por", "redundant");
    for (const Size& size : kSizes)
      if (size.size <= largest)
        print(size, reads == Reads::kAtomic ? size.atomic : size.interlocked, schedules);
  }
}

}  // namespace
}  // namespace papers

int main(int argc, char** argv) {
  const papers::Scratch schedules;
  papers::print_all(argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 5,
                    schedules.path());
}

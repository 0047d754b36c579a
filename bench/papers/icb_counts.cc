// Interleavings by number of preemptions, next to the bound of Theorem 1 of the paper on iterative context
// bounding: C(nk, c) * (nb + c)! executions with c preemptions, for n threads of k steps, b of them blocking.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "toy_search.h"

namespace stalemate::toy {
namespace {

double log_factorial(double n) { return std::lgamma(n + 1); }

double theorem_one(int threads, int steps, int blocking, int preemptions) {
  const double all = threads * steps;
  return std::exp(log_factorial(all) - log_factorial(preemptions) - log_factorial(all - preemptions) +
                  log_factorial(threads * blocking + preemptions));
}

explore::Summary explored(const Program& program) {
  Wish wish;
  wish.keep = false;
  return explore_toy(program, wish).summary;
}

// Threads that exist from the start and never block: the theorem's own setting, with b = 1 for the end.
Program from_the_start(int threads, const Body& body) {
  Program program;
  program.initial = threads;
  program.bodies.assign(static_cast<std::size_t>(threads), body);
  return program;
}

void print_against_theorem(int threads, int steps) {
  const explore::Summary summary = explored(from_the_start(threads, repeat({{Op::kAdd, 0, 1}}, steps)));
  std::printf("\n%d threads of %d steps that never block: %llu executions\n", threads, steps,
              static_cast<unsigned long long>(summary.executions));
  std::printf("  %11s %12s %14s %18s\n", "preemptions", "measured", "cumulative", "Theorem 1 at most");
  std::uint64_t sum = 0;
  for (std::size_t c = 0; c < summary.per_bound.size(); ++c) {
    sum += summary.per_bound[c];
    std::printf("  %11zu %12llu %13.2f%% %18.4g\n", c, static_cast<unsigned long long>(summary.per_bound[c]),
                100.0 * static_cast<double>(sum) / static_cast<double>(summary.executions),
                theorem_one(threads, steps, 1, static_cast<int>(c)));
  }
}

void print_counts(const char* name, const Program& program) {
  const explore::Summary summary = explored(program);
  std::string counts;
  for (const std::uint64_t count : summary.per_bound) counts += " " + std::to_string(count);
  std::printf("  %-28s %9llu  %s\n", name, static_cast<unsigned long long>(summary.executions),
              counts.c_str());
}

void print_all() {
  std::puts("Iterative context bounding: executions with exactly c preemptions (thread 0 runs first)");
  print_against_theorem(2, 4);
  print_against_theorem(2, 8);
  print_against_theorem(3, 3);
  const Body add{{Op::kAdd, 0, 1}};
  const Body locked{{Op::kLock, 0}, {Op::kUnlock, 0}};
  std::puts("\nMain creates the threads and joins them:");
  std::printf("  %-28s %9s   with exactly 0, 1, 2, ... preemptions\n", "program", "all");
  print_counts("2 threads x 2 atomics", forked(2, repeat(add, 2)));
  print_counts("2 threads x 3 atomics", forked(2, repeat(add, 3)));
  print_counts("3 threads x 2 atomics", forked(3, repeat(add, 2)));
  print_counts("2 threads x 3 {lock, unlock}", forked(2, repeat(locked, 3)));
  print_counts("3 threads x 2 {lock, unlock}", forked(3, repeat(locked, 2)));
}

}  // namespace
}  // namespace stalemate::toy

int main() { stalemate::toy::print_all(); }

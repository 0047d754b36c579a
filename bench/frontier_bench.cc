// What ten million pending items cost. Grows the frontier of an icb search, on programs of two kinds, until
// it holds that many, and prints what it takes: by its own account, and as the process's resident memory,
// which has nothing else in it.
#include <unistd.h>
#include <cstdio>
#include <cstring>

#include "explore/search.h"
#include "explore/strategy/strategies.h"
#include "toy_system.h"

namespace {

using namespace stalemate;

constexpr std::uint64_t kItems = 10'000'000;

struct Nobody : explore::Observer {
  explore::Next on_execution(const explore::Execution&) override { return explore::Next::kGoOn; }
  bool wants_item(const wire::LogHeader&) const override { return false; }
};

double resident_mb() {
  long pages = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

// Threads that exist from the start and each do the same.
toy::Program crowd(int threads, int times, bool locks) {
  toy::Program program;
  program.initial = threads;
  toy::Body body;
  for (int i = 0; i < times; ++i) {
    if (!locks) body.push_back({toy::Op::kAdd, 0, 1, 0});
    if (locks) body.push_back({toy::Op::kLock, 0, 0, 0});
    if (locks) body.push_back({toy::Op::kUnlock, 0, 0, 0});
  }
  program.bodies.assign(static_cast<std::size_t>(threads), body);
  return program;
}

void grow(const char* name, const toy::Program& program) {
  Nobody nobody;
  const double before = resident_mb();
  explore::Search search(explore::make_strategy("icb", {}), {}, nobody);
  explore::WorkItem item;
  while (search.frontier().items < kItems && search.next(item)) {
    const toy::Log log = toy::run(program, item);
    search.finished(item.id, log.view());
  }
  const explore::FrontierSize size = search.frontier();
  std::printf("%-34s %9llu items after %8llu executions: %6.1f MB, %4.1f bytes each; resident %+.1f MB\n",
              name, static_cast<unsigned long long>(size.items),
              static_cast<unsigned long long>(search.summary().executions),
              static_cast<double>(size.reserved_bytes) / 1e6,
              static_cast<double>(size.reserved_bytes) / static_cast<double>(size.items),
              resident_mb() - before);
}

}  // namespace

int main() {
  grow("3 threads x 40 steps", crowd(3, 40, false));
  grow("3 threads x 12 {lock, unlock}", crowd(3, 12, true));
  grow("2 threads x 24 {lock, unlock}", crowd(2, 24, true));
}

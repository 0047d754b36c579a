// The reduced search alone, without a program: how long the explorer takes for each class, how much of that
// is for context bounds (CB) and for Mark, and how much it keeps for each prefix. The logs are those of toy
// systems, made beforehand.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

#include "explore/search.h"
#include "explore/strategy/strategies.h"
#include "toy_search.h"

using namespace stalemate;
using namespace stalemate::toy;

namespace {

std::uint64_t nanoseconds() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

struct Nobody final : explore::Observer {
  explore::Next on_execution(const explore::Execution&) override { return explore::Next::kGoOn; }
  bool wants_item(const wire::LogHeader&) const override { return false; }
};

using Logs = std::map<std::vector<std::uint64_t>, Log>;

const Log& log_of(Logs& logs, const Program& program, const explore::WorkItem& item) {
  std::vector<std::uint64_t> key;
  for (const wire::Deviation& d : item.deviations) key.push_back(std::uint64_t{d.point} << 32 | d.choice);
  const auto found = logs.find(key);
  return found != logs.end() ? found->second : logs.emplace(key, run(program, item)).first->second;
}

struct Row {
  double microseconds = 1e9, bounds = 0, marks = 0, bytes = 0;
  std::uint64_t classes = 0, prefixes = 0;
};

// The time in the search, less that of finding logs and of looking at the clock.
void measure(const Program& program, explore::Reduced how, Logs& logs, Row& best) {
  Nobody nobody;
  explore::Parameters parameters;
  parameters.preemptions = std::nullopt;
  explore::ReductionPlan plan;
  plan.how = how;
  plan.fair = 0;
  plan.clock = nanoseconds;
  std::uint64_t within = 0;
  explore::Search search(explore::make_strategy("icb", parameters), {}, nobody, {}, plan);
  while (!search.done()) {
    explore::WorkItem item;
    const std::uint64_t asks = nanoseconds();
    if (!search.next(item)) break;
    within += nanoseconds() - asks;
    const Log& log = log_of(logs, program, item);
    const std::uint64_t begins = nanoseconds();
    search.finished(item.id, log.view());
    within += nanoseconds() - begins;
  }
  const explore::Summary& summary = search.summary();
  const auto classes = static_cast<double>(*summary.classes);
  if (static_cast<double>(within) * 1e-3 / classes >= best.microseconds) return;
  best.microseconds = static_cast<double>(within) * 1e-3 / classes;
  best.bounds = static_cast<double>(summary.bounds_ns) * 1e-3 / classes;
  best.marks = static_cast<double>(summary.marks_ns) * 1e-3 / classes;
  best.bytes = static_cast<double>(search.frontier().bytes) / static_cast<double>(summary.prefixes);
  best.classes = *summary.classes;
  best.prefixes = summary.prefixes;
}

}  // namespace

int main() {
  const Body add{{Op::kAdd, 0, 1}};
  const Body locked{{Op::kLock, 0}, {Op::kUnlock, 0}};
  const struct {
    const char* name;
    Program program;
  } rows[] = {{"3 threads, x++ 3 times", forked(3, repeat(add, 3))},
              {"3 threads, x++ 4 times", forked(3, repeat(add, 4))},
              {"4 threads, x++; y++", forked(4, {{Op::kAdd, 0, 1}, {Op::kAdd, 1, 1}})},
              {"3 threads, {lock; unlock} 3 times", forked(3, repeat(locked, 3))}};
  std::printf("| program | reduction | classes | prefixes | us per class | CB | Mark | bytes per prefix |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  for (const auto& [name, program] : rows) {
    Logs logs;
    for (const explore::Reduced how : {explore::Reduced::kCache, explore::Reduced::kPor}) {
      Row best;
      for (int repetition = 0; repetition < 6; ++repetition) measure(program, how, logs, best);
      std::printf("| %s | %s | %lu | %lu | %.2f | %.2f | %.2f | %.1f |\n", name,
                  how == explore::Reduced::kPor ? "por" : "cache", best.classes, best.prefixes,
                  best.microseconds, best.bounds, best.marks, best.bytes);
    }
  }
}

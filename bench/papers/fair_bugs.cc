// Table 3 of the second paper: executions until the first error with at most two preemptions, with fairness,
// and without it up to depth 250.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "scratch.h"
#include "seeded_channel.h"
#include "seeded_queue.h"

namespace papers {
namespace {

constexpr std::uint64_t kMostExecutions = 40000;
constexpr unsigned kDepth = 250;

struct Bug {
  const char* name;
  void (*scenario)();
  const char* published[4];  // executions with and without fairness, seconds with and without
};

const Bug kBugs[] = {
    {"queue, bug 1", SeededQueue<1, 2, 1>::scenario, {"82", "182", "2", "8"}},
    {"queue, bug 2", SeededQueue<2, 1, 2>::scenario, {"112", "432", "8", "24"}},
    {"queue, bug 3", SeededQueue<3, 4, 2>::scenario, {"212", "843", "12", "74"}},
    {"channel, bug 1", SeededChannel<1, 1, 2>::scenario, {"310", "11024", "8", "273"}},
    {"channel, bug 2", SeededChannel<2, 1, 2>::scenario, {"4002", "47030", "114", "1247"}},
    {"channel, bug 3", SeededChannel<3, 1, 2>::scenario, {"25113", "-", "754", ">7200"}},
    {"channel, bug 4", SeededChannel<4, 1, 2>::scenario, {"21014", "-", "677", ">7200"}},
};

struct Effort {
  std::string executions, seconds;
};

Effort find(const Bug& bug, bool fair, std::uint64_t most_executions, const std::string& schedules) {
  auto options = stalemate::Options{}.preemptions(2).races("off").reduce("none").out(schedules);
  options.executions(most_executions).fair(fair ? "on" : "off");
  if (!fair) options.depth(kDepth);
  const stalemate::Result result = stalemate::explore(bug.scenario, options);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.2f", result.seconds);
  if (result.findings.empty()) return {"-", ">" + std::string(seconds)};
  if (result.findings[0].kind == "assertion") return {std::to_string(result.findings[0].execution), seconds};
  std::fprintf(stderr, "%s: %s\n", bug.name, result.summary().c_str());
  std::exit(1);
}

void print_all(std::uint64_t most_executions, const std::string& schedules) {
  std::printf(
      "Fair stateless model checking, table 3: executions and seconds until the first error, within 2\n"
      "preemptions; -: none in %llu executions (in the paper: 7200 seconds). Our programs are not the "
      "paper's.\n",
      static_cast<unsigned long long>(most_executions));
  std::printf("  %-15s %19s %19s %23s %17s\n", "", "executions", "paper", "seconds", "paper");
  std::printf("  %-15s %9s %9s %9s %9s %13s %9s %8s %8s\n", "", "fair", "unfair", "fair", "unfair", "fair",
              "unfair", "fair", "unfair");
  for (const Bug& bug : kBugs) {
    const Effort fair = find(bug, true, most_executions, schedules);
    const Effort unfair = find(bug, false, most_executions, schedules);
    std::printf("  %-15s %9s %9s %9s %9s %13s %9s %8s %8s\n", bug.name, fair.executions.c_str(),
                unfair.executions.c_str(), bug.published[0], bug.published[1], fair.seconds.c_str(),
                unfair.seconds.c_str(), bug.published[2], bug.published[3]);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace papers

int main(int argc, char** argv) {
  const papers::Scratch schedules;
  papers::print_all(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : papers::kMostExecutions,
                    schedules.path());
}

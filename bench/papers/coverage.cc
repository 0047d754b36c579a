#include "coverage.h"

#include <cstdio>
#include <cstdlib>

#include "philosophers.h"
#include "stateful_search.h"
#include "stealing.h"

namespace papers {
namespace {

const Subject kSubjects[] = {
    {"2 philosophers",
     Philosophers<2>::scenario,
     StatefulSearch<PhilosophersModel<2>>::count,
     {{"27", "27", "27", "27", "27", "27", "27"},
      {"28", "28", "28", "28", "28", "28", "28"},
      {"29", "29", "29", "29", "29", "29", "29"},
      {"29", "29", "29", "29", "29", "29", "29"}}},
    {"3 philosophers",
     Philosophers<3>::scenario,
     StatefulSearch<PhilosophersModel<3>>::count,
     {{"102", "102", "102", "102", "102", "102", "102"},
      {"144", "144", "143", "144", "144", "144", "144"},
      {"167", "171", "167", "169", "169", "169", "169"},
      {"177", "177", "174", "177", "177", "168*", "139*"}}},
    {"queue, 1 stealer",
     Stealing<1>::scenario,
     StatefulSearch<StealingModel<1>>::count,
     {{"278", "278", "236", "278", "278", "278", "278"},
      {"814", "814", "554", "765", "814", "814", "814"},
      {"1287", "1297", "694", "1133", "1287", "1287", "1287"},
      {"1726", "1726", "871", "1505", "1726", "1307*", "683*"}}},
    {"queue, 2 stealers",
     Stealing<2>::scenario,
     StatefulSearch<StealingModel<2>>::count,
     {{"350", "378", "238", "334", "350", "350", "350"},
      {"1838", "2000", "971", "1630", "1822", "1838", "1838"},
      {"3271", "3311", "1805", "2955", "3269", "3271", "3271"},
      {"4826", "1321*", "1686*", "1239*", "460*", "245*", "245*"}}},
};

}  // namespace

std::span<const Subject> subjects() { return kSubjects; }

Found run(const Subject& subject, const Search& search) {
  // What the program says of itself are plain accesses by several threads, one at a time: no races.
  auto options = stalemate::Options{}.races("off").reduce("none").isolate("none").spin_yield(false);
  if (search.preemptions)
    options.strategy("icb").preemptions(*search.preemptions);
  else
    options.strategy("dfs");
  if (search.depth)
    options.fair("off").walk_from(*search.depth);
  else
    options.fair("on");
  if (search.most_executions != 0) options.executions(search.most_executions);
  const stalemate::Result result = stalemate::explore(subject.scenario, options);
  if (!result.ok() || result.executions == 0) {
    std::fprintf(stderr, "%s: %s\n", subject.name, result.summary().c_str());
    std::exit(1);
  }
  // The paper takes every yield for what it says, without a proof.
  const bool finished = result.limit.empty() || result.limit == "fairness";
  return {result.states, result.executions, result.seconds, finished};
}

}  // namespace papers

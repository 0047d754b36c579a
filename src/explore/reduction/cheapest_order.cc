#include "explore/reduction/cheapest_order.h"

#include <algorithm>
#include <bit>

#include "explore/reduction/context_bound.h"

namespace stalemate::explore {
namespace {

constexpr std::uint64_t kMostPrefixes = 1'000'000;

std::uint32_t first_of(ThreadSet set) { return static_cast<std::uint32_t>(std::countr_zero(set)); }

// The thread whose action comes last at the least cost, given the thread that acts after it: that thread
// itself if possible, else one that could not have continued.
std::uint32_t last_thread(const HappensBefore& graph, const Prefix& x, ThreadSet cheapest,
                          std::uint32_t following) {
  if ((cheapest & only(following)) != 0) return following;
  for (ThreadSet rest = cheapest; rest != 0; rest &= rest - 1)
    if (graph.able(x, first_of(rest)) != Able::kYes) return first_of(rest);
  return first_of(cheapest);
}

// The threads of all actions in order; empty: there are too many prefixes, or the search is cut, or no action
// can be the last one, in a log that no program makes.
std::vector<std::uint32_t> threads_in_order(const HappensBefore& graph, Cut& cut) {
  PrefixTable table(default_memory());
  ContextBounds bounds(graph, table, cut);
  bounds.set_limit(kMostPrefixes);
  std::vector<std::uint32_t> order;
  Prefix x = graph.whole();
  Hash128 hash = graph.hash();
  std::uint32_t following = Numbering::kMostThreads - 1;
  for (std::uint32_t left = graph.size(); left > 0; --left) {
    const PrefixRecord record = bounds.of(x, hash);
    if (bounds.overflowed()) return {};
    if (record.cheapest == 0) return {};
    following = last_thread(graph, x, record.cheapest, following);
    if (x.count[following] == 0) return {};
    order.push_back(following);
    hash ^= graph.last_id(x, following);
    --x.count[following];
  }
  std::ranges::reverse(order);
  return order;
}

// What tail kContinue would choose.
std::uint32_t tail_choice(const HappensBefore& graph, const Numbering& names, const Prefix& x,
                          std::uint32_t last) {
  ThreadSet timed = 0;
  const ThreadSet enabled = graph.enabled(x, timed);
  if ((enabled & ~timed & only(last)) != 0) return last;
  for (const std::uint32_t thread : names.by_path())
    if ((enabled & only(thread)) != 0) return thread;
  return last;
}

}  // namespace

bool find_cheapest_order(const HappensBefore& graph, const Numbering& names, std::uint32_t initial, Cut& cut,
                         WorkItem& item) {
  const std::vector<std::uint32_t> order = threads_in_order(graph, cut);
  if (order.empty()) return false;
  std::vector<std::vector<std::uint32_t>> actions(graph.threads());
  for (std::uint32_t i = 0; i < graph.size(); ++i) actions[graph.action(i).thread].push_back(i);
  std::vector<std::uint32_t> ids(Numbering::kMostThreads);  // in an execution in this order
  std::uint32_t created = initial;
  for (std::uint32_t thread = 0, id = 0; id < initial; ++thread) ids[thread] = id++;
  item.tail = wire::Tail::kContinue;
  item.deviations.clear();
  Prefix x;
  std::uint32_t last = 0;
  for (std::uint32_t point = 0; point < order.size(); ++point) {
    const std::uint32_t thread = order[point];
    const Action& action = graph.action(actions[thread][x.count[thread]]);
    if (action.choice) {
      if (action.chosen != 0) item.deviations.push_back({point, action.chosen});
    } else if (thread != tail_choice(graph, names, x, last)) {
      item.deviations.push_back({point, ids[thread]});
    }
    if (!action.choice) last = thread;
    if (action.child != 0) ids[action.child] = created++;
    ++x.count[thread];
  }
  return true;
}

}  // namespace stalemate::explore

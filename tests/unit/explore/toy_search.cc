#include "toy_search.h"

#include <algorithm>

namespace stalemate::toy {
namespace {

class Collector final : public explore::Observer {
 public:
  Collector(const Program& program, const Wish& wish, Explored& out)
      : program_(program), wish_(wish), out_(out) {}

  explore::Next on_execution(const explore::Execution& execution) override {
    ++number_;
    if (execution.number != number_) out_.error = "numbers are not consecutive";
    if (execution.prefix_differs) out_.error = "a prefix differs";
    if (execution.malformed) out_.error = "a log is called malformed";
    out_.states.push_back(execution.header->state);
    if (wish_.keep) {
      const Log log = run(program_, *execution.item);
      if (log.header.outcome != execution.header->outcome || log.header.points != execution.header->points)
        out_.error = "the item does not belong to the header";
      out_.executions.push_back({execution.preemptions, log.choices});
      out_.outcomes.push_back(log.header.outcome);
    }
    return number_ == wish_.stop_at ? explore::Next::kStop : explore::Next::kGoOn;
  }

 private:
  const Program& program_;
  const Wish& wish_;
  Explored& out_;
  std::uint64_t number_ = 0;
};

}  // namespace

Explored explore_toy(const Program& program, const Wish& wish, const Workers& workers) {
  Explored out;
  Collector collector(program, wish, out);
  explore::Search search(explore::make_strategy(wish.strategy, wish.parameters), {wish.executions}, collector,
                         workers.room, wish.plan);
  Dice dice(workers.seed + 1);
  std::vector<explore::WorkItem> flying;
  while (!search.done()) {
    const bool want = flying.size() < workers.in_flight && (workers.seed == 0 || dice.below(4) > 0);
    explore::WorkItem item;
    if (want && search.next(item)) {
      flying.push_back(item);
      ++out.issued;
      continue;
    }
    if (flying.empty()) {
      if (want && !search.done()) out.error = "stuck: nothing in flight, nothing to issue, and not done";
      if (want) break;
      continue;
    }
    const std::size_t which = workers.seed == 0 ? 0 : dice.below(flying.size());
    const explore::WorkItem chosen = flying[which];
    flying.erase(flying.begin() + static_cast<std::ptrdiff_t>(which));
    const Log log = run(program, chosen);
    search.finished(chosen.id, log.view());
    const explore::FrontierSize size = search.frontier();
    out.frontier_max.bytes = std::max(out.frontier_max.bytes, size.bytes);
    out.frontier_max.items = std::max(out.frontier_max.items, size.items);
    out.frontier_max.nodes = std::max(out.frontier_max.nodes, size.nodes);
    if (search.in_flight() != flying.size()) out.error = "in_flight() is wrong";
  }
  out.summary = search.summary();
  out.frontier_at_end = search.frontier();
  return out;
}

Body repeat(const Body& body, int times) {
  Body out;
  for (int i = 0; i < times; ++i) out.insert(out.end(), body.begin(), body.end());
  return out;
}

Program forked(int threads, const Body& body) {
  Program program;
  program.bodies = {{}, body};
  for (int i = 0; i < threads; ++i) program.bodies[0].push_back({Op::kCreate, 1});
  for (int i = 0; i < threads; ++i) program.bodies[0].push_back({Op::kJoin, i});
  program.bodies[0].push_back({Op::kExit});
  return program;
}

}  // namespace stalemate::toy

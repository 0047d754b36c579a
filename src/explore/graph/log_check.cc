#include "explore/graph/log_check.h"

#include <bit>

namespace stalemate::explore {

Fit follow(LogWalk& walk, const HappensBefore& graph, const std::vector<std::uint32_t>& ids) {
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    if (!walk.next()) return walk.malformed() ? Fit::kMalformed : Fit::kPrefixDiffers;
    const wire::Record& record = walk.record();
    const Action& action = graph.action(i);
    const bool choice = record.kind == wire::RecordKind::kChoice;
    if (choice != action.choice || record.thread != ids[action.thread] || record.op != action.op)
      return Fit::kPrefixDiffers;
    if (choice ? record.value != action.chosen
               : record.op != OpKind::kCreate && record.object != action.object)
      return Fit::kPrefixDiffers;
  }
  return Fit::kFits;
}

Execution execution_of(const Summary& summary, const wire::LogHeader& header, const LogCounts& counts,
                       Fit fit) {
  Execution execution;
  execution.number = summary.executions;
  execution.header = &header;
  execution.preemptions = counts.preemptions;
  execution.switches = counts.switches;
  execution.prefix_differs = fit == Fit::kPrefixDiffers;
  execution.malformed = fit == Fit::kMalformed;
  return execution;
}

bool add_woken(const LogActions& logged, const LogAction& action, const std::vector<std::uint32_t>& threads,
               ThreadSet& woken) {
  for (std::uint32_t w = 0; w < action.woken; ++w) {
    const std::uint16_t id = logged.woken()[action.first_woken + w];
    if (id >= threads.size()) return false;
    woken |= only(threads[id]);
  }
  return true;
}

namespace {

// With some values, the model may not know yet that a step is silent. A step that it knows to be silent is
// made only if an item prescribes it.
bool may_await(const Announced& next, const Actors& model, const LogWalk& walk,
               const std::vector<std::uint32_t>& threads, std::uint32_t thread) {
  if (next.kind != Announced::Kind::kStep || !reads_memory(next.op)) return false;
  return (model.enabled & only(thread)) != 0 || threads[walk.record().thread] == thread;
}

}  // namespace

bool LoggedActors::agree(const Actors& model, const LogWalk& walk, const HappensBefore& graph,
                         const std::vector<std::uint32_t>& threads) {
  if (walk.is_thread_point() != (model.chooser == Numbering::kNoName)) return false;
  if (!walk.is_thread_point()) return true;
  if (version_ != walk.enabled().version()) {
    version_ = walk.enabled().version();
    enabled_ = runs_on_ = 0;
    for (std::uint32_t id = 0; id < threads.size(); ++id) {
      if (walk.enabled().contains(id)) enabled_ |= only(threads[id]);
      if (walk.enabled().runs_on(id)) runs_on_ |= only(threads[id]);
    }
  }
  ThreadSet differing = (enabled_ ^ model.enabled) | (runs_on_ ^ (model.enabled & ~model.timed));
  for (; differing != 0; differing &= differing - 1) {
    const auto thread = static_cast<std::uint32_t>(std::countr_zero(differing));
    const Announced* next = graph.announced(graph.whole(), thread);
    if (next != nullptr && may_await(*next, model, walk, threads, thread)) continue;
    if (next == nullptr || next->kind != Announced::Kind::kUnknown) return false;
  }
  return true;
}

}  // namespace stalemate::explore

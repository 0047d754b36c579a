#include "campaign/findings/leak_tracker.h"

#include <algorithm>

#include "campaign/findings/saved_findings.h"
#include "trace/block.h"

namespace stalemate::host {

void LeakTracker::begin_pass(Rerunner& rerunner, bool resumes) {
  use(rerunner, resumes);
  if (!resumes) known_before_pass_ = known_;
}

void LeakTracker::forget_pass() {
  drop_new_findings();
  known_ = known_before_pass_;
  idle_ = 0;
}

bool LeakTracker::is_new(const trace::Execution& execution, const trace::Leak& leak) {
  const trace::Block* block = trace::block_of(execution, leak);
  std::vector<std::uint64_t> code;
  for (const trace::CodeAddress& frame : block != nullptr ? block->begun.stack : leak.stack)
    code.push_back(frame.pc);
  return known_.insert(std::move(code)).second;
}

explore::Next LeakTracker::examine(std::span<const Observation> observations,
                                   const explore::Execution& execution) {
  if (error()) return explore::Next::kStop;
  if (observations.empty() || idle_ > kMostIdle) return explore::Next::kGoOn;
  ++idle_;
  // Equivalent executions leak the same.
  const explore::WorkItem& item = execution.cheaper != nullptr ? *execution.cheaper : *execution.item;
  const auto recording = run(item, wire::kItemDetailed | wire::kItemCapture, &observations.front());
  if (!recording) return explore::Next::kStop;
  const trace::Execution detail = trace::read_execution(recording->view());
  for (const Observation& observation : observations) {
    // What is found by scanning stacks word by word may be gone if more was written to them.
    const auto leak = std::ranges::find(detail.leaks, observation.address, &trace::Leak::address);
    if (leak == detail.leaks.end() || !is_new(detail, *leak) || findings().size() == kMostFindings) continue;
    idle_ = 0;
    Recording of_leak = *recording;
    of_leak.leak = observation.address;
    add_finding(item, execution.number, std::move(of_leak));
  }
  return explore::Next::kGoOn;
}

// Callers decide which blocks are one leak, and the search has not recorded them.
void LeakTracker::take_as_seen(std::span<const Observation> observations, const explore::Execution& execution,
                               const Recording& seen) {
  if (observations.empty() || !findings().empty() || !unrepeated().empty()) return;
  Recording recording = seen;
  recording.leak = observations.front().address;
  add_unrepeated(execution, std::move(recording));
}

void LeakTracker::save(ByteSink& sink) const {
  save_findings(sink);
  sink.number(idle_);
  for (const CallStacks* stacks : {&known_, &known_before_pass_}) {
    sink.number(stacks->size());
    for (const auto& stack : *stacks) save_numbers(sink, stack);
  }
}

bool LeakTracker::load(ByteSource& source) {
  load_findings(source);
  source.number_to(idle_);
  for (CallStacks* stacks : {&known_, &known_before_pass_})
    for (std::size_t left = source.count(); left > 0 && source.ok(); --left)
      stacks->insert(load_numbers(source));
  return source.ok();
}

}  // namespace stalemate::host

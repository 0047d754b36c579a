#include "record/creation_order.h"

#include <algorithm>

namespace stalemate::tools {

ForkJoinOrder::ForkJoinOrder(const LoggedSteps& log)
    : clocks_(1, Clock(log.threads.size(), 0)),
      current_(log.threads.size(), 0),
      done_(log.threads.size(), 0) {
  for (std::size_t i = 0; i < log.steps.size(); ++i) {
    const Step& step = log.steps[i];
    if (step.op == OpKind::kCreate && step.value != 0 && step.value < log.threads.size())
      create(step.thread, step.value);
    if (const auto joined = joined_thread(log, step); joined && *joined != step.thread)
      if (const auto& ended = log.threads[*joined].ended; ended && *ended <= i) join(step.thread, *joined);
    thread_.push_back(step.thread);
    number_.push_back(done_[step.thread]++);
    clock_.push_back(current_[step.thread]);
  }
}

void ForkJoinOrder::create(std::uint32_t parent, std::uint32_t child) {
  Clock clock = clocks_[current_[parent]];
  clock[parent] = done_[parent] + 1;
  current_[child] = static_cast<std::uint32_t>(clocks_.size());
  clocks_.push_back(std::move(clock));
}

void ForkJoinOrder::join(std::uint32_t joiner, std::uint32_t joined) {
  Clock clock = clocks_[current_[joiner]];
  const Clock& other = clocks_[current_[joined]];
  for (std::size_t t = 0; t < clock.size(); ++t) clock[t] = std::max(clock[t], other[t]);
  clock[joined] = done_[joined];
  current_[joiner] = static_cast<std::uint32_t>(clocks_.size());
  clocks_.push_back(std::move(clock));
}

bool ForkJoinOrder::before(std::size_t earlier, std::size_t later) const {
  if (thread_[earlier] == thread_[later]) return earlier < later;
  return clocks_[clock_[later]][thread_[earlier]] > number_[earlier];
}

}  // namespace stalemate::tools

#include "explore/engine/summary.h"

#include <algorithm>

#include "model/outcome.h"

namespace stalemate::explore {
namespace {

void save_numbers(ByteSink& sink, const std::vector<std::uint64_t>& counts) {
  sink.number(counts.size());
  for (const std::uint64_t count : counts) sink.number(count);
}

std::vector<std::uint64_t> load_numbers(ByteSource& source) {
  std::vector<std::uint64_t> counts(source.count());
  for (std::uint64_t& count : counts) count = source.number();
  return counts;
}

}  // namespace

void Summary::add(const wire::LogHeader& header, const LogCounts& counts, std::optional<std::size_t> bound) {
  ++executions;
  if (bound) {
    if (per_bound.size() <= *bound) per_bound.resize(*bound + 1);
    ++per_bound[*bound];
  }
  redundant += is_of_failed_try(header);
  abandoned += header.outcome == wire::Outcome::kAbandoned;
  steps_max = std::max(steps_max, counts.steps);
  blocking_max = std::max(blocking_max, counts.blocking);
  preemptions_max = std::max(preemptions_max, counts.preemptions);
  threads_max = std::max({threads_max, counts.threads, static_cast<std::uint32_t>(header.threads)});
}

void Summary::save(ByteSink& sink) const {
  sink.number(executions);
  save_numbers(sink, per_bound);
  sink.flag(completed.has_value());
  sink.number(completed.value_or(0));
  sink.number(abandoned);
  sink.number(*classes);
  save_numbers(sink, classes_per_bound);
  sink.number(redundant);
  for (const std::uint32_t most : {steps_max, blocking_max, preemptions_max, threads_max}) sink.number(most);
}

void Summary::load(ByteSource& source) {
  executions = source.number();
  per_bound = load_numbers(source);
  const bool exhausted_any = source.flag();
  source.number_to(completed.emplace());
  if (!exhausted_any) completed.reset();
  abandoned = source.number();
  classes = source.number();
  classes_per_bound = load_numbers(source);
  redundant = source.number();
  for (std::uint32_t* most : {&steps_max, &blocking_max, &preemptions_max, &threads_max})
    source.number_to(*most);
}

}  // namespace stalemate::explore

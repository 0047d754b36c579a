#include "campaign/coverage_watch.h"

#include <algorithm>
#include <utility>

namespace stalemate::host {
namespace {

constexpr std::uint64_t kMostGraphs = 8'000'000;

// The empty graph is one, too.
constexpr Hash128 kNotZero{1, 0};

// Five hundred samples for a million executions.
std::uint64_t after(std::uint64_t sample) { return sample + std::max<std::uint64_t>(1, sample / 50); }

}  // namespace

void CoverageWatch::insert(Table& table, Hash128 hash) {
  if (table.find(hash) == nullptr) table.insert({hash});
}

// Known graphs come earlier in the canonical order than any that still arrive.
void CoverageWatch::arrived(const LogView& log) {
  collector_.arrived(log);
  if (!counts_graphs_ && !counts_classes_) return;
  Fresh fresh;
  graph_.start(log);
  while (graph_.next()) {
    const Hash128 hash = graph_.hash() ^ kNotZero;
    if (counts_graphs_ && graphs_.find(hash) == nullptr) fresh.graphs.push_back(hash);
  }
  fresh.end = graph_.hash() ^ kNotZero;
  fresh.clear = graph_.trouble() == explore::GaveUp::kNothing;
  fresh_[log.header->item] = std::move(fresh);
}

void CoverageWatch::count(const wire::LogHeader& header) {
  const auto fresh = fresh_.extract(header.item);
  const bool clear = !fresh.empty() && fresh.mapped().clear;
  counts_classes_ = counts_classes_ && clear;
  counts_graphs_ = counts_graphs_ && clear && graphs_.size() <= kMostGraphs;
  const bool has_class =
      header.outcome == wire::Outcome::kFinished || header.outcome == wire::Outcome::kDeadlock;
  if (counts_classes_ && has_class) insert(ends_, fresh.mapped().end);
  if (counts_graphs_)
    for (const Hash128 hash : fresh.mapped().graphs) insert(graphs_, hash);
  now_.classes = counts_classes_ ? std::optional(ends_.size()) : std::nullopt;
  now_.prefixes = counts_graphs_ ? std::optional(graphs_.size()) : std::nullopt;
}

explore::Next CoverageWatch::on_execution(const explore::Execution& execution) {
  const explore::Next next = collector_.on_execution(execution);
  const std::optional<std::uint32_t>& completed = search_->summary().completed;
  std::optional<std::uint32_t> bound;
  if (by_bound_) bound = completed ? *completed + 1 : 0;
  if (now_.bound != bound && now_.executions != 0) growth_.bounds.push_back(now_);
  count(*execution.header);
  now_.executions = execution.number;
  now_.bound = bound;
  now_.states = collector_.states();
  if (execution.number >= next_sample_) {
    growth_.samples.push_back(now_);
    next_sample_ = after(next_sample_);
  }
  return next;
}

// A reduced search knows prefixes that need not be run; a complete one knows all of them, though no class
// needs as many preemptions as some do.
void CoverageWatch::count_within(std::vector<CoverageSample>& bounds) const {
  const explore::Summary& summary = search_->summary();
  const std::vector<std::uint64_t>& counts = summary.prefixes_per_bound;
  while (summary.complete && bounds.size() < counts.size()) {
    bounds.push_back(bounds.back());
    ++*bounds.back().bound;
  }
  std::uint64_t sum = 0;
  for (std::size_t bound = 0; bound < bounds.size() && !counts.empty(); ++bound) {
    if (!summary.complete && (!summary.completed || bound > *summary.completed)) return;
    if (bound < counts.size()) sum += counts[bound];
    bounds[bound].within = sum;
  }
}

CoverageGrowth CoverageWatch::growth() const {
  CoverageGrowth growth = growth_;
  if (now_.executions == 0) return growth;
  if (by_bound_) {
    growth.bounds.push_back(now_);
    count_within(growth.bounds);
  }
  if (growth.samples.back() != now_) growth.samples.push_back(now_);
  return growth;
}

}  // namespace stalemate::host

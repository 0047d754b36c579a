#include "predict/witness_book.h"

namespace stalemate::predict {
namespace {

using trace::Event;
using trace::EventKind;

constexpr std::int64_t kNowhere = -1;

bool reads(const Event& event) { return event.kind == EventKind::kRead || event.kind == EventKind::kUpdate; }
bool writes(const Event& event) {
  return event.kind == EventKind::kWrite || event.kind == EventKind::kUpdate;
}

}  // namespace

WitnessBook::WitnessBook(const trace::EventTrace& trace, const std::vector<std::int64_t>& writers,
                         BookLimits limits)
    : trace_(trace), limits_(limits), initial_(trace.variables.size()) {
  if (!trace.has_values) return;
  for (std::size_t i = 0; i < trace.events.size(); ++i)
    if (reads(trace.events[i]) && writers[i] == kInitial && !trace.events[i].unknown)
      initial_[trace.events[i].object] = trace.events[i].value;
}

std::optional<std::uint64_t> WitnessBook::value_of(std::int64_t write, std::uint32_t variable) const {
  if (!trace_.has_values) return std::nullopt;
  if (write == kInitial) return initial_[variable];
  const Event& event = trace_.events[static_cast<std::size_t>(write)];
  if (event.unknown) return std::nullopt;
  return event.kind == EventKind::kUpdate ? event.written : event.value;
}

// If a trace has no useful places, variables distinguish the groups.
WitnessBook::Key WitnessBook::key_of(const Triplet& triplet) const {
  const auto place = [this](std::int64_t event) {
    return event == kInitial ? kNowhere
                             : std::int64_t{trace_.events[static_cast<std::size_t>(event)].location};
  };
  const Event& read = trace_.events[triplet.read];
  return {place(triplet.writer), std::int64_t{read.location}, place(triplet.challenger),
          trace_.locations.size() <= 1 ? std::int64_t{read.object} : 0};
}

WitnessGroup* WitnessBook::group_of(const Triplet& triplet) {
  const Key key = key_of(triplet);
  const auto found = by_places_.find(key);
  if (found != by_places_.end()) return &groups_[found->second];
  // Groups beyond the limit are not stored, so that they may be counted twice: groups_in_all() is then the
  // number of changes from one to another, which reports mention only as "more".
  ++groups_in_all_;
  if (groups_.size() == limits_.groups) return nullptr;
  by_places_.emplace(key, groups_.size());
  groups_.emplace_back();
  groups_.back().variable = trace_.events[triplet.read].object;
  return &groups_.back();
}

void WitnessBook::take(const Triplet& triplet) {
  if (triplet.verdict != Verdict::kFeasible) return;
  const Event& read = trace_.events[triplet.read];
  if (triplet.read != last_read_) ++open_reads_;
  last_read_ = triplet.read;
  if (listed_.size() < limits_.listed) listed_.push_back(triplet);
  WitnessGroup* group = group_of(triplet);
  if (group == nullptr) return;
  ++group->witnesses;
  if (group->last_read != triplet.read) ++group->reads;
  group->last_read = triplet.read;
  group->several_variables |= group->variable != read.object;
  const auto other = value_of(triplet.challenger, read.object);
  if (other && !read.unknown && *other == read.value) ++group->equal;
  if (group->candidates.size() < limits_.candidates) group->candidates.push_back(triplet);
}

std::size_t switches_of(const std::vector<std::uint16_t>& schedule) {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i) switches += schedule[i] != schedule[i - 1];
  return switches;
}

Questions questions_of(const trace::EventTrace& trace) {
  std::vector<std::uint64_t> written(trace.variables.size());
  for (const Event& event : trace.events)
    if (writes(event)) ++written[event.object];
  Questions questions;
  for (const Event& event : trace.events) {
    if (!reads(event)) continue;
    ++questions.reads;
    // The write that it saw is not an alternative, but then the initial value is one.
    questions.alternatives += written[event.object] - (writes(event) ? 1 : 0);
  }
  return questions;
}

}  // namespace stalemate::predict

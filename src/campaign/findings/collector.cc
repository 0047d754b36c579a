#include "campaign/findings/collector.h"

#include <algorithm>

#include "campaign/findings/saved_findings.h"
#include "model/outcome.h"

namespace stalemate::host {
namespace {

bool shows(const wire::LogHeader& header) { return header.races != 0 || header.leaks != 0; }

}  // namespace

void Collector::arrived(const LogView& log) {
  if ((log.header->uses_state & wire::kStatesOnTheWay) != 0) note_states(log);
  if (shows(*log.header) && on_observations_) note_observations(log);
  if (!stalemate::is_failure(log.header->outcome)) return;
  Arrival& arrival = failed_[log.header->item];
  records_ -= arrival.records.size();
  arrival = {failure_of(log), {}};
  const bool known = by_key_.contains(known_key(arrival.failure));
  if (known || records_ + log.records.size() > kMostRecords) return;
  arrival.records.assign(log.records.begin(), log.records.end());
  records_ += arrival.records.size();
}

// Known states come earlier in the canonical order than any that still arrive.
void Collector::note_states(const LogView& log) {
  std::vector<std::uint64_t> fresh;
  for (const wire::Record& record : log.records)
    if (record.kind == wire::RecordKind::kState && !states_.contains(record.object))
      fresh.push_back(record.object);
  if (!fresh.empty()) fresh_states_[log.header->item] = std::move(fresh);
}

// Reported observations come earlier in the canonical order than any that still arrive.
void Collector::note_observations(const LogView& log) {
  std::vector<Observation> observations = observations_of(log);
  const bool wants_meetings = finds_meetings_ && std::ranges::any_of(observations, [this](Observation s) {
                                s.met = true;
                                return !passed_on_.contains(s.key());
                              });
  if (wants_meetings) host::find_meetings(log, observations);
  std::erase_if(observations, [this](const Observation& s) { return passed_on_.contains(s.key()); });
  if (observations.empty()) return;
  Sighting& sighting = observations_[log.header->item];
  records_ -= sighting.records.size();
  sighting = {std::move(observations), {}};
  if (records_ + log.records.size() > kMostRecords) return;
  sighting.records.assign(log.records.begin(), log.records.end());
  records_ += sighting.records.size();
}

explore::Next Collector::pass_on_observations(const explore::Execution& execution) {
  auto node = observations_.extract(execution.header->item);
  if (node.empty()) return explore::Next::kGoOn;
  Sighting& sighting = node.mapped();
  records_ -= sighting.records.size();
  std::erase_if(sighting.observations,
                [this](const Observation& s) { return !passed_on_.insert(s.key()).second; });
  return sighting.observations.empty() ? explore::Next::kGoOn : on_observations_(sighting, execution);
}

explore::Next Collector::on_execution(const explore::Execution& emitted) {
  explore::Execution execution = emitted;
  execution.number += earlier_;
  const bool shows_something = shows(*execution.header) && on_observations_;
  if (shows_something && may_end_otherwise(*execution.header) &&
      pass_on_observations(execution) == explore::Next::kStop)
    return explore::Next::kStop;
  const explore::Next next = judge(execution);
  if (!shows_something || diverged_) return next;
  const explore::Next after = pass_on_observations(execution);
  return next == explore::Next::kStop ? next : after;
}

// A thread that does not end, and has something to promote, is not a failure: with more steps it may be seen
// to wait.
bool Collector::may_end_otherwise(const wire::LogHeader& header) const {
  switch (header.outcome) {
    case wire::Outcome::kHang: return true;
    case wire::Outcome::kLivelock:
    case wire::Outcome::kGoodSamaritan:
    case wire::Outcome::kStepLimit: {
      const auto shown = observations_.find(header.item);
      return shown != observations_.end() &&
             std::ranges::any_of(shown->second.observations, &Observation::touched);
    }
    default: return false;
  }
}

void Collector::count_states(const wire::LogHeader& header) {
  uses_state_ = uses_state_ || (header.uses_state & (wire::kStateAtEnd | wire::kStatesOnTheWay)) != 0;
  if ((header.uses_state & wire::kStateAtEnd) != 0) states_.insert(header.state);
  if ((header.uses_state & wire::kStatesOnTheWay) == 0) return;
  const auto fresh = fresh_states_.extract(header.item);
  if (!fresh.empty()) states_.insert(fresh.mapped().begin(), fresh.mapped().end());
}

explore::Next Collector::judge(const explore::Execution& execution) {
  const wire::LogHeader& header = *execution.header;
  count_states(header);
  // A log that contradicts itself was overwritten by the program: what it hides is not explored, so there is
  // no verdict.
  const bool leaves_traces = refuses_old_frees_ && (header.uses_state & wire::kFreesOldBlock) != 0;
  if (execution.prefix_differs || execution.malformed || leaves_traces ||
      header.outcome == wire::Outcome::kDiverged) {
    diverged_ = *execution.item;
    return explore::Next::kStop;
  }
  if (header.outcome == wire::Outcome::kFinished) return judge_exit(execution);
  hit_step_limit_ = hit_step_limit_ || header.outcome == wire::Outcome::kStepLimit ||
                    header.outcome == wire::Outcome::kOutOfSteps;
  if (!stalemate::is_failure(header.outcome)) return explore::Next::kGoOn;
  hung_ = hung_ || header.outcome == wire::Outcome::kHang;
  Candidate candidate;
  candidate.execution = execution.number;
  candidate.item = *execution.item;
  if (execution.cheaper != nullptr) candidate.cheaper = *execution.cheaper;
  candidate.failure.header = header;
  if (auto arrival = failed_.extract(header.item)) {
    records_ -= arrival.mapped().records.size();
    candidate.failure = std::move(arrival.mapped().failure);
    candidate.records = std::move(arrival.mapped().records);
  }
  return add(std::move(candidate));
}

explore::Next Collector::judge_exit(const explore::Execution& execution) {
  const auto verdict = exit_codes_.count(execution);
  if (!verdict) {
    // Of an execution that was considered correct at first.
    const std::int32_t code = execution.header->exit_code;
    if (const auto known = by_key_.find(key_of_exit_code(code)); known != by_key_.end())
      candidates_[known->second].seen = exit_codes_.count_of(code);
    return explore::Next::kGoOn;
  }
  Candidate candidate;
  candidate.execution = verdict->failing.execution;
  candidate.seen = exit_codes_.count_of(verdict->failing.header.exit_code);
  candidate.item = verdict->failing.item;
  candidate.cheaper = verdict->failing.cheaper;
  candidate.failure.header = verdict->failing.header;
  candidate.other = verdict->other;
  return add(std::move(candidate));
}

// If there are too many variants, that of the first.
std::uint64_t Collector::known_key(const Failure& failure) const {
  const std::uint64_t key = key_of(failure), variant = variant_of(failure);
  const auto variants = variants_.find(key);
  if (variant == 0 || variants == variants_.end()) return key + variant;
  const std::vector<std::uint64_t>& kept = variants->second;
  const bool fits = kept.size() < kMostVariants || std::ranges::find(kept, variant) != kept.end();
  return key + (fits ? variant : kept.front());
}

explore::Next Collector::add(Candidate candidate) {
  candidate.key = known_key(candidate.failure);
  const auto known = by_key_.find(candidate.key);
  if (known != by_key_.end()) {
    std::uint64_t& seen = candidates_[known->second].seen;
    seen = candidate.failure.header.outcome == wire::Outcome::kFinished ? candidate.seen : seen + 1;
  } else if (candidates_.size() < kMostFindings) {
    by_key_.emplace(candidate.key, candidates_.size());
    if (const std::uint64_t variant = variant_of(candidate.failure); variant != 0)
      variants_[key_of(candidate.failure)].push_back(variant);
    candidates_.push_back(std::move(candidate));
    if (on_candidates_) on_candidates_(candidates_);
  } else {
    left_out_ = true;
  }
  return keep_going_ ? explore::Next::kGoOn : explore::Next::kStop;
}

bool Collector::wants_item(const wire::LogHeader& header) const {
  return header.outcome == wire::Outcome::kDiverged || stalemate::is_failure(header.outcome) ||
         exit_codes_.wants_item(header) || (shows(header) && observations_.contains(header.item));
}

std::optional<std::uint64_t> Collector::states() const {
  return uses_state_ ? std::optional<std::uint64_t>(states_.size()) : std::nullopt;
}

void Collector::save(ByteSink& sink) const {
  sink.number(passed_on_.size());
  for (const auto& [pc, partner, bits] : passed_on_) {
    sink.number(pc);
    sink.number(partner);
    sink.number(bits);
  }
  for (const bool flag : {hit_step_limit_, hung_, uses_state_}) sink.flag(flag);
  std::vector<std::uint64_t> states(states_.begin(), states_.end());
  std::sort(states.begin(), states.end());
  save_numbers(sink, states);
  exit_codes_.save(sink);
  save_all(sink, candidates_);
}

bool Collector::load(ByteSource& source) {
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const std::uint64_t pc = source.number(), partner = source.number();
    std::uint32_t bits = 0;
    source.number_to(bits);
    passed_on_.insert({pc, partner, bits});
  }
  for (bool* flag : {&hit_step_limit_, &hung_, &uses_state_}) *flag = source.flag();
  for (const std::uint64_t state : load_numbers(source)) states_.insert(state);
  if (!exit_codes_.load(source)) return false;
  load_all(source, candidates_, &load_candidate);
  for (std::size_t n = 0; n < candidates_.size(); ++n) {
    by_key_.emplace(candidates_[n].key, n);
    if (const std::uint64_t variant = variant_of(candidates_[n].failure); variant != 0)
      variants_[key_of(candidates_[n].failure)].push_back(variant);
  }
  return source.ok();
}

}  // namespace stalemate::host

#include "campaign/examiner.h"

#include "campaign/rerun/determinism.h"
#include "campaign/rerun/minimise.h"

namespace stalemate::host {
namespace {

void take_shape(Finding& finding) {
  const Shape shape = shape_of(finding.recording.view());
  finding.preemptions = shape.preemptions;
  finding.switches = shape.switches;
  finding.steps = shape.steps;
}

// It is not an error that time is up: the known part is reported.
std::optional<Error> unless_interrupted(const Error& error) {
  if (error.code == Code::kInterrupted) return std::nullopt;
  return error;
}

// Runs the item in detail; it replaces the finding's item if it fails in the same way.
std::optional<Error> try_item(Rerunner& rerunner, const explore::WorkItem& item, const Failure& failure,
                              Finding& finding) {
  auto run = rerunner.run_detailed(item);
  if (!run) return run.error();
  if (!same_failure(failure_of(run->view()), failure)) return std::nullopt;
  finding.item = item;
  finding.recording = std::move(*run);
  return std::nullopt;
}

}  // namespace

Finding Examiner::as_seen(const Candidate& candidate) const {
  Finding finding;
  finding.execution = candidate.execution;
  finding.seen = candidate.seen;
  finding.item = candidate.item;
  finding.repeated = finding.minimised = false;
  finding.recording.header = candidate.failure.header;
  finding.recording.records = candidate.records;
  finding.recording.text = candidate.failure.text;
  finding.recording.modules = modules_;
  return finding;
}

Examined Examiner::examine(Rerunner& rerunner, const Candidate& candidate) const {
  Examined examined{as_seen(candidate), std::nullopt};
  Finding& finding = examined.finding;
  auto repeated = rerunner.run_detailed(candidate.item);
  if (!repeated) {
    examined.error = unless_interrupted(repeated.error());
  } else if (!same_failure(failure_of(repeated->view()), candidate.failure)) {
    examined.error = explain_divergence(rerunner, candidate.item);
  } else {
    finding.repeated = finding.minimised = true;
    finding.recording = std::move(*repeated);
    examined.error = simplify(rerunner, candidate, finding);
    if (!examined.error && candidate.other) examined.error = take_other(rerunner, *candidate.other, finding);
  }
  take_shape(finding);
  return examined;
}

std::optional<Error> Examiner::simplify(Rerunner& rerunner, const Candidate& candidate,
                                        Finding& finding) const {
  if (limits_.over()) {
    finding.minimised = false;
    return std::nullopt;
  }
  if (candidate.cheaper)
    if (const auto error = try_item(rerunner, *candidate.cheaper, candidate.failure, finding)) {
      finding.minimised = false;
      return unless_interrupted(*error);
    }
  return minimise_finding(rerunner, candidate, finding);
}

std::optional<Error> Examiner::minimise_finding(Rerunner& rerunner, const Candidate& candidate,
                                                Finding& finding) const {
  const auto minimised = minimise(rerunner, finding.item, finding.recording, most_candidates_, &limits_);
  if (!minimised) {
    finding.minimised = false;
    return unless_interrupted(minimised.error());
  }
  finding.minimised = !minimised->ended_by_time;
  if (minimised->item.deviations == finding.item.deviations && minimised->item.tail == finding.item.tail)
    return std::nullopt;
  if (const auto error = try_item(rerunner, minimised->item, candidate.failure, finding)) {
    finding.minimised = false;
    return unless_interrupted(*error);
  }
  return std::nullopt;
}

std::optional<Error> Examiner::take_other(Rerunner& rerunner, const NormalEnd& other,
                                          Finding& finding) const {
  auto run = rerunner.run_detailed(other.cheaper.value_or(other.item));
  if (!run) return unless_interrupted(run.error());
  if (run->header.outcome != other.header.outcome || run->header.exit_code != other.header.exit_code)
    return explain_divergence(rerunner, other.item);
  finding.other = OtherEnd{other.execution, std::move(*run)};
  return std::nullopt;
}

}  // namespace stalemate::host

#include "campaign/findings/observation_tracker.h"

#include "campaign/findings/saved_findings.h"
#include "campaign/rerun/minimise.h"

namespace stalemate::host {

std::optional<Recording> ObservationTracker::run(explore::WorkItem item, std::uint32_t flags,
                                                 const Observation* watched) {
  item.flags |= flags;
  if (watched != nullptr) {
    item.watch = watched->address;
    item.watch_bytes = watched->lost ? 1 : watched->bits & wire::kAccessBytes;
  }
  auto recording = rerunner_->run(item);
  if (recording) return std::move(*recording);
  error_ = recording.error();
  return std::nullopt;
}

namespace {

Finding finding_of(const explore::WorkItem& item, std::uint64_t execution, Recording recording) {
  Finding finding;
  finding.execution = execution;
  finding.item = item;
  const Shape shape = shape_of(recording.view());
  finding.preemptions = shape.preemptions;
  finding.switches = shape.switches;
  finding.steps = shape.steps;
  finding.recording = std::move(recording);
  return finding;
}

}  // namespace

void ObservationTracker::add_finding(const explore::WorkItem& item, std::uint64_t execution,
                                     Recording recording, bool minimised) {
  findings_.push_back(finding_of(item, execution, std::move(recording)));
  findings_.back().minimised = minimised;
}

void ObservationTracker::add_unrepeated(const explore::Execution& execution, Recording recording) {
  if (findings_.size() + unrepeated_.size() >= kMostFindings) return;
  unrepeated_.push_back(finding_of(*execution.item, execution.number, std::move(recording)));
  unrepeated_.back().repeated = unrepeated_.back().minimised = false;
}

void ObservationTracker::save_findings(ByteSink& sink) const {
  save_all(sink, findings_);
  sink.number(before_pass_);
}

void ObservationTracker::load_findings(ByteSource& source) {
  load_all(source, findings_, &load_finding);
  before_pass_ = static_cast<std::size_t>(source.number(findings_.size() + 1));
}

}  // namespace stalemate::host

#include "host/race_book.h"

#include <algorithm>

#include "host/determinism.h"
#include "host/minimise.h"

namespace stalemate::host {

void RaceBook::begin_pass(Rerunner& rerunner) {
  rerunner_ = &rerunner;
  before_pass_ = promoted_.size();
}

explore::Next RaceBook::examine(const Sighting& sighting, const explore::Execution& execution) {
  if (error_) return explore::Next::kStop;
  explore::WorkItem item = *execution.item;
  item.flags |= wire::kItemDetailed | wire::kItemCapture;
  item.watch = sighting.address;
  item.watch_bytes = sighting.bits & wire::kAccessBytes;
  auto recording = rerunner_->run(item);
  if (!recording) {
    error_ = recording.error();
    return explore::Next::kStop;
  }
  const auto race = trace::find_race(trace::read_execution(recording->view()), sighting.pc);
  if (!race) {
    error_ = explain_divergence(*rerunner_, *execution.item);
    return explore::Next::kStop;
  }
  recording->race = sighting.pc;
  keep(*race, std::move(*recording), execution);
  const std::size_t before = promoted_.size();
  promote(race->later);
  promote(race->earlier);
  return promoted_.size() > before ? explore::Next::kStop : explore::Next::kGoOn;
}

void RaceBook::keep(const trace::Race& race, Recording recording, const explore::Execution& execution) {
  const auto codes = std::minmax({trace::code_of(race.later), trace::code_of(race.earlier)});
  if (!known_.insert(codes).second || race.quiet() || findings_.size() == kMostFindings) return;
  Finding finding;
  finding.execution = execution.number;
  finding.item = *execution.item;
  const Shape shape = shape_of(recording.view());
  finding.preemptions = shape.preemptions;
  finding.switches = shape.switches;
  finding.steps = shape.steps;
  finding.recording = std::move(recording);
  findings_.push_back(std::move(finding));
}

// An atomic access is a step as it is.
void RaceBook::promote(const trace::Access& access) {
  const std::uint64_t code = trace::code_of(access);
  if (!promotes_ || access.is_atomic || code == 0 || std::ranges::find(promoted_, code) != promoted_.end())
    return;
  if (promoted_.size() == wire::kMostPromoted)
    too_many_ = true;
  else
    promoted_.push_back(code);
}

wire::Config RaceBook::with_promoted(wire::Config config, std::size_t count) const {
  config.promoted_count = static_cast<std::uint32_t>(count);
  std::copy_n(promoted_.begin(), count, config.promoted);
  return config;
}

}  // namespace stalemate::host

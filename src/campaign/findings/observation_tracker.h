// Observations that do not end an execution, over all passes of a campaign: repeats executions, and stores
// findings in canonical order. The derived classes RaceTracker and LeakTracker decide which observations are
// one finding, and what follows from one.
#pragma once

#include <optional>
#include <vector>

#include "base/bytes.h"
#include "campaign/findings/finding.h"
#include "campaign/findings/observation.h"
#include "explore/engine/execution.h"

namespace stalemate::host {

class ObservationTracker {
 public:
  std::vector<Finding>& findings() { return findings_; }
  const std::optional<Error>& error() const { return error_; }
  bool ended_by_time() const { return error_ && error_->code == Code::kInterrupted; }
  // Findings that were not repeated since time was up: as the search observed them, without modules. Not
  // saved: a resumed campaign observes them again.
  std::vector<Finding>& unrepeated() { return unrepeated_; }

 protected:
  // The rerunner is used until the pass ends. `resumes`: resumes a saved pass.
  void use(Rerunner& rerunner, bool resumes) {
    rerunner_ = &rerunner;
    if (!resumes) before_pass_ = findings_.size();
  }
  void save_findings(ByteSink& sink) const;
  void load_findings(ByteSource& source);
  Rerunner& rerunner() { return *rerunner_; }
  // Watches the bytes of the observation, if there is one; empty: error() is set.
  std::optional<Recording> run(explore::WorkItem item, std::uint32_t flags,
                               const Observation* watched = nullptr);
  // The execution with this number in canonical order shows it, and so does the item.
  void add_finding(const explore::WorkItem& item, std::uint64_t execution, Recording recording,
                   bool minimised = true);
  void add_unrepeated(const explore::Execution& execution, Recording recording);
  // Those since use().
  void drop_new_findings() { findings_.resize(before_pass_); }
  void stop(Error error) { error_ = std::move(error); }

 private:
  Rerunner* rerunner_ = nullptr;
  std::vector<Finding> findings_, unrepeated_;
  std::size_t before_pass_ = 0;
  std::optional<Error> error_;
};

}  // namespace stalemate::host

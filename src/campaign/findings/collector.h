// Collects the findings of a search: stores the first execution of each kind of failure, in canonical order,
// and detects a program that is not deterministic. Distinguishes failures by how and where in the code they
// ended (failure.h); the report's fingerprint may join some again. Data races (S13) and leaks do not end an
// execution: each is passed on once, in canonical order, while the search continues. A loop that waits for a
// plain variable is passed on like a race, and is a failure only if promotion does not resolve it.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "campaign/findings/candidate.h"
#include "campaign/findings/exit_codes.h"
#include "campaign/findings/finding.h"
#include "campaign/findings/observation.h"
#include "campaign/rerun/failure.h"
#include "explore/search.h"
#include "model/log/log_view.h"

namespace stalemate::host {

// What to do about the first observation of something; kStop: the search ends after this execution.
using OnObservations = std::function<explore::Next(const Sighting&, const explore::Execution&)>;

class Collector : public explore::Observer {
 public:
  // `earlier`: executions of passes before this one, which the numbers of its findings count as well.
  Collector(bool keep_going, ExitCodeMode exit_codes, std::uint64_t earlier = 0,
            OnObservations on_observations = {})
      : keep_going_(keep_going),
        earlier_(earlier),
        exit_codes_(exit_codes),
        on_observations_(std::move(on_observations)) {}

  // Called with all candidates whenever there is a new one; may be empty.
  void report_to(std::function<void(const std::vector<Candidate>&)> on_candidates) {
    on_candidates_ = std::move(on_candidates);
  }

  // From now on observations record whether threads met.
  void find_meetings() { finds_meetings_ = true; }

  // An execution that frees memory from before the search counts as one that affects later ones.
  void refuse_old_frees() { refuses_old_frees_ = true; }

  // A log as it arrives, in any order, before the search sees it.
  void arrived(const LogView& log);
  explore::Next on_execution(const explore::Execution& execution) override;
  bool wants_item(const wire::LogHeader& header) const override;

  const std::vector<Candidate>& candidates() const { return candidates_; }
  const std::optional<explore::WorkItem>& diverged() const { return diverged_; }
  bool hit_step_limit() const { return hit_step_limit_; }
  bool hung() const { return hung_; }  // what follows a hang is unknown
  std::optional<std::uint64_t> states() const;
  // Failures that are not among the candidates.
  bool left_out() const { return left_out_; }
  const ExitCodes& exit_codes() const { return exit_codes_; }

  // Everything from emitted executions, into a new collector. Not after a divergence.
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);

 private:
  // Of an execution that failed.
  struct Arrival {
    Failure failure;
    std::vector<wire::Record> records;
  };
  // Beyond that the records of failed executions are not stored until they are emitted.
  static constexpr std::size_t kMostRecords = 4u << 20;

  void note_states(const LogView& log);
  void note_observations(const LogView& log);
  bool may_end_otherwise(const wire::LogHeader& header) const;
  void count_states(const wire::LogHeader& header);
  explore::Next pass_on_observations(const explore::Execution& execution);
  explore::Next judge(const explore::Execution& execution);
  explore::Next judge_exit(const explore::Execution& execution);
  explore::Next add(Candidate candidate);
  std::uint64_t known_key(const Failure& failure) const;

  bool keep_going_;
  std::uint64_t earlier_;
  ExitCodes exit_codes_;
  OnObservations on_observations_;
  std::function<void(const std::vector<Candidate>&)> on_candidates_;
  std::unordered_map<std::uint64_t, Sighting> observations_;  // of items not yet emitted
  std::set<Observation::Key> passed_on_;
  bool finds_meetings_ = false;
  bool hit_step_limit_ = false;
  bool hung_ = false;
  bool left_out_ = false;
  bool uses_state_ = false;
  bool refuses_old_frees_ = false;
  std::unordered_map<std::uint64_t, Arrival> failed_;                       // items not yet emitted
  std::size_t records_ = 0;                                                 // in failed_ and observations_
  std::unordered_map<std::uint64_t, std::size_t> by_key_;                   // index into candidates_
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> variants_;  // of one key, as stored
  // A loop makes one per round; they must not displace other failures.
  static constexpr std::size_t kMostVariants = 8;
  std::unordered_set<std::uint64_t> states_;
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> fresh_states_;  // of items not yet emitted
  std::vector<Candidate> candidates_;
  std::optional<explore::WorkItem> diverged_;
};

}  // namespace stalemate::host

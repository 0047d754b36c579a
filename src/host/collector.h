// Watches a search for findings: keeps the first execution of each kind of failure, in canonical order, and
// notices a program that is not deterministic. Knows failures apart by how they ended, not where in the
// schedule; the report's fingerprint is finer.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "explore/search.h"
#include "model/log_view.h"

namespace stalemate::host {

struct Candidate {
  std::uint64_t execution = 0;
  std::uint64_t seen = 1;
  explore::WorkItem item;
  wire::LogHeader header;
  std::string text;
};

class Collector : public explore::Observer {
 public:
  Collector(bool keep_going, bool exit_code_counts)
      : keep_going_(keep_going), exit_code_counts_(exit_code_counts) {}

  // A log as it arrives, in any order, before the search sees it.
  void arrived(const LogView& log);
  explore::Next on_execution(const explore::Execution& execution) override;
  bool wants_item(const wire::LogHeader& header) const override;

  const std::vector<Candidate>& candidates() const { return candidates_; }
  const std::optional<explore::WorkItem>& diverged() const { return diverged_; }
  bool hit_step_limit() const { return hit_step_limit_; }
  std::optional<std::uint64_t> states() const;

 private:
  struct Kind {
    std::uint64_t key = 0;
    std::string text;
  };

  bool keep_going_;
  bool exit_code_counts_;
  bool hit_step_limit_ = false;
  bool uses_state_ = false;
  std::unordered_map<std::uint64_t, Kind> kinds_;          // of failed items not yet emitted
  std::unordered_map<std::uint64_t, std::size_t> by_key_;  // index into candidates_
  std::unordered_set<std::uint64_t> states_;
  std::vector<Candidate> candidates_;
  std::optional<explore::WorkItem> diverged_;
};

}  // namespace stalemate::host

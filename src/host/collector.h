// Watches a search for findings: keeps the first execution of each kind of failure, in canonical order, and
// notices a program that is not deterministic. Knows failures apart by how they ended, not where in the
// schedule; the report's fingerprint is finer. Data races (S13) and leaks end nothing: each is passed on
// once, in canonical order, while the search goes on. A loop that waits for a plain variable is passed on
// like a race, and is a failure only where nothing comes of it.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "explore/search.h"
#include "host/sighting.h"
#include "model/log_view.h"

namespace stalemate::host {

struct Candidate {
  std::uint64_t key = 0;  // equal for equal ends
  std::uint64_t execution = 0;
  std::uint64_t seen = 1;
  explore::WorkItem item;
  std::optional<explore::WorkItem> cheaper;  // an equivalent one with fewer preemptions
  wire::LogHeader header;
  std::string text;
};

// What is to be done about what an execution is the first to show; kStop: the search ends after it.
using OnSightings = std::function<explore::Next(std::span<const Sighting>, const explore::Execution&)>;

class Collector : public explore::Observer {
 public:
  Collector(bool keep_going, bool exit_code_counts, OnSightings on_sightings = {})
      : keep_going_(keep_going),
        exit_code_counts_(exit_code_counts),
        on_sightings_(std::move(on_sightings)) {}

  // A log as it arrives, in any order, before the search sees it.
  void arrived(const LogView& log);
  explore::Next on_execution(const explore::Execution& execution) override;
  bool wants_item(const wire::LogHeader& header) const override;

  const std::vector<Candidate>& candidates() const { return candidates_; }
  const std::optional<explore::WorkItem>& diverged() const { return diverged_; }
  bool hit_step_limit() const { return hit_step_limit_; }
  bool hung() const { return hung_; }  // what came after is not known
  std::optional<std::uint64_t> states() const;

  // All that was emitted has left behind, into one that is new. Not of one that diverged.
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);

 private:
  struct Kind {
    std::uint64_t key = 0;
    std::string text;
  };

  void note_states(const LogView& log);
  void note_sightings(const LogView& log);
  void count_states(const wire::LogHeader& header);
  explore::Next pass_on_sightings(const explore::Execution& execution);
  explore::Next judge(const explore::Execution& execution);

  bool keep_going_;
  bool exit_code_counts_;
  OnSightings on_sightings_;
  std::unordered_map<std::uint64_t, std::vector<Sighting>> sightings_;  // of items not yet emitted
  std::set<Sighting::Key> passed_on_;
  bool hit_step_limit_ = false;
  bool hung_ = false;
  bool uses_state_ = false;
  std::unordered_map<std::uint64_t, Kind> kinds_;          // of failed items not yet emitted
  std::unordered_map<std::uint64_t, std::size_t> by_key_;  // index into candidates_
  std::unordered_set<std::uint64_t> states_;
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> fresh_states_;  // of items not yet emitted
  std::vector<Candidate> candidates_;
  std::optional<explore::WorkItem> diverged_;
};

}  // namespace stalemate::host

// The data races of a campaign (S13), over all its passes: repeats each sighting with everything recorded to
// find both of its accesses, keeps one finding per pair of code addresses, and says which code becomes steps.
// What it says depends on the canonical order of the executions alone.
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "host/campaign.h"
#include "host/collector.h"
#include "trace/race.h"

namespace stalemate::host {

class RaceBook {
 public:
  explicit RaceBook(bool promotes) : promotes_(promotes) {}

  // The rerunner has what is promoted now; it is used until the pass ends.
  void begin_pass(Rerunner& rerunner);
  // kStop: more was promoted, or error() is set.
  explore::Next examine(const Sighting& sighting, const explore::Execution& execution);

  std::vector<Finding>& findings() { return findings_; }
  const std::optional<Error>& error() const { return error_; }
  std::size_t promoted() const { return promoted_.size(); }
  std::size_t before_pass() const { return before_pass_; }
  bool promoted_more() const { return promoted_.size() > before_pass_; }
  bool too_many() const { return too_many_; }
  // The first `count` promoted addresses, set up.
  wire::Config with_promoted(wire::Config config, std::size_t count) const;

 private:
  void keep(const trace::Race& race, Recording recording, const explore::Execution& execution);
  void promote(const trace::Access& access);

  bool promotes_;
  bool too_many_ = false;
  Rerunner* rerunner_ = nullptr;
  std::size_t before_pass_ = 0;
  std::vector<std::uint64_t> promoted_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> known_;  // pairs of code addresses
  std::vector<Finding> findings_;
  std::optional<Error> error_;
};

}  // namespace stalemate::host

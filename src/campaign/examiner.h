// Turns the first execution with a failure into a finding: repeats it with all details, simplifies it, and
// explains why if it does not happen again. Whatever fails meanwhile, there is a finding: then it is reported
// as the search observed it.
#pragma once

#include <optional>
#include <string>

#include "campaign/findings/candidate.h"
#include "campaign/findings/finding.h"
#include "worker/time_limits.h"

namespace stalemate::host {

struct Examined {
  Finding finding;
  std::optional<Error> error;  // it did not happen again, or no worker could be started
};

class Examiner {
 public:
  // `modules`: of the program, to symbolize addresses if no worker can be started any more.
  Examiner(const TimeLimits& limits, unsigned most_candidates, std::string modules)
      : limits_(limits), most_candidates_(most_candidates), modules_(std::move(modules)) {}

  Examined examine(Rerunner& rerunner, const Candidate& candidate) const;

 private:
  Finding as_seen(const Candidate& candidate) const;
  std::optional<Error> simplify(Rerunner& rerunner, const Candidate& candidate, Finding& finding) const;
  std::optional<Error> minimise_finding(Rerunner& rerunner, const Candidate& candidate,
                                        Finding& finding) const;
  std::optional<Error> take_other(Rerunner& rerunner, const NormalEnd& other, Finding& finding) const;

  const TimeLimits& limits_;
  unsigned most_candidates_;
  std::string modules_;
};

}  // namespace stalemate::host

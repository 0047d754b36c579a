// How a campaign leaves out equivalent interleavings (S8): what its options ask for, as a plan for the
// search, and what is tried where a search gives up. What was given up is not tried again, however often the
// campaign begins anew. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/options.h"
#include "explore/search.h"
#include "model/wire/wire.h"

namespace stalemate::host {

// Even where it is asked for, reduction gives up at some gigabyte.
inline constexpr std::uint64_t kMostPrefixesAsked = 16'000'000;
// `auto` gives up where more prefixes would have to be kept: a fifth of a gigabyte.
inline constexpr std::uint64_t kMostPrefixes = 4'000'000;
// And where there are so many for each execution that leaving executions out does not pay.
inline constexpr std::uint64_t kMostPrefixesEach = 4'000;
// `auto` tries this many executions without a bound where prefixes are too many: if they are all, so much
// the better.
inline constexpr std::uint64_t kMostUnbounded = 20'000;
// Executions that are calls take so little that the explorer must be this many ahead of each worker.
inline constexpr std::uint32_t kSpeculativeCalls = 32;
// And so many are enough to keep a worker busy while a log is taken in.
inline constexpr std::uint32_t kCallsAtOnce = 3;

// A usage error where the strategy, or its bounded depth, does not have the reduction that is asked for, or
// where states cannot be told from each other (--cache).
Result<void> check_reduction(const RunOptions& options);

class ReductionChoice {
 public:
  ReductionChoice(const RunOptions& options, wire::Isolation isolation, unsigned jobs);

  const explore::ReductionPlan& plan() const { return plan_; }
  // The strategy that the plan is for: dpor where the plan is its reduction; what is left of dpor without it
  // is a depth-first search.
  StrategyKind strategy() const;
  // Workers have to tell what reduction must know of each step.
  bool needs_effects() const;
  // A search with plan() gave up: from now on plan() is what comes next.
  void give_up(explore::GaveUp why);
  // A search with plan() can be saved and gone on with.
  bool can_be_saved() const;
  // What has been given up, into one of the same options. False: that makes no sense.
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);
  // Why it is not what was asked for, as a sentence without a full stop.
  std::optional<std::string> note() const;

 private:
  void search_all();

  explore::ReductionPlan plan_;
  StrategyKind asked_ = StrategyKind::kIcb;
  std::uint32_t jobs_ = 1;
  bool reduces_ = false;      // as asked
  bool may_try_all_ = false;  // without a bound, if it does not take long
  explore::GaveUp why_ = explore::GaveUp::kNothing;
  std::vector<explore::GaveUp> given_up_;  // all of it, in order
};

const char* name_of(explore::Reduced reduced);

}  // namespace stalemate::host

// How a campaign leaves out equivalent interleavings (S8): what its options request, as a plan for the
// search, and what is tried if a search gives up. A plan that was given up is not tried again, however often
// the campaign starts again. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/options.h"
#include "explore/search.h"
#include "model/wire/wire.h"

namespace stalemate::host {

// Even if it is requested, reduction gives up at about a gigabyte.
inline constexpr std::uint64_t kMostPrefixesAsked = 16'000'000;
// `auto` gives up if more prefixes would have to be stored: a fifth of a gigabyte.
inline constexpr std::uint64_t kMostPrefixes = 4'000'000;
// And if there are so many for each execution that leaving executions out does not pay.
inline constexpr std::uint64_t kMostPrefixesEach = 4'000;
// `auto` tries this many executions without a bound if there are too many prefixes: the search may be
// complete.
inline constexpr std::uint64_t kMostUnbounded = 20'000;
// Executions that are calls are so short that the explorer must be this many ahead of each worker.
inline constexpr std::uint32_t kSpeculativeCalls = 32;
// And so many keep a worker busy while a log is processed.
inline constexpr std::uint32_t kCallsAtOnce = 3;

// A usage error if the strategy, or its bounded depth, does not support the requested reduction, or if states
// cannot be distinguished (--cache).
Result<void> check_reduction(const RunOptions& options);

class ReductionChoice {
 public:
  ReductionChoice(const RunOptions& options, wire::Isolation isolation, unsigned jobs);

  const explore::ReductionPlan& plan() const { return plan_; }
  // The strategy that the plan is for: dpor if the plan is its reduction; without it dpor becomes a
  // depth-first search.
  StrategyKind strategy() const;
  // Workers must log what reduction needs to know of each step.
  bool needs_effects() const;
  // Executions with tries that fail are not part of it (S10).
  // Not with por: within a bound it settles states before it knows which steps fail.
  bool leaves_out_tries() const {
    return plan_.how == explore::Reduced::kCache || plan_.how == explore::Reduced::kDpor;
  }
  // A search with plan() gave up: from now on plan() is what comes next.
  void give_up(explore::GaveUp why);
  // A search with plan() can be saved and resumed.
  bool can_be_saved() const;
  // What has been given up, into an object with the same options. False: the input is invalid.
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);
  // Why it is not as requested, as a sentence without a full stop.
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

// What distinguishes one search from another: the tail policy of its items, what an alternative costs, and
// which round (bound, depth, batch of samples) follows a finished one. Pure: the same round ends give the
// same rounds.
#pragma once

#include <cstdint>
#include <optional>

#include "explore/strategy/expansion.h"
#include "model/wire/wire.h"

namespace stalemate::explore {

// One pass over the executions.
struct Round {
  wire::Tail tail = wire::Tail::kContinue;
  Costs costs = Costs::kNothing;
  std::uint32_t cut_points = 0;  // end executions at this many points; 0 = never
  bool walks_on = false;         // do not end them there: the rest is a random walk
  std::uint32_t starts = 1;      // executions without deviations; more than one only for samples
  std::uint64_t seed = 0;
  std::uint32_t length = 0;        // pct: steps among which priorities change
  std::uint32_t changes = 0;       // pct: how often
  std::uint64_t first_sample = 0;  // the i-th start has seed mix(seed, first_sample + i)
  bool keep_pending = true;        // false: the next bound will not be explored, only whether it is empty
};

// The result of a finished round.
struct RoundEnd {
  std::uint64_t executions = 0;
  bool cut = false;  // some execution was cut by its depth, or walked on beyond it
  std::uint32_t steps_max = 0;
  bool pending = false;  // something is left for the next bound
};

// What follows a round.
struct Sequel {
  enum class Kind {
    kEnd,      // nothing
    kPending,  // the executions that cost one more
    kRestart,  // from the first execution again
  };
  Kind kind = Kind::kEnd;
  std::optional<std::uint32_t> completed;  // the bound or depth that is now exhausted
  bool complete = false;                   // with kEnd: nothing was left out
  bool out_of_samples = false;             // with kEnd: the number of samples ended it
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual Round round() const = 0;  // the current one
  virtual Sequel after(const RoundEnd& end) = 0;
  virtual bool counts_per_bound() const { return false; }
};

// `random`, `pct` and `pos` without a budget of executions run this many.
inline constexpr std::uint64_t kDefaultSamples = 10000;
inline constexpr std::uint32_t kDefaultPctDepth = 3;
// Iterative deepening by default: depths 10, 20, 30, …
inline constexpr std::uint32_t kDefaultDepthStep = 10;

// A seed for the k-th sample: never zero, and different from its neighbours'.
std::uint64_t mix(std::uint64_t seed, std::uint64_t k);

}  // namespace stalemate::explore

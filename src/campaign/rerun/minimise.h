// Simplifies a failing schedule: the fewest preemptions, then the fewest switches, then the fewest steps, as
// far as a bounded number of repetitions finds them. Every candidate is run; it counts only if it fails in
// the same way at the same place, or shows the same race. Deterministic, unless time ends it.
#pragma once

#include <chrono>
#include <functional>

#include "campaign/rerun/rerun.h"
#include "worker/time_limits.h"

namespace stalemate::host {

inline constexpr auto kLongestMinimising = std::chrono::seconds(10);
inline constexpr unsigned kMostHanging = 3;  // if the finding is a hang

struct Shape {
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  std::uint32_t steps = 0;
  friend auto operator<=>(const Shape&, const Shape&) = default;
};

Shape shape_of(const LogView& log);

// The choices of an execution, as a candidate rearranges them.
struct Pick {
  bool is_value = false;     // a data point (S5)
  std::uint32_t choice = 0;  // thread or value
  friend bool operator==(const Pick&, const Pick&) = default;
};
using Picks = std::vector<Pick>;

Picks picks_of(const LogView& log);
// Deviations from tail kContinue: one at every switch, one at every value other than 0.
std::vector<wire::Deviation> deviations_of(const Picks& picks);
// At most this many simpler schedules to try, the most promising first. Some may be impossible to run.
std::vector<Picks> simpler(const Picks& picks, std::size_t most);

struct Minimised {
  explore::WorkItem item;
  Shape shape;
  unsigned candidates = 0;     // how many were run
  bool ended_by_time = false;  // there may be a simpler one among the rest
};

// What a candidate must show, and the flags (wire::ItemFlags) that it is run with.
struct Wanted {
  std::function<bool(const Recording&)> shown;
  std::uint32_t flags = 0;
};

// `recording`: of the item.
Result<Minimised> minimise(Rerunner& rerunner, const explore::WorkItem& item, const Recording& recording,
                           const Wanted& wanted, unsigned most_candidates,
                           const TimeLimits* limits = nullptr);
// The same for how the execution ended.
Result<Minimised> minimise(Rerunner& rerunner, const explore::WorkItem& item, const Recording& recording,
                           unsigned most_candidates, const TimeLimits* limits = nullptr);

}  // namespace stalemate::host

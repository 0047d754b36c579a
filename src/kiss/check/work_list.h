// The paths of a program in parts, in the order of their choices. A part is all paths that start with some
// choices, of which those from `floor` on may still grow; parts that are given back follow the part that they
// come from, since they were the rest of its highest level. The results of the parts are combined in this
// order, so that the outcome is that of one walk over all paths, whichever engine walked which part and when.
#pragma once

#include <list>

#include "kiss/check/check_result.h"
#include "kiss/engine/wire.h"

namespace stalemate::kiss {

struct Found {
  std::uint64_t paths = 0, blocked = 0, states = 0, pruned = 0;
  bool cut_loops = false, cut_long_loops = false, cut_recursion = false, too_many_threads = false,
       cut_unknown = false, cache_full = false;
  std::set<std::uint32_t> loops_cut, loops_passed;

  void add(const Found& other);
};

struct Part {
  enum class State : std::uint8_t { kWaiting, kRunning, kFinished };

  std::vector<engine::Taken> given;
  std::uint32_t floor = 0;
  std::uint64_t most_paths = UINT64_MAX;
  State state = State::kWaiting;
  Found found;
  engine::Outcome outcome = engine::Outcome::kDone;
  std::vector<engine::Taken> path;  // that failed
  std::uint32_t failure = 0;
  std::int32_t statement = 0, signal = 0;
};

struct Verdict {
  engine::Outcome outcome = engine::Outcome::kDone;
  Found found;
  const Part* part = nullptr;  // the one that ended it
};

class WorkList {
 public:
  using Place = std::list<Part>::iterator;

  explicit WorkList(std::optional<std::uint64_t> most_paths);

  // The first that waits, which is running from now on.
  std::optional<Place> take();
  void give_back(Place from, Part rest);
  // `part` is finished; unless it ended because it has no more paths, what comes after it is dropped.
  void finish(Place part);
  bool is_dropped(const Part& part) const;
  Found found_so_far() const;  // in all finished parts
  // Once nothing before the end is open. May make a part wait again, to be run as far as the limit of paths.
  std::optional<Verdict> verdict();

 private:
  void drop_after(Place part);
  void again(Place part, std::uint64_t most_paths);

  std::optional<std::uint64_t> most_paths_;
  std::list<Part> parts_, dropped_;
};

}  // namespace stalemate::kiss

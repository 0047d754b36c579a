#include "literal_reduction.h"

#include <algorithm>
#include <limits>

namespace stalemate::toy {
namespace {

constexpr int kUnreachable = std::numeric_limits<int>::max() / 2;

int cost(const Node& at, int last, int next) { return last != next && at.runs_on.contains(last) ? 1 : 0; }

}  // namespace

int ContextBound::of(int s) {
  if (s == 0) return 0;
  if (const auto known = states_.find(s); known != states_.end()) return known->second;
  int least = kUnreachable;
  for (const auto& [x, u] : (*space_)[s].pred) least = std::min(least, of(x, u));
  return states_[s] = least;
}

int ContextBound::of(int s, int t) {
  if (s == 0) return 0;
  if (const auto known = steps_.find({s, t}); known != steps_.end()) return known->second;
  int least = kUnreachable;
  for (const auto& [x, u] : (*space_)[s].pred) least = std::min(least, of(x, u) + cost((*space_)[s], u, t));
  return steps_[{s, t}] = least;
}

namespace {

void try_all(const Space& space, int at, int last, int preemptions, int goal, int& least) {
  if (at == goal) least = std::min(least, preemptions);
  for (const Move& move : space[at].succ) {
    const int more = last < 0 ? 0 : cost(space[at], last, move.thread);
    try_all(space, move.to, move.thread, preemptions + more, goal, least);
  }
}

}  // namespace

int least_preemptions(const Space& space, int s) {
  int least = kUnreachable;
  try_all(space, 0, -1, 0, s, least);
  return least;
}

namespace {

void search_1(const Space& space, ContextBound& cb, int csb, int s, std::set<int>& h,
              std::vector<int>& calls) {
  h.insert(s);
  calls.push_back(s);
  for (const Move& move : space[s].succ)
    if (!h.contains(move.to) && cb.of(s, move.thread) <= csb) search_1(space, cb, csb, move.to, h, calls);
}

}  // namespace

std::vector<int> algorithm_1(const Space& space, int csb) {
  ContextBound cb(space);
  std::set<int> h;
  std::vector<int> calls;
  search_1(space, cb, csb, 0, h, calls);
  return calls;
}

std::vector<int> Algorithm2::search(int csb) {
  csb_ = csb;
  ends_.clear();
  if (!h_.contains(0)) search_from(0);
  return ends_;
}

// Lines 3 to 14.
void Algorithm2::search_from(int s) {
  ++visited_;
  if (space_[s].succ.empty()) {
    ends_.push_back(s);
    mark(s);
    if (checks_) check_inv();
    return;
  }
  bool blocked = true;
  for (const Move& move : space_[s].succ) {
    if (!allowed(s, move)) continue;
    blocked = false;
    search_from(move.to);
  }
  if (blocked) violation_ = "the search is blocked before an end (Theorem 4)";
  if (!h_.contains(s)) violation_ = "SE: Search returns, and its state is not in H";
}

bool Algorithm2::exhausted(int s) {
  return std::none_of(space_[s].succ.begin(), space_[s].succ.end(),
                      [&](const Move& move) { return allowed(s, move); });
}

// Lines 15 to 22.
void Algorithm2::mark(int s) {
  if (h_.contains(s) || cb_.of(s) > csb_) violation_ = "MRa does not hold";
  if (!exhausted(s)) violation_ = "MRb does not hold";
  h_.insert(s);
  stack_.insert(s);
  if (checks_) check_mi();
  std::set<int> before;
  for (const auto& [x, t] : space_[s].pred)
    if (cb_.of(x, t) <= csb_) before.insert(x);
  for (const int x : before)
    if (exhausted(x)) mark(x);
  stack_.erase(s);
  if (checks_) check_mi();
}

void Algorithm2::mark_known(int s, int csb) {
  csb_ = csb;
  mark(s);
  if (checks_) check_inv();
}

void Algorithm2::check_mi() {
  for (int u = 0; u < space_.size(); ++u) {
    if (h_.contains(u) && cb_.of(u) > csb_) violation_ = "MIa does not hold";
    if (h_.contains(u) && !exhausted(u)) violation_ = "MIb does not hold";
    const std::vector<Move>& succ = space_[u].succ;
    const bool done = std::all_of(succ.begin(), succ.end(), [&](const Move& move) {
      return (h_.contains(move.to) && !stack_.contains(move.to)) || cb_.of(u, move.thread) > csb_;
    });
    if (!succ.empty() && cb_.of(u) <= csb_ && done && !h_.contains(u)) violation_ = "MIc does not hold";
  }
}

std::set<int> Algorithm2::reach(int s) {
  std::set<int> found;
  if (cb_.of(s) > csb_) return found;
  std::vector<int> open{s};
  while (!open.empty()) {
    const int x = open.back();
    open.pop_back();
    if (!found.insert(x).second) continue;
    for (const Move& move : space_[x].succ)
      if (cb_.of(x, move.thread) <= csb_) open.push_back(move.to);
  }
  return found;
}

void Algorithm2::check_inv() {
  for (int u = 0; u < space_.size(); ++u) {
    const std::set<int> reached = reach(u);
    const bool closed = cb_.of(u) <= csb_ && std::all_of(reached.begin(), reached.end(), [&](int v) {
                          return !space_[v].succ.empty() || h_.contains(v);
                        });
    if (closed != h_.contains(u)) violation_ = "Inv does not hold";
  }
}

std::vector<int> Algorithm2::search_with_workers(int csb, std::uint32_t in_flight, Dice& dice,
                                                 int& redundant) {
  csb_ = csb;
  std::vector<int> classes, waiting{0}, flying;
  while (!waiting.empty() || !flying.empty()) {
    if (!waiting.empty() && flying.size() < in_flight && dice.below(2) == 0) {
      if (!h_.contains(waiting.back())) flying.push_back(waiting.back());
      waiting.pop_back();
      continue;
    }
    if (flying.empty()) continue;
    const auto which = flying.begin() + static_cast<std::ptrdiff_t>(dice.below(flying.size()));
    int s = *which;
    flying.erase(which);
    // The worker goes on to the end, within the bound, and without H.
    std::vector<int> path{s};
    while (!space_[s].succ.empty()) {
      s = std::find_if(space_[s].succ.begin(), space_[s].succ.end(), [&](const Move& move) {
            return cb_.of(s, move.thread) <= csb_;
          })->to;
      path.push_back(s);
    }
    if (h_.contains(s)) {
      ++redundant;
    } else {
      classes.push_back(s);
      mark(s);
    }
    for (const int x : path)
      for (const Move& move : space_[x].succ)
        if (allowed(x, move)) waiting.push_back(move.to);
  }
  return classes;
}

namespace {

class SleepSets {
 public:
  SleepSets(const Space& space, int csb) : space_(space), csb_(csb) {}

  std::set<int> run() {
    visit(0, -1, 0, {});
    return ends_;
  }

 private:
  const Move* move_of(int s, int t) const {
    for (const Move& move : space_[s].succ)
      if (move.thread == t) return &move;
    return nullptr;
  }

  // Both orders are possible, and end in the same state.
  bool independent(int s, int t, int u) const {
    const Move *first = move_of(s, t), *second = move_of(s, u);
    const Move* after_first = first != nullptr ? move_of(first->to, u) : nullptr;
    const Move* after_second = second != nullptr ? move_of(second->to, t) : nullptr;
    return after_first != nullptr && after_second != nullptr && after_first->to == after_second->to;
  }

  void visit(int s, int last, int preemptions, std::set<int> sleep) {
    if (space_[s].succ.empty()) ends_.insert(s);
    for (const Move& move : space_[s].succ) {
      if (sleep.contains(move.thread)) continue;
      const int after = preemptions + (last < 0 ? 0 : cost(space_[s], last, move.thread));
      if (after > csb_) continue;
      std::set<int> passed;
      for (const int u : sleep)
        if (independent(s, move.thread, u)) passed.insert(u);
      visit(move.to, move.thread, after, passed);
      sleep.insert(move.thread);
    }
  }

  const Space& space_;
  int csb_;
  std::set<int> ends_;
};

}  // namespace

std::set<int> sleep_sets_within(const Space& space, int csb) { return SleepSets(space, csb).run(); }

}  // namespace stalemate::toy

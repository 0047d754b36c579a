// Theorems 2 and 3 of the first paper (section 3.1, appendix A), as they can be tested.
//
// Definitions. NP(α), the preemptions of an execution: switches away from a thread that is enabled.
// Executions here are fine: every plain access is a step. One is observable if a thread is preempted only
// before synchronization; then each plain access can as well belong to the synchronization step before it,
// which is how the tool schedules.
//
//   Theorem 2. A terminating race-free execution α is equivalent to an observable one β with NP(β) ≤ NP(α).
//   Theorem 3. If there is a race (α, t), there is an observable race (β, u) with NP(β) ≤ NP(α).
//
// Conditions, and how they hold here:
// - programs terminate; the only nondeterminism is the schedule (nobody chooses, and a notify has one waiter
// at most);
// - threads block at synchronization only. A thread begins with a step of synchronization, its start, which
// its creation
//   enables; at its end it blocks, so that nobody is preempted there (S1: the end belongs to the last step);
// - no yields: switches that fairness forces (S9) are no preemptions, and not in the paper;
// - terminating means that nobody is enabled: deadlocks are among the terminal states, with the places of all
// threads.
//
// The paper's race is two unordered accesses of a data variable, and its order has an edge between any two
// operations on one synchronization variable. Ours (S13) needs a write, and C++ memory orders give fewer
// edges. The theorems stay true: two reads commute, and with fewer edges there are more races on both sides.
// For if a fine execution has a race in our sense only, it is race-free in the paper's, so Theorem 2 gives an
// observable execution with the same order of operations on each synchronization variable, hence with the
// same edges of ours, and the same race.
//
// An observable execution is a fine one, too. So for each bound c: observable executions within c race if and
// only if fine ones do; and if none does, they end in the same set of states.
//
// With promotion (S13), racing accesses are synchronization as far as scheduling goes. Where no further race
// shows within the bound, both theorems hold of the rest: the search then ends in the states of the fine one
// at each c, race or not.
#pragma once

#include <set>
#include <string>

#include "model.h"

namespace stalemate::test {

// Empty if the searches, of one bound, agree as the theorems say; else where not.
std::string contradiction(const Search& observable, const Search& fine);
std::string difference(const std::set<State>& observable, const std::set<State>& fine);

// The fine search at the largest bound up to `most` that does not take too many executions.
struct Reference {
  std::uint32_t bound = 0;
  Search fine;
};
Reference reference_of(const Program& program, std::uint32_t most);

}  // namespace stalemate::test

// Executions of the toy system with their happens-before graphs, spelt out: the dependence of S7 operation by
// operation, states as sets of action tuples (third paper, 3.3; epochs instead of the m-th write), and the
// relation H as pairs of actions. Slow and plain: the fast reducers are compared with it, and share no code
// with it.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "toy_system.h"

namespace stalemate::toy {

// What a step touches of an object, and how. Steps that touch the same do not commute, except two shared
// accesses, or two updates.
enum class Aspect { kObject, kQueue, kReaders, kEnd };
enum class Class { kShared, kUpdate, kExclusive };
struct Access {
  Aspect aspect = Aspect::kObject;
  std::uint64_t object = 0;
  Class how = Class::kExclusive;
  friend auto operator<=>(const Access&, const Access&) = default;
};

// An access in its place: consecutive accesses of one class that commute share an epoch.
struct Placed {
  Access access;
  std::uint32_t epoch = 0;
  friend auto operator<=>(const Placed&, const Placed&) = default;
};

// The tuple: the n-th action of a thread. A data choice is an action of its own.
struct Action {
  Choice thread;
  std::uint32_t n = 0;
  OpKind op = OpKind::kNone;
  std::uint64_t object = 0;
  std::uint32_t value = 0;  // chosen
  std::vector<Placed> accesses;
  friend auto operator<=>(const Action&, const Action&) = default;
};

// Numbers for tuples, so that sets of them compare quickly. Equal tuples, equal numbers.
class ActionTable {
 public:
  int number(const Action& action) {
    return numbers_.emplace(action, static_cast<int>(numbers_.size())).first->second;
  }

 private:
  std::map<Action, int> numbers_;
};

// A state of the paper: the set of its actions, by number, ascending.
using Graph = std::vector<int>;

// One execution so far.
class Run {
 public:
  Run(const Program& program, ActionTable& table);

  const State& state() const { return state_; }
  const Graph& graph() const { return graph_; }
  // Ended otherwise than normally or in a deadlock: has no class (S8).
  bool failed() const;

  wire::Record step(std::size_t thread);
  void choose(std::uint32_t value);

  // H, as pairs (thread, n) of actions, transitively closed.
  using Name = std::pair<Choice, std::uint32_t>;
  std::set<std::pair<Name, Name>> order() const;
  // Whether the i-th action happens before the j-th.
  bool ordered(std::size_t i, std::size_t j) const { return (actions_[j].before >> i & 1) != 0; }
  std::size_t actions() const { return actions_.size(); }
  const Choice& thread_of(std::size_t i) const { return actions_[i].name.first; }
  bool is_choice(std::size_t i) const { return actions_[i].is_choice; }
  std::uint32_t chosen(std::size_t i) const { return actions_[i].chosen; }

 private:
  using Actions = std::uint64_t;  // a set: bit i for the i-th action of the execution; 64 are enough here
  struct Done {
    Name name;
    bool is_choice = false;
    std::uint32_t chosen = 0;
    Actions before = 0;
  };
  struct Variable {
    Aspect aspect;
    std::uint64_t object;
    std::uint32_t epoch;
    Class how;
    Actions earlier, current;  // of the epochs before, and of this one
  };
  struct Fellow {
    std::uint32_t actions = 0;
    int last = -1, created = -1, woken = -1;  // actions
    std::uint64_t mutex = 0;                  // of its wait
  };
  std::vector<Access> touched(const wire::Record& record);
  Placed place(const Access& access, Actions& before);
  void add(std::size_t thread, Action action, const std::vector<Access>& accesses, Actions before);
  void note_effects();
  Fellow& fellow(std::size_t thread);
  std::size_t thread_at(std::uint64_t slot) const;

  State state_;
  ActionTable* table_;
  Graph graph_;
  std::vector<Done> actions_;
  std::vector<Variable> variables_;
  std::vector<Fellow> fellows_;
};

}  // namespace stalemate::toy

// The search that a stateless one is measured by: every state of a small model, kept in a table, with the
// unfair scheduler, either all of them or those that are reached within a number of preemptions (S3). Knows
// nothing of Stalemate.
//
// A model is written beside the program that it describes, step by step as the tool counts them (S1), and has
//   State, comparable;  static State initial();  static constexpr unsigned kThreads;
//   static std::optional<State> after(State, unsigned thread);  // nothing: the thread cannot go on
//   static Visible visible(const State&);                       // what the program says of itself
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace papers {

template <class Model>
class StatefulSearch {
 public:
  using State = typename Model::State;

  // The number of visible states; no bound: all of them.
  static std::uint64_t count(std::optional<unsigned> most_preemptions) {
    StatefulSearch search;
    search.bounded_ = most_preemptions.has_value();
    search.now_.push_back({Model::initial(), 0});
    for (unsigned c = 0; !search.now_.empty(); ++c) {
      search.exhaust();
      if (search.bounded_ && c == *most_preemptions) break;
      search.now_.swap(search.later_);
    }
    return search.visible_.size();
  }

 private:
  using Node = std::pair<State, unsigned>;  // and the last thread

  // All that costs no more preemptions than what is to be looked at now.
  void exhaust() {
    while (!now_.empty()) {
      const Node node = now_.back();
      now_.pop_back();
      if (!seen_.insert(node).second) continue;
      visible_.insert(Model::visible(node.first));
      const bool last_goes_on = Model::after(node.first, node.second).has_value();
      for (unsigned t = 0; t < Model::kThreads; ++t) {
        const std::optional<State> next = Model::after(node.first, t);
        if (!next) continue;
        const bool preempts = bounded_ && t != node.second && last_goes_on;
        (preempts ? later_ : now_).push_back({*next, bounded_ ? t : 0});
      }
    }
  }

  bool bounded_ = false;
  std::vector<Node> now_, later_;
  std::set<Node> seen_;
  std::set<typename Model::Visible> visible_;
};

}  // namespace papers

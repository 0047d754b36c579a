// The deferred work of the next bound: states, each as one order in which it can be run, and the threads
// whose next step there costs too much now. First in, first out; 36 bytes for each thread, and a few for each
// action in which an order differs from the previous one: a long execution defers a state at each of its
// steps. The next entries can be read before they are taken.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/graph/happens_before.h"

namespace stalemate::explore {

// One action of the order: its thread, and its choice in a work item.
struct Ran {
  std::uint32_t thread = 0;
  std::uint32_t choice = 0;  // the thread's id in such an execution; of a data choice the value
  bool is_value = false;     // it is a data choice
  bool deviates = false;     // from what the tail would choose
};

struct Delayed {
  // A step that costs too much.
  struct Step {
    std::uint32_t thread = 0;
    std::uint32_t id = 0;  // of the thread, in such an execution
    Hash128 graph, key;    // after it, and of its action, as far as known
  };
  std::vector<Ran> order;
  std::vector<Step> steps;
  std::uint32_t same = 0;  // leading actions shared with the previous entry
};

class DeferredStates {
 public:
  void clear() { *this = DeferredStates(); }
  bool empty() const { return at_ == bytes_.size(); }
  std::uint64_t entries() const { return entries_; }
  std::uint64_t bytes() const { return bytes_.capacity(); }
  void swap(DeferredStates& other);

  // The prefix x of the graph, in the order in which the graph has grown.
  void add(HappensBefore& graph, const Prefix& x, Hash128 hash, ThreadSet threads);
  // The same for a graph whose actions are given one by one: begin, then each but the first `same`, which are
  // those of the previous entry, then the steps. `ids`: of each thread, in such an execution.
  void begin(std::uint64_t actions, std::uint64_t same);
  void put(const Ran& ran);
  void put_steps(HappensBefore& graph, const Prefix& x, Hash128 hash, ThreadSet threads,
                 const std::uint32_t* ids);
  // The oldest; must not be empty. `entry` is the one taken before, or has no order yet.
  void take(Delayed& entry);
  // The oldest that was neither taken nor returned here; false: there is none. `entry` is the one returned
  // before, `taken` the one taken before.
  bool look_ahead(Delayed& entry, const Delayed& taken);

  // The entries not taken yet. `taken` is the one taken before.
  void save(ByteSink& sink, Delayed taken) const;
  bool load(ByteSource& source);

 private:
  void put(std::uint64_t number);
  void put(Hash128 hash);
  void put(const Delayed& entry);
  void put(const Delayed::Step& step);
  std::uint64_t get(std::size_t& at) const;
  void read(std::size_t& at, Delayed& entry) const;

  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0, ahead_ = 0;
  std::uint64_t entries_ = 0;
};

}  // namespace stalemate::explore

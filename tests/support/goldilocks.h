// Goldilocks: races by locksets that hold synchronization elements (Elmas, Qadeer and Tasiran, FATES/RV 2006;
// reads told apart from writes as in PLDI 2007). The race detector of the first paper's tool (section 4);
// here the slow and simple second opinion on the runtime's vector clocks, with which it shares nothing.
//
// The lockset of an access holds whatever now knows of it: a thread is in it if the access happened before
// whatever that thread does next; a lock, an atomic variable is in it if that is so for a thread which
// acquires it next. Each action applies one rule to every lockset. An access races with an earlier one whose
// lockset its thread is not in. Variables are bytes.
#pragma once

#include <bitset>
#include <vector>

#include "events.h"

namespace stalemate::test {

class Goldilocks {
 public:
  // Whether it remembers accesses with a fault as well.
  explicit Goldilocks(bool whole = false) : whole_(whole) {}

  // The next event of the execution. What is wrong with it.
  Faults judge(const Event& event);

 private:
  using Lockset = std::bitset<8 * kMostObjects>;

  // An access that later ones can race with.
  struct Access {
    std::uint32_t thread;
    bool writes, atomic;
    Lockset lockset;
  };
  struct Byte {
    std::vector<Access> accesses;
    bool freed = false;
  };

  void synchronize(const Event& event);
  void learn(const Event& event);
  void tell(const Event& event);
  // The rule that nearly all rules are: whoever is told learns what the teller knows.
  void pass_on(std::uint32_t from, std::uint32_t to);
  void forget(std::uint32_t element);

  Faults look(const Byte& byte, const Event& event) const;
  void remember(Byte& byte, const Event& event);
  void begin_anew(const Event& event);
  void reach(std::uint32_t bytes);

  bool whole_;
  std::vector<Byte> memory_;
};

// What is wrong with each event.
std::vector<Faults> judged_by_goldilocks(const Events& events);
// The same, where accesses with a fault are remembered as well.
std::vector<Faults> judged_by_whole_goldilocks(const Events& events);

}  // namespace stalemate::test

// Runs a search over a toy system with simulated workers: any number of items in flight, finished in any
// order, from a seed. Collects what the observer sees.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "brute_force.h"
#include "explore/search.h"
#include "explore/strategy/strategies.h"
#include "toy_system.h"

namespace stalemate::toy {

struct Workers {
  std::uint32_t in_flight = 1;  // at most
  std::uint64_t seed = 0;       // of the order of completion; 0 = in the order of issue
  explore::MemoryLimits room;
};

struct Explored {
  std::vector<Enumerated> executions;  // as emitted
  std::vector<wire::Outcome> outcomes;
  std::vector<std::uint64_t> states;  // LogHeader::state of each, kept or not
  explore::Summary summary;
  explore::FrontierSize frontier_at_end;
  explore::FrontierSize frontier_max;
  std::uint64_t issued = 0;
  std::string error;  // what the observer saw that must not be; empty = fine
};

struct Wish {
  std::string strategy = "icb";
  explore::Parameters parameters;
  std::uint64_t executions = 0;  // budget
  std::uint64_t stop_at = 0;     // the observer stops at this number
  bool keep = true;              // false: do not collect executions, only count
  explore::ReductionPlan plan = {};
};

Explored explore_toy(const Program& program, const Wish& wish, const Workers& workers = {});

// xorshift64*, for everything random in these tests.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u | 1) {}
  std::uint32_t below(std::size_t n) {
    state_ ^= state_ >> 12, state_ ^= state_ << 25, state_ ^= state_ >> 27;
    return static_cast<std::uint32_t>((state_ * 0x2545f4914f6cdd1du >> 32) * n >> 32);
  }

 private:
  std::uint64_t state_;
};

// The programs of the published tables: main creates the threads, joins them, exits.
inline const Body kFaa{{Op::kAdd, 0, 1}};
inline const Body kLocked{{Op::kLock, 0}, {Op::kUnlock, 0}};

Program forked(int threads, const Body& body);
Body repeat(const Body& body, int times);

}  // namespace stalemate::toy

// Tiny multithreaded programs in three forms: as a value, as a kiss::Program, and as what the paper's
// section 4.1 says about them. The last knows no transformation: it takes every interleaving step by step and
// keeps the balanced ones.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kiss/program.h"

namespace stalemate::kiss {

struct ToyStep {
  enum Kind { kWrite, kRead, kAdd, kAcquire, kRelease, kCreate, kJoin } kind = kRead;
  int what = 0;   // variable 0 or 1, lock 0 or 1, thread
  int value = 0;  // written
};

// Thread 0 is main; thread i is created before thread i + 1, and after its creator began.
using Toy = std::vector<std::vector<ToyStep>>;

Toy random_toy(std::uint32_t seed);

// Reads are observed with all the reads of that thread before: observe(thread * 100 + step, history).
Program program_of(const Toy& toy);

struct Behaviours {
  std::set<std::pair<int, int>> observed;
  std::set<int> races;  // variables that two threads are about to access, one of them writing
  bool deadlock = false;
};

Behaviours behaviours_of(const Toy& toy, bool balanced_only);

std::string shown(const Toy& toy);

}  // namespace stalemate::kiss

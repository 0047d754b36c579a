// Random toy systems for reduction: threads branch on their own registers only, so that a happens-before
// graph determines the state. Each has operations of a few families, so that they meet often.
#pragma once

#include "toy_search.h"

namespace stalemate::toy {

enum Family : unsigned {
  kMemory = 1,
  kMutexes = 2,
  kConditions = 4,
  kRwlocks = 8,
  kSemaphores = 16,
  kBarriers = 32,
  kJoins = 64,  // that do not wait, or not for ever
  kChoices = 128,
  kIdling = 256,  // yields and sleeps
  kFailures = 512,
  kOnces = 1024,
  kFutexes = 2048,
  kRecursive = 4096,  // mutexes
};
inline constexpr unsigned kFamilies = 13;

// 2 to 4 threads of up to 8 steps or so.
Program random_reduction(Dice& dice, unsigned families);
// Memory always, and a few of the others.
unsigned random_families(Dice& dice);

}  // namespace stalemate::toy

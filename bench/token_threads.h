// The baseline: the same program, under the same schedules, with kernel threads that hand a token over by
// futex, as a scheduler without fibers has to. Threads are made once and used again for every execution, on
// one processor, which is what suits a token best.
#pragma once

#include <cstdint>

namespace stalemate::bench {

struct TokenResult {
  double seconds = 0;
  std::uint64_t switches = 0;
  std::uint64_t checksum = 0;  // over the order of operations in every execution
};

// `executions` random schedules of 2 threads x `rounds` {lock, unlock}, created and joined by main.
TokenResult run_with_token(std::uint64_t executions, int rounds, std::uint64_t seed);

// Adds one operation of a thread to a checksum; both sides use it.
constexpr std::uint64_t add_to_checksum(std::uint64_t checksum, std::uint64_t thread) {
  checksum = (checksum ^ (thread + 1)) * 0x9e3779b97f4a7c15u;
  return checksum ^ (checksum >> 31);
}

}  // namespace stalemate::bench

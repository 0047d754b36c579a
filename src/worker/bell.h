// Bells: futex words in shared memory that one process rings and another sleeps on. Not private futexes:
// they cross processes. A sleep always has a time limit, so that a lost bell costs milliseconds.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

namespace stalemate::host {

struct Bell {
  std::atomic<std::uint32_t>* word = nullptr;
  std::uint32_t seen = 0;  // do not sleep if it has rung since
};

void ring(std::atomic<std::uint32_t>& bell);
// Until any of the bells rings, `milliseconds` have passed, or a signal arrives.
void sleep_on(std::span<const Bell> bells, unsigned milliseconds);

// The CPUs that this process may use; with one, spinning is very slow.
unsigned usable_cpus();

}  // namespace stalemate::host

#include "runtime/core/random_device.h"

namespace stalemate::rt {

namespace {

std::uint64_t counter = 0;

}  // namespace

void renew_randomness() { counter = 0; }
std::uint64_t randomness_state() { return counter; }

std::uint64_t next_device_number() {
  std::uint64_t z = (counter += 0x9e3779b97f4a7c15u);  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace stalemate::rt

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

// splitmix64 over the pair.
std::uint64_t mix(std::uint64_t seed, std::uint64_t k) {
  std::uint64_t z = seed * 0xd1342543de82ef95u + (k + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return z != 0 ? z : 1;
}

}  // namespace stalemate::explore

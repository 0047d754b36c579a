// Algorithm 1 of the second paper, line by line, with the sets that it names: P, E, D, S, and their initial
// values. For every k-th yield, the others are no yields. Threads that do not exist yet are disabled ones.
#pragma once

#include <bitset>
#include <cstdint>
#include <map>

namespace stalemate {

struct AsPrinted {
  using Threads = std::bitset<192>;

  AsPrinted(const Threads& tid, std::uint32_t every) : every(every) {
    for (std::uint32_t u = 0; u < tid.size(); ++u)
      if (tid[u]) {
        P[u] = {};
        E[u] = {};
        D[u] = tid;
        S[u] = tid;
        yields[u] = 0;
      }
  }

  // T of line 7.
  Threads may_run(const Threads& ES) const {
    Threads T = ES;
    for (const auto& [u, after] : P)
      if ((after & ES).any()) T.reset(u);
    return T;
  }

  // Lines 13 to 29: t has made a step, from a state in which ES are enabled to one in which next_ES are.
  void step(std::uint32_t t, bool yield, const Threads& ES, const Threads& next_ES) {
    for (auto& [u, after] : P) after.reset(t);
    for (auto& [u, row] : E) {
      E[u] &= next_ES;
      if (u == t) D[u] |= ES & ~next_ES;
      S[u].set(t);
    }
    if (!yield || every == 0 || ++yields[t] % every != 0) return;
    const Threads H = (E[t] | D[t]) & ~S[t];
    P[t] |= H;
    E[t] = next_ES;
    D[t] = {};
    S[t] = {};
  }

  // The invariant of Theorem 3.
  bool acyclic() const {
    // A thread without edges to any that are left can go; what cannot go is on a cycle or leads to one.
    Threads left;
    for (const auto& [u, after] : P) left.set(u);
    for (bool again = true; again;) {
      again = false;
      for (const auto& [u, after] : P)
        if (left[u] && (after & left).none()) {
          left.reset(u);
          again = true;
        }
    }
    return left.none();
  }

  using Sets = std::map<std::uint32_t, Threads>;
  std::uint32_t every;
  Sets P, E, D, S;
  std::map<std::uint32_t, std::uint32_t> yields;
};

}  // namespace stalemate

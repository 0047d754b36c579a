#include "compare.h"

namespace stalemate::test {

std::string difference(const std::set<State>& observable, const std::set<State>& fine) {
  std::string text;
  for (const State& state : fine)
    if (observable.count(state) == 0) text += "not reached: " + text_of(state) + "\n";
  for (const State& state : observable)
    if (fine.count(state) == 0) text += "impossible: " + text_of(state) + "\n";
  return text;
}

std::string contradiction(const Search& observable, const Search& fine) {
  for (std::size_t c = 0; c < fine.states.size(); ++c) {
    const std::string where = "within " + std::to_string(c) + " preemptions ";
    if (observable.races[c] != fine.races[c])
      return where + (fine.races[c] ? "the race is not seen\n" : "a race is seen where there is none\n");
    if (fine.races[c]) continue;
    const std::string states = difference(observable.states[c], fine.states[c]);
    if (!states.empty()) return where + "\n" + states;
  }
  return "";
}

Reference reference_of(const Program& program, std::uint32_t most) {
  constexpr std::uint64_t kMost = 6000;
  Reference reference{0, search(program, 0, true, kMost)};
  while (reference.bound < most) {
    Search next = search(program, reference.bound + 1, true, kMost);
    if (!next.complete) break;
    reference = {reference.bound + 1, std::move(next)};
  }
  return reference;
}

}  // namespace stalemate::test

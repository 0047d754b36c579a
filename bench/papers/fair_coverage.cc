// Table 2 of the second paper, and figures 5 and 6 from the same searches.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "coverage.h"

namespace papers {
namespace {

constexpr std::uint64_t kMostExecutions = 200000;
constexpr std::size_t kColumns = 1 + std::size(kDepths);  // with fairness, and by depth without

// All searches of one subject, by strategy.
struct Measured {
  std::uint64_t total[4] = {};
  Found found[4][kColumns];
};

Measured measure(const Subject& subject, std::uint64_t most_executions) {
  Measured measured;
  for (std::size_t s = 0; s < 4; ++s) {
    measured.total[s] = subject.total(kStrategies[s]);
    measured.found[s][0] = run(subject, {kStrategies[s], std::nullopt, most_executions});
    for (std::size_t d = 0; d < std::size(kDepths); ++d)
      measured.found[s][1 + d] = run(subject, {kStrategies[s], kDepths[d], most_executions});
  }
  return measured;
}

void print_heading() {
  std::printf("  %-5s %7s %9s", "", "total", "fair");
  for (const unsigned depth : kDepths) std::printf("   db=%u", depth);
  std::printf("   executions / fair executions, if all covered\n");
}

// Executions without fairness for each with, where both cover everything.
std::string ratio(const Measured& measured, std::size_t s, std::size_t column) {
  const Found& fair = measured.found[s][0];
  const Found& unfair = measured.found[s][column];
  if (!fair.finished || fair.states < measured.total[s]) return "-";
  if (unfair.finished && unfair.states < measured.total[s]) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%s%.1f", unfair.finished ? "" : ">",
                static_cast<double>(unfair.executions) / static_cast<double>(fair.executions));
  return text;
}

void print_states(const Subject& subject, const Measured& measured) {
  std::printf("\n%s\n", subject.name);
  for (std::size_t s = 0; s < 4; ++s) {
    std::printf("  %-5s %7llu", kStrategyNames[s], static_cast<unsigned long long>(measured.total[s]));
    for (std::size_t c = 0; c < kColumns; ++c) {
      const Found& found = measured.found[s][c];
      const std::string states = std::to_string(found.states) + (found.finished ? "" : "*");
      std::printf(" %*s", c == 0 ? 9 : 7, states.c_str());
    }
    std::printf("  ");
    for (std::size_t c = 1; c < kColumns; ++c) std::printf(" %6s", ratio(measured, s, c).c_str());
    std::puts("");
    std::printf("  %-5s %7s %9s", "paper", subject.published[s][0], subject.published[s][1]);
    for (std::size_t c = 2; c < 7; ++c) std::printf(" %7s", subject.published[s][c]);
    std::puts("");
  }
}

void print_efforts(const char* figure, const Subject& subject, const Measured& measured) {
  std::printf("\n%s, %s: executions and time until the search is complete; a # for each factor of 2\n",
              figure, subject.name);
  for (std::size_t s = 0; s < 4; ++s)
    for (std::size_t c = 0; c < kColumns; ++c) {
      const Found& found = measured.found[s][c];
      const std::string how = c == 0 ? "fair" : "db=" + std::to_string(kDepths[c - 1]);
      const auto bar = static_cast<std::size_t>(std::log2(static_cast<double>(found.executions) + 1));
      std::printf("  %-5s %-6s %10llu%s %8.2f s  %s\n", c == 0 ? kStrategyNames[s] : "", how.c_str(),
                  static_cast<unsigned long long>(found.executions), found.finished ? " " : "*",
                  found.seconds, std::string(bar, '#').c_str());
    }
}

void print_all(std::uint64_t most_executions) {
  std::printf(
      "Fair stateless model checking, table 2: states visited. *: not complete within %llu executions\n"
      "(in the paper: 5000 seconds). Our programs are not the paper's, and our steps include creating and\n"
      "joining threads; what must agree is the shape: with fairness, no less than the total. Where a depth\n"
      "bound is less than the longest fair executions, random walks cover the rest by luck, and cheaply.\n",
      static_cast<unsigned long long>(most_executions));
  print_heading();
  std::vector<Measured> all;
  for (const Subject& subject : subjects()) {
    all.push_back(measure(subject, most_executions));
    print_states(subject, all.back());
    std::fflush(stdout);
  }
  print_efforts("Figure 5", subjects()[1], all[1]);
  print_efforts("Figure 6", subjects()[3], all[3]);
}

}  // namespace
}  // namespace papers

int main(int argc, char** argv) {
  papers::print_all(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : papers::kMostExecutions);
}

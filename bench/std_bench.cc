// How fast a trace is read from STD text: events per second, as a ratio to copying the bytes and counting
// their lines, which is what a reader that looks at every byte cannot do without.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>

#include "trace/std_format.h"

namespace {

double seconds_of(const auto& work) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

// Eight threads, sections of 20 locks, 5,000 variables, 2,000 places.
std::string text_of(std::size_t events) {
  std::mt19937_64 random(7);
  std::string text;
  std::size_t made = 0;
  const auto line = [&](std::uint64_t thread, const char* op, const std::string& operand) {
    text += "T" + std::to_string(thread) + "|" + op + "(" + operand + ")|" + std::to_string(random() % 2000) +
            "\n";
    ++made;
  };
  while (made < events) {
    const std::uint64_t thread = random() % 8;
    const std::string lock = "L" + std::to_string(random() % 20);
    line(thread, "acq", lock);
    for (std::uint64_t k = random() % 8; k > 0; --k)
      line(thread, random() % 3 == 0 ? "w" : "r",
           "V" + std::to_string(random() % 5000) + "." + std::to_string(random() % 4));
    line(thread, "rel", lock);
  }
  return text;
}

}  // namespace

int main() {
  const std::string text = text_of(2'000'000);
  std::size_t events = 0, lines = 0;
  const double parsing = seconds_of([&] { events = stalemate::trace::parse_std(text)->events.size(); });
  const double counting = seconds_of([&] {
    const std::string copy = text;
    lines = static_cast<std::size_t>(std::count(copy.begin(), copy.end(), '\n'));
  });
  std::printf(
      "std: %zu events (%zu lines, %.1f MB): %.1f million events/s, %.0f x the time of counting lines\n",
      events, lines, static_cast<double>(text.size()) / 1e6, static_cast<double>(events) / parsing / 1e6,
      parsing / counting);
  return events == lines ? 0 : 1;
}

#include "kiss/trace/alignment.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>
#include <tuple>

#include "model/operations.h"

namespace stalemate::kiss {
namespace {

// A step that is matched with one of the same kind weighs more than what must be left out on both sides for
// it.
constexpr int kSame = 8, kSameLine = 2, kWantedLeftOut = -3, kKnownLeftOut = -2, kImpossible = -(1 << 28);

bool is_plain(StepEffect effect) { return effect == StepEffect::kRead || effect == StepEffect::kWrite; }

int worth(const Marker& wanted, const Marker& real) {
  if (wanted.line != real.line || wanted.file != real.file) return kImpossible;
  if (wanted.effect == real.effect) return kSame;
  // The translation need not know how an atomic operation or a call is implemented.
  return wanted.effect == StepEffect::kOther && !is_plain(real.effect) ? kSame : kSameLine;
}

// Real steps that can matter: a stretch may be endless.
std::size_t looked_at(std::size_t wanted, std::size_t real) { return std::min(real, 16 * wanted + 256); }

// How many of both match from the start, without a doubt: matching equal steps first is never worse. Stops
// before the last wanted ones, around which other places may have to be tried.
struct Together {
  std::size_t wanted = 0, real = 0;
};
Together begin_together(const std::vector<Marker>& wanted, const std::vector<Marker>& real,
                        const std::vector<bool>& is_known) {
  constexpr std::size_t kLast = 64;
  Together both;
  for (std::size_t j = 0; j < is_known.size() && both.wanted + kLast < wanted.size(); ++j) {
    if (!is_known[j]) continue;
    if (worth(wanted[both.wanted], real[j]) != kSame) break;
    both = {both.wanted + 1, j + 1};
  }
  return both;
}

// Scores of having done all that is wanted after each number of real steps.
std::vector<int> scores(std::span<const Marker> wanted, std::span<const Marker> real,
                        const std::vector<bool>& is_known) {
  std::vector<int> row(is_known.size() + 1), next(is_known.size() + 1);
  for (std::size_t j = 0; j < is_known.size(); ++j) row[j + 1] = row[j] + (is_known[j] ? kKnownLeftOut : 0);
  for (const Marker& marker : wanted) {
    next[0] = row[0] + kWantedLeftOut;
    for (std::size_t j = 0; j < is_known.size(); ++j)
      next[j + 1] = std::max({row[j + 1] + kWantedLeftOut, next[j] + (is_known[j] ? kKnownLeftOut : 0),
                              row[j] + worth(marker, real[j])});
    row.swap(next);
  }
  return row;
}

}  // namespace

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Marker marker_of(const TableStatement& statement) {
  StepEffect effect = StepEffect::kOther;
  if (statement.kind == "read") effect = statement.atomic ? StepEffect::kAtomicRead : StepEffect::kRead;
  if (statement.kind == "write") effect = statement.atomic ? StepEffect::kAtomicWrite : StepEffect::kWrite;
  if (statement.kind == "update") effect = StepEffect::kUpdate;
  return {file_name(statement.place.file), statement.place.line, effect};
}

StepEffect effect_of(OpKind op) {
  const bool atomic = object_of(op) == ObjectKind::kAtomic;
  if (reads_memory(op) && writes_memory(op)) return StepEffect::kUpdate;
  if (reads_memory(op)) return atomic ? StepEffect::kAtomicRead : StepEffect::kRead;
  if (writes_memory(op)) return atomic ? StepEffect::kAtomicWrite : StepEffect::kWrite;
  return StepEffect::kOther;
}

std::vector<std::size_t> places_to_stop(const std::vector<Marker>& wanted, const std::vector<Marker>& real,
                                        const std::vector<Marker>& known, std::size_t most) {
  std::set<std::tuple<std::string, std::uint32_t>> places;
  for (const Marker& marker : known) places.emplace(marker.file, marker.line);
  std::vector<bool> is_known;
  for (std::size_t j = 0; j < looked_at(wanted.size(), real.size()); ++j)
    is_known.push_back(places.count({real[j].file, real[j].line}) != 0);
  const Together both = begin_together(wanted, real, is_known);
  is_known.erase(is_known.begin(), is_known.begin() + static_cast<std::ptrdiff_t>(both.real));
  const std::vector<int> score =
      scores(std::span(wanted).subspan(both.wanted), std::span(real).subspan(both.real), is_known);
  std::vector<std::size_t> stops(score.size());
  for (std::size_t j = 0; j < stops.size(); ++j) stops[j] = both.real + j;
  std::ranges::stable_sort(
      stops, [&](std::size_t a, std::size_t b) { return score[a - both.real] > score[b - both.real]; });
  // If it is not there, it is near.
  const auto best = static_cast<std::ptrdiff_t>(stops.front());
  std::stable_sort(stops.begin() + 1, stops.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(static_cast<std::ptrdiff_t>(a) - best) < std::abs(static_cast<std::ptrdiff_t>(b) - best);
  });
  stops.resize(std::min(stops.size(), most));
  return stops;
}

}  // namespace stalemate::kiss

#include "campaign/findings/race_tracker.h"

#include <algorithm>

#include "campaign/findings/saved_findings.h"
#include "campaign/rerun/determinism.h"
#include "campaign/rerun/minimise.h"

namespace stalemate::host {
namespace {

constexpr unsigned kMostCandidatesOfRaces = 1000;  // over all of them
constexpr unsigned kMostCandidatesOfOne = 200;

bool is_pair(const Observation& observation) { return observation.is_race() && observation.partner != 0; }

// An observation without a partner does not know whether the earlier access was volatile: the pair may be
// quiet where it is not.
bool explains(const std::vector<Observation>& pairs, const Observation& observation) {
  return std::ranges::any_of(pairs, [&](const Observation& pair) {
    return is_pair(pair) && pair.pc == observation.pc && (pair.quiet() || !observation.quiet());
  });
}

bool contains(const Recording& recording, const Observation& wanted) {
  return std::ranges::any_of(observations_of(recording.view()), [&](const Observation& seen) {
    return seen.is_race() && seen.pc == wanted.pc && seen.partner == wanted.partner;
  });
}

bool is_shown(const Recording& recording, const Observation& observation) {
  return trace::find_race(trace::read_execution(recording.view()), {observation.pc, observation.partner})
      .has_value();
}

// The same code, in either order.
std::optional<Observation> find_pair(const Recording& recording, const Observation& wanted) {
  for (const Observation& pair : observations_of(recording.view()))
    if (is_pair(pair) && pair.quiet() == wanted.quiet() &&
        std::minmax(pair.pc, pair.partner) == std::minmax(wanted.pc, wanted.partner))
      return pair;
  return std::nullopt;
}

}  // namespace

// Of icb, the first execution that shows a race has the fewest preemptions, or is equivalent to one that has.
RaceTracker::RaceTracker(const RunOptions& options, const TimeLimits& limits)
    : promotes_(options.races == RaceMode::kOn && !options.plain_steps),
      minimises_(options.strategy != StrategyKind::kIcb),
      most_candidates_(std::min(options.minimise, kMostCandidatesOfOne)),
      limits_(&limits) {}

void RaceTracker::begin_pass(Rerunner& rerunner, bool resumes) {
  use(rerunner, resumes);
  if (resumes) return;
  before_pass_ = steps();
  known_before_pass_ = known_;
}

void RaceTracker::forget_pass() {
  drop_new_findings();
  known_ = known_before_pass_;
}

explore::Next RaceTracker::examine(std::span<const Observation> observations,
                                   const explore::Execution& execution) {
  if (error()) return explore::Next::kStop;
  std::vector<Observation> races;
  for (const Observation& observation : observations) {
    if (observation.polls) promote(observation.pc);
    if (observation.touched) promote_atomic(observation.pc);
    // The only new fact about a known race is that its threads met.
    if (observation.is_race() && !(observation.met && is_known(observation.pc))) races.push_back(observation);
    if (observation.met) met_.insert(observation.pc);
  }
  if (!races.empty())
    for (const Observation& pair : pairs_of(races, *execution.item))
      if (pair.is_race() && !error()) take(pair, execution);
  return error() || promoted_more() ? explore::Next::kStop : explore::Next::kGoOn;
}

void RaceTracker::take_as_seen(std::span<const Observation> observations, const explore::Execution& execution,
                               const Recording& seen) {
  for (const Observation& observation : observations) {
    const auto races = [&](const Finding& finding) {
      const trace::RacingCode& race = finding.recording.race;
      return race.later == observation.pc || race.earlier == observation.pc;
    };
    if (!observation.is_race() || observation.quiet() || observation.pc == 0) continue;
    if (std::ranges::any_of(findings(), races) || std::ranges::any_of(unrepeated(), races)) continue;
    Recording recording = seen;
    recording.race = {observation.pc, observation.partner};
    add_unrepeated(execution, std::move(recording));
  }
}

bool RaceTracker::is_known(std::uint64_t code) const {
  return std::ranges::any_of(
      known_, [code](const auto& pair) { return std::get<0>(pair) == code || std::get<1>(pair) == code; });
}

std::vector<Observation> RaceTracker::pairs_of(std::span<const Observation> observations,
                                               const explore::WorkItem& item) {
  const auto all = run(item, wire::kItemPairs);
  if (!all) return {};
  std::vector<Observation> pairs = observations_of(all->view());
  std::erase_if(pairs, [](const Observation& observation) { return !is_pair(observation); });
  for (const Observation& observation : observations) {
    if (!observation.is_race() || explains(pairs, observation)) continue;
    // More memory was accessed than the worker records: watch only these bytes.
    const auto watched = run(item, wire::kItemDetailed, &observation);
    if (!watched) return {};
    for (const Observation& pair : observations_of(watched->view()))
      if (is_pair(pair)) pairs.push_back(pair);
    if (explains(pairs, observation)) continue;
    // The code of the earlier access stays unknown; that there was one is known.
    const auto again = run(item, 0);
    if (!again) return {};
    if (!contains(*again, observation)) {
      stop(explain_divergence(rerunner(), item));
      return {};
    }
    pairs.push_back(observation);
  }
  return pairs;
}

void RaceTracker::take(const Observation& pair, const explore::Execution& execution) {
  const auto [low, high] = std::minmax(pair.pc, pair.partner);
  if (known_.insert({low, high, pair.quiet()}).second && !pair.quiet()) {
    if (findings().size() < kMostFindings)
      keep(pair, execution);
    else
      left_out_ = true;
    if (ended_by_time()) known_.erase({low, high, pair.quiet()});  // a campaign that resumes reports it
  }
  // An atomic access already is a step.
  if ((pair.bits & wire::kAccessAtomic) == 0) promote(pair.pc);
  if ((pair.bits & wire::kEarlierAtomic) == 0) promote(pair.partner);
}

void RaceTracker::keep(Observation pair, const explore::Execution& execution) {
  const bool known = is_pair(pair);
  const explore::WorkItem item = known ? simplest(execution, pair) : *execution.item;
  if (error()) return;
  constexpr std::uint32_t kShown = wire::kItemDetailed | wire::kItemCapture;
  auto recording = known ? run_watched(item, pair) : run(item, kShown);
  if (known && recording && !is_shown(*recording, pair)) {
    // The context of a race may prevent watching its bytes: then without them.
    pair.partner = 0;
    recording = run(item, kShown);
  }
  if (!recording) return;
  if (!is_shown(*recording, pair)) return stop(explain_divergence(rerunner(), item));
  recording->race = {pair.pc, pair.partner};
  add_finding(item, execution.number, std::move(*recording), minimised_in_time_);
}

// An execution with captured output allocates less than others, so its addresses are determined first.
std::optional<Recording> RaceTracker::run_watched(const explore::WorkItem& item, Observation pair) {
  const auto before = run(item, wire::kItemPairs | wire::kItemCapture);
  if (!before) return std::nullopt;
  if (const auto moved = find_pair(*before, pair); moved && moved->pc == pair.pc) pair = *moved;
  return run(item, wire::kItemDetailed | wire::kItemCapture, &pair);
}

bool RaceTracker::shows(const explore::WorkItem& item, Observation& pair) {
  const auto again = run(item, wire::kItemPairs);
  const auto shown = again ? find_pair(*again, pair) : std::nullopt;
  if (shown) pair = *shown;
  return shown.has_value();
}

explore::WorkItem RaceTracker::simplest(const explore::Execution& execution, Observation& pair) {
  minimised_in_time_ = true;
  if (execution.cheaper != nullptr && shows(*execution.cheaper, pair)) return *execution.cheaper;
  return minimises_ ? minimised(*execution.item, pair) : *execution.item;
}

explore::WorkItem RaceTracker::minimised(const explore::WorkItem& item, Observation& pair) {
  const auto first = run(item, wire::kItemPairs);
  if (!first || candidates_ >= kMostCandidatesOfRaces) return item;
  const Wanted wanted{[&pair](const Recording& recording) { return find_pair(recording, pair).has_value(); },
                      wire::kItemPairs};
  const unsigned most = std::min(most_candidates_, kMostCandidatesOfRaces - candidates_);
  const auto simpler = minimise(rerunner(), item, *first, wanted, most, limits_);
  if (!simpler) {
    stop(simpler.error());
    return item;
  }
  candidates_ += simpler->candidates;
  minimised_in_time_ = !simpler->ended_by_time;
  explore::WorkItem found = simpler->item;
  found.flags = item.flags;
  return shows(found, pair) ? found : item;
}

void RaceTracker::promote(std::uint64_t code) {
  if (!promotes_ || code == 0 || std::ranges::find(promoted_, code) != promoted_.end()) return;
  if (promoted_.size() == wire::kMostPromoted)
    too_many_ = true;
  else
    promoted_.push_back(code);
}

// If there is no room for it, all atomic operations are steps again.
void RaceTracker::promote_atomic(std::uint64_t code) {
  if (std::ranges::find(promoted_, code) != promoted_.end()) return;
  if (code == 0 || promoted_.size() == wire::kMostPromoted)
    atomics_.left_out = false;
  else
    promoted_.push_back(code);
}

wire::Config RaceTracker::configured(wire::Config config, const Steps& steps) const {
  config.promoted_count = static_cast<std::uint32_t>(steps.promoted);
  std::copy_n(promoted_.begin(), steps.promoted, config.promoted);
  config.private_atomics = steps.private_atomics ? 1 : 0;
  config.shared_count = static_cast<std::uint32_t>(atomics_.shared.size());
  std::ranges::copy(atomics_.shared, config.shared);
  return config;
}

void RaceTracker::save(ByteSink& sink) const {
  save_findings(sink);
  sink.number(candidates_);
  sink.flag(too_many_);
  sink.number(before_pass_.promoted);
  sink.flag(before_pass_.private_atomics);
  save_numbers(sink, promoted_);
  sink.flag(atomics_.left_out);
  save_numbers(sink, atomics_.shared);
  for (const Pairs* pairs : {&known_, &known_before_pass_}) {
    sink.number(pairs->size());
    for (const auto& [low, high, quiet] : *pairs) {
      sink.number(low);
      sink.number(high);
      sink.flag(quiet);
    }
  }
  save_numbers(sink, {met_.begin(), met_.end()});
}

bool RaceTracker::load(ByteSource& source) {
  load_findings(source);
  source.number_to(candidates_);
  too_many_ = source.flag();
  left_out_ = findings().size() == kMostFindings;  // perhaps
  before_pass_.promoted = static_cast<std::size_t>(source.number(wire::kMostPromoted + 1));
  before_pass_.private_atomics = source.flag();
  promoted_ = load_numbers(source);
  if (promoted_.size() > wire::kMostPromoted || before_pass_.promoted > promoted_.size()) source.fail();
  atomics_.left_out = source.flag();
  atomics_.shared = load_numbers(source);
  if (atomics_.shared.size() > wire::kMostShared) source.fail();
  for (Pairs* pairs : {&known_, &known_before_pass_})
    for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
      const std::uint64_t low = source.number(), high = source.number();
      pairs->insert({low, high, source.flag()});
    }
  for (const std::uint64_t code : load_numbers(source)) met_.insert(code);
  return source.ok();
}

}  // namespace stalemate::host

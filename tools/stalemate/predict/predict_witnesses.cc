#include "tools/stalemate/predict/predict_witnesses.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace stalemate::tools {
namespace {

using predict::Triplet;

// Steps that all schedules together may have: to make them, and to print them.
constexpr std::size_t kMostStepsTried = 200'000'000;
constexpr std::size_t kMostStepsLogged = 1'000'000;

struct Found {
  Triplet triplet;
  std::vector<std::uint16_t> schedule;  // empty: not made yet
  std::size_t switches = 0;
};

class WitnessReport {
 public:
  WitnessReport(const trace::EventTrace& trace, predict::Analysis& analysis, const predict::WitnessBook& book)
      : trace_(trace), analysis_(analysis), book_(book) {}

  void report_to(std::size_t list, report::PredictResult& result) {
    choose_best(list);
    for (const Triplet& triplet : book_.listed()) {
      if (found_.size() >= list) break;
      found_.try_emplace(key_of(triplet), Found{triplet, {}, 0});
    }
    result.more_groups = book_.groups_in_all() > best_.size();
    std::map<Key, std::size_t> places;
    std::size_t logged = 0;
    for (auto& [key, found] : found_) {
      places[key] = result.witnesses.size();
      result.witnesses.push_back(witness_of(found, logged));
    }
    for (std::size_t i = 0; i < best_.size(); ++i) {
      const predict::WitnessGroup& group = book_.groups()[i];
      result.groups.push_back(
          {group.witnesses, group.equal, group.reads, group.several_variables, places.at(best_[i])});
    }
  }

 private:
  using Key = std::pair<std::size_t, std::int64_t>;
  static Key key_of(const Triplet& triplet) { return {triplet.read, triplet.challenger}; }

  void make_schedule(Found& found) {
    found.schedule = analysis_.schedule(found.triplet.read, found.triplet.challenger);
    STALEMATE_CHECK(!found.schedule.empty(), "what is feasible has a schedule");
    found.switches = predict::switches_of(found.schedule);
    tried_ += found.schedule.size() + 1;
  }

  // Of each group the one with the fewest switches, then the shortest: of as many as time allows, at least of
  // one.
  void choose_best(std::size_t most) {
    const std::size_t groups = std::min(most, book_.groups().size());
    for (std::size_t i = 0; i < groups; ++i) {
      Found best;
      for (const Triplet& triplet : book_.groups()[i].candidates) {
        if (!best.schedule.empty() && tried_ > kMostStepsTried / groups * (i + 1)) break;
        Found found{triplet, {}, 0};
        make_schedule(found);
        if (best.schedule.empty() ||
            std::pair(found.switches, found.schedule.size()) < std::pair(best.switches, best.schedule.size()))
          best = std::move(found);
      }
      best_.push_back(key_of(best.triplet));
      // Stored only as long as all of them together are not too long.
      if ((kept_ += best.schedule.size()) > kMostStepsLogged) best.schedule.clear();
      found_.try_emplace(best_.back(), std::move(best));
    }
  }

  report::PredictWitness witness_of(Found& found, std::size_t& logged) {
    const Triplet& triplet = found.triplet;
    const trace::Event& read = trace_.events[triplet.read];
    report::PredictWitness witness;
    witness.read = triplet.read;
    witness.thread = trace_.threads[read.thread];
    witness.variable = trace_.variables[read.object];
    witness.location = trace_.locations[read.location];
    witness.writer = triplet.writer;
    witness.writer_location = location_of(trace_, triplet.writer);
    witness.challenger = triplet.challenger;
    witness.challenger_location = location_of(trace_, triplet.challenger);
    if (triplet.challenger >= 0)
      witness.challenger_thread =
          trace_.threads[trace_.events[static_cast<std::size_t>(triplet.challenger)].thread];
    if (trace_.has_values && !read.unknown) witness.value = read.value;
    witness.other = book_.value_of(triplet.challenger, read.object);
    if (logged >= kMostStepsLogged) return witness;
    if (found.schedule.empty()) make_schedule(found);
    if ((logged += found.schedule.size()) > kMostStepsLogged) return witness;
    witness.has_schedule = true;
    witness.switches = found.switches;
    witness.schedule = std::move(found.schedule);
    return witness;
  }

  const trace::EventTrace& trace_;
  predict::Analysis& analysis_;
  const predict::WitnessBook& book_;
  std::map<Key, Found> found_;
  std::vector<Key> best_;  // by group
  std::size_t tried_ = 0, kept_ = 0;
};

}  // namespace

std::string location_of(const trace::EventTrace& trace, std::int64_t event) {
  return event < 0 ? std::string() : trace.locations[trace.events[static_cast<std::size_t>(event)].location];
}

void report_witnesses(const trace::EventTrace& trace, predict::Analysis& analysis,
                      const predict::WitnessBook& book, std::size_t list, report::PredictResult& result) {
  WitnessReport(trace, analysis, book).report_to(list, result);
}

}  // namespace stalemate::tools

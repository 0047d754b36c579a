// The theorems on the tool (see compare.h): random programs under explore(), with points at synchronization
// and with promotion, against brute force over the model with a point at every access; and the races that the
// runtime tells in each execution against Goldilocks.
//
//   real_run report|promotion SEED PROGRAMS
#include <stalemate/stalemate.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "compare.h"
#include "goldilocks.h"
#include "interpreter.h"

namespace stalemate::test {
namespace {

constexpr std::uint32_t kMostPreemptions = 3;

struct Run {
  Result result;
  Search found;  // executions: those of the result
  std::string
      wrong;  // an execution that the model does not know, or of whose accesses Goldilocks thinks otherwise
};

// An execution that happened, on the model.
class Replay {
 public:
  Replay(const Program& program, const Record& record) : machine_(program) {
    machine_.begin(true);
    for (std::uint32_t i = 0; i < record.steps; ++i) step(record.step[i].thread, record.step[i].races);
    if (record.waiting != kThreads && !machine_.is_over()) step(record.waiting, false);
    State state = record.state;
    state.deadlock = !record.ended;
    if (wrong_.empty() && (!machine_.is_over() || machine_.state() != state))
      wrong_ =
          "an execution ends in " + text_of(state) + "\non the model in " + text_of(machine_.state()) + "\n";
  }

  const Machine& machine() const { return machine_; }

  std::string wrong() const {
    if (!wrong_.empty()) return wrong_;
    const std::vector<Faults> faults = judged_by_whole_goldilocks(machine_.events());
    if (told_ == faults) return "";
    return "the runtime says\n" + text_of(machine_.events(), told_) + "Goldilocks\n" +
           text_of(machine_.events(), faults);
  }

 private:
  void step(std::uint32_t thread, bool races) {
    if (!wrong_.empty()) return;
    if (!machine_.is_enabled(thread)) {
      wrong_ = "thread " + std::to_string(thread) + " goes on where it cannot on the model\n" +
               text_of(machine_.events(), told_);
      return;
    }
    const std::size_t at = machine_.events().size();
    machine_.step(thread, true);
    told_.resize(machine_.events().size());
    if (races) told_.at(at) = kRaces;
  }

  Machine machine_;
  std::vector<Faults> told_;
  std::string wrong_;
};

// Of a search that began again after promotions, the last round counts.
void collect(const Program& program, std::uint32_t bound, Run& run) {
  const Recording& recording = Recording::shared();
  std::uint32_t promoted = 0;
  for (std::uint32_t i = 0; i < recording.size(); ++i)
    if (recording[i].begun) promoted = std::max(promoted, recording[i].promoted);
  run.found.states.resize(bound + 1);
  run.found.races.resize(bound + 1);
  // Executions are repeated for other ends than the search: once is enough.
  std::set<std::string> known;
  for (std::uint32_t i = 0; i < recording.size() && run.wrong.empty(); ++i) {
    const Record& record = recording[i];
    if (!record.begun) continue;
    // What a round begins when it is given up is not always finished.
    if (record.promoted != promoted && !record.ended) continue;
    if (!known.insert(std::string(reinterpret_cast<const char*>(&record), sizeof record)).second) continue;
    const Replay replay(program, record);
    run.wrong = replay.wrong();
    if (record.promoted != promoted) continue;
    const bool race = has_race(replay.machine().events());
    for (std::uint32_t c = replay.machine().preemptions(); c <= bound; ++c) {
      run.found.states[c].insert(replay.machine().state());
      if (race) run.found.races[c] = true;
    }
  }
}

// Findings cost a hundred times an execution: races are called intended where nobody asks for them.
Run run_tool(const Program& program, std::uint32_t bound, const char* races, bool wants_findings) {
  Recording::shared().clear();
  Options options;
  options.preemptions(bound).races(races).jobs(1).isolate("none").reduce("none").keep_going().set("fair",
                                                                                                  "off");
  Run run;
  run.result = explore(
      [&] {
        Interpreter interpreter(program);
        if (!wants_findings)
          for (std::uint32_t i = 0; i < kVariables; ++i) benign(interpreter.variables() + i);
        interpreter.run(0);
      },
      options);
  run.found.executions = run.result.executions_per_bound;
  run.found.executions.resize(bound + 1);
  if (run.result.verdict == "error") run.wrong = run.result.error;
  // What writes the record down is not to be seen, and is not.
  for (const std::string& line : run.result.uncontrolled)
    if (line.find("libtheorems.a(recording.cc.o)") == line.npos) run.wrong = "not controlled: " + line;
  if (run.wrong.empty()) collect(program, bound, run);
  return run;
}

// The least number of preemptions of a finding of this kind; -1: there is none.
int least(const Result& result, const std::string& kind) {
  int least = -1;
  for (const Finding& finding : result.findings)
    if (finding.kind == kind && (least < 0 || static_cast<int>(finding.preemptions) < least))
      least = static_cast<int>(finding.preemptions);
  return least;
}
int least_race(const Search& fine) {
  const auto first = std::find(fine.races.begin(), fine.races.end(), true);
  return first == fine.races.end() ? -1 : static_cast<int>(first - fine.races.begin());
}
int least_deadlock(const Search& search) {
  for (std::size_t c = 0; c < search.states.size(); ++c)
    for (const State& state : search.states[c])
      if (state.deadlock) return static_cast<int>(c);
  return -1;
}

std::string text_of_counts(const Search& search) {
  std::string text;
  for (const std::uint64_t n : search.executions) text += " " + std::to_string(n);
  return text + "\n";
}

// With points at synchronization.
std::string contradiction_of_report(const Program& program, const Reference& reference, bool wants_findings) {
  const Run run = run_tool(program, reference.bound, "report", wants_findings);
  if (!run.wrong.empty()) return run.wrong;
  const Search observable = search(program, reference.bound, false, 1'000'000);
  if (run.found.executions != observable.executions)
    return "executions by preemptions:" + text_of_counts(run.found) +
           "on the model:" + text_of_counts(observable);
  for (std::uint32_t c = 0; c <= reference.bound; ++c)
    if (run.found.states[c] != observable.states[c])
      return "not what the model reaches\n" + difference(run.found.states[c], observable.states[c]);
  if (least(run.result, "deadlock") != least_deadlock(observable)) return "a deadlock at the wrong bound\n";
  if (wants_findings && least(run.result, "data-race") != least_race(reference.fine))
    return "a data-race at the wrong bound\n";
  return contradiction(run.found, reference.fine);
}

// With promotion.
std::string contradiction_of_promotion(const Program& program, const Reference& reference) {
  const Run run = run_tool(program, reference.bound, "on", false);
  if (!run.wrong.empty()) return run.wrong;
  for (std::uint32_t c = 0; c <= reference.bound; ++c) {
    const std::string states = difference(run.found.states[c], reference.fine.states[c]);
    if (!states.empty()) return "with promotion, within " + std::to_string(c) + " preemptions\n" + states;
  }
  return "";
}

enum class Mode { kReport, kPromotion };

std::string contradiction_in(const Program& program, const Reference& reference, Mode mode,
                             bool wants_findings) {
  return mode == Mode::kReport ? contradiction_of_report(program, reference, wants_findings)
                               : contradiction_of_promotion(program, reference);
}

// What the random programs were like.
struct Tally {
  std::uint32_t programs = 0, racy = 0, only_later = 0, deadlocks = 0;

  void count(int race, int deadlock) {
    ++programs;
    racy += race >= 0 ? 1 : 0;
    only_later += race > 0 ? 1 : 0;
    deadlocks += deadlock >= 0 ? 1 : 0;
  }
  // No case of the theorems may be missing.
  bool has_everything() const { return racy > programs / 4 && only_later > 0 && deadlocks > 0; }
};

int test(Mode mode, std::uint32_t seed, std::uint32_t programs) {
  std::mt19937 random(seed);
  Tally tally;
  for (std::uint32_t n = 0; n < programs; ++n) {
    const Program program = random_program(random);
    const Reference reference = reference_of(program, kMostPreemptions);
    const int race = least_race(reference.fine);
    tally.count(race, least_deadlock(reference.fine));
    if (mode == Mode::kPromotion && race < 0) continue;  // nothing to promote
    // Every race that needs a preemption, and some of the others, by their findings, too.
    const bool wants_findings = race > 0 || (race == 0 && tally.racy % 20 == 0);
    std::string wrong = contradiction_in(program, reference, mode, wants_findings);
    if (wrong.empty()) continue;
    const Program small = shrink(program, [&](const Program& less) {
      std::string now = contradiction_in(less, reference_of(less, kMostPreemptions), mode, wants_findings);
      if (now.empty()) return false;
      wrong = std::move(now);
      return true;
    });
    std::printf("program %u of seed %u:\n%s%s", n, seed, text_of(small).c_str(), wrong.c_str());
    return 1;
  }
  std::printf("%u programs: %u race, %u of them after preemptions only; %u can deadlock\n", programs,
              tally.racy, tally.only_later, tally.deadlocks);
  if (!tally.has_everything()) std::printf("some case is missing\n");
  return tally.has_everything() ? 0 : 1;
}

}  // namespace
}  // namespace stalemate::test

int main(int count, char** arguments) {
  const std::string word = count == 4 ? arguments[1] : "";
  if (word != "report" && word != "promotion") {
    std::printf("usage: real_run report|promotion SEED PROGRAMS\n");
    return 2;
  }
  const auto number = [&](int i) {
    return static_cast<std::uint32_t>(std::strtoul(arguments[i], nullptr, 10));
  };
  const auto mode = word == "report" ? stalemate::test::Mode::kReport : stalemate::test::Mode::kPromotion;
  return stalemate::test::test(mode, number(2), number(3));
}

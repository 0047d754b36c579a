#include "campaign/campaign.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "campaign/campaign_checkpoint.h"
#include "campaign/coverage_watch.h"
#include "campaign/examiner.h"
#include "campaign/findings/atomic_survey.h"
#include "campaign/findings/collector.h"
#include "campaign/findings/doubt.h"
#include "campaign/reduction_choice.h"
#include "campaign/rerun/determinism.h"
#include "campaign/worker_config.h"
#include "explore/strategy/strategies.h"
#include "model/outcome.h"
#include "worker/bell.h"
#include "worker/frontier_memory.h"

namespace stalemate::host {
namespace {

// The spin count of a worker that has a processor to itself and gets its items one by one: about 0.1 ms.
constexpr std::uint32_t kSpinCount = 4000;

explore::Parameters parameters_of(const RunOptions& options) {
  explore::Parameters parameters;
  parameters.preemptions = options.preemptions;
  parameters.delays = options.delays;
  parameters.depth = options.depth;
  parameters.pct_depth = options.pct_depth.value_or(explore::kDefaultPctDepth);
  parameters.walk_from = options.walk_from;
  parameters.seed = options.seed;
  parameters.samples = options.executions.value_or(0);
  return parameters;
}

// The isolations to try, the cheapest first: if executions affect later ones, the next is tried.
std::vector<wire::Isolation> isolations(const RunOptions& options, const CampaignContext& context) {
  if (options.cache == CacheKind::kMemory) return {wire::Isolation::kMemory};
  switch (options.isolate) {
    case IsolationKind::kFork: return {wire::Isolation::kFork};
    case IsolationKind::kMemory: return {wire::Isolation::kMemory};
    // A program's main() cannot be called again: without anything to restore, each execution is a process.
    case IsolationKind::kNone:
      return {context.can_call_again ? wire::Isolation::kNone : wire::Isolation::kFork};
    case IsolationKind::kAuto: break;
  }
  if (!context.can_call_again) return {wire::Isolation::kMemory, wire::Isolation::kFork};
  return {wire::Isolation::kNone, wire::Isolation::kMemory, wire::Isolation::kFork};
}

// Whether one bound is finished before the next begins.
bool bounds_grow(StrategyKind strategy) {
  return strategy == StrategyKind::kIcb || strategy == StrategyKind::kDelay;
}

// Workers that are forked from this process do not start with the same heap, and would log different hashes
// for the same states.
unsigned jobs_of(const RunOptions& options, const CampaignContext& context) {
  if (options.cache == CacheKind::kMemory && context.can_call_again) return 1;
  return options.jobs != 0 ? options.jobs : usable_cpus();
}

class Campaign {
 public:
  Campaign(const RunOptions& options, const CampaignContext& context, const TimeLimits& limits,
           wire::Isolation isolation)
      : options_(options),
        context_(context),
        limits_(limits),
        isolation_(isolation),
        jobs_(jobs_of(options, context)),
        state_(options, limits, ReductionChoice(options, isolation, jobs_)),
        checkpoint_(context.checkpoint, state_, isolation, options.checkpoint_every) {
    result_.jobs = jobs_;
    result_.isolation = isolation;
  }

  // `state`: of a checkpoint; nullptr: from the beginning.
  Result<CampaignResult> run(ByteSource* state) {
    if (state != nullptr && !checkpoint_.load(*state)) return not_understood();
    for (;;) {
      const auto sequel = pass();
      if (!sequel && state_.promotions == 0) return tl::unexpected<Error>(sequel.error());
      if (!sequel && !result_.error) result_.error = sequel.error();  // findings so far are reported
      if (!sequel || *sequel == Sequel::kEnd) break;
      if (*sequel == Sequel::kPromoted) ++state_.promotions;
    }
    result_.promotions = state_.promotions;
    result_.reduce_note = reduction_.note();
    report_observations(leaks_);
    report_observations(races_);
    set_doubts_apart();
    if (!result_.error && !failed_ && !limits_.over()) {
      // In the isolation of the search: effects of one execution on the next appear only there.
      Rerunner repeater(context_.start, config(isolation_), limits_);
      result_.error = check_repeatable(repeater, explore::WorkItem{}, limits_);
    }
    if (limits_.interrupted()) result_.limit = EndedBy::kInterrupted;
    return std::move(result_);
  }

 private:
  // What follows a pass.
  enum class Sequel { kEnd, kPromoted, kOtherPlan, kOtherSteps };

  // One search with the promotions so far.
  Result<Sequel> pass() {
    explore::Parameters parameters = parameters_of(options_);
    const std::uint64_t budget = options_.executions ? *options_.executions - used_ : 0;
    parameters.samples = budget;
    auto strategy = explore::make_strategy(stalemate::name_of(reduction_.strategy()), parameters);
    if (!strategy)
      return fail(Code::kUsage, "this version has no strategy '" +
                                    std::string(stalemate::name_of(options_.strategy)) + "'");
    Rerunner rerunner(context_.start, config(wire::Isolation::kFork), limits_);
    races_.begin_pass(rerunner, checkpoint_.resumes());
    leaks_.begin_pass(rerunner, checkpoint_.resumes());
    Collector collector(options_.keep_going, options_.exit_code, state_.executions, on_observations());
    collector.report_to(context_.on_candidates);
    if (isolation_ == wire::Isolation::kNone && options_.isolate == IsolationKind::kAuto)
      collector.refuse_old_frees();
    if (foreign_ || checkpoint_.resumes()) collector.find_meetings();
    explore::MemoryLimits room;
    room.memory = frontier_memory();
    CoverageWatch watch(collector, bounds_grow(options_.strategy), room.memory);
    AtomicSurvey survey(collector, may_leave_out_atomics());
    explore::Observer& observer = wants_growth() ? static_cast<explore::Observer&>(watch) : survey;
    explore::Search search(std::move(strategy), {budget, [this] { return limits_.over_for_long(); }},
                           observer, room, reduction_.plan());
    watch.watch(search);
    checkpoint_.begin_pass();
    if (checkpoint_.resumes() && !checkpoint_.load_pass(collector, search)) return not_understood();
    const std::uint64_t executions_before = search.summary().executions;
    WorkerPool pool(context_.start, pool_options(collector, watch, search, survey));
    auto report = pool.run(search);
    if (!report && !began_) return tl::unexpected<Error>(report.error());
    if (!report) {
      // Findings of earlier passes are reported.
      search.stop();
      const Error error = std::exchange(report, WorkerPoolReport{}).error();
      report->error = error;
    }
    began_ = true;
    state_.surveyed = state_.surveyed || survey.decided();
    if (survey.found_private() && can_go_on(collector, *report)) {
      state_.seconds += report->seconds;
      state_.leave_out_atomics(survey.shared());
      return Sequel::kOtherSteps;
    }
    used_ += search.summary().executions - executions_before;
    state_.seconds += report->seconds;
    checkpoint_.add_earlier(*report);
    take_errors(*report);
    // Only now is it known that races must be proven by meetings.
    const bool looks_for_meetings = !foreign_ && may_order_threads(report->ledger) && races_.promoted() != 0;
    foreign_ = foreign_ || may_order_threads(report->ledger);
    const bool waits_for_steps =
        search.summary().gave_up == explore::GaveUp::kRaces && races_.promoted_more();
    if (search.summary().limit == explore::Limit::kGaveUp && !waits_for_steps &&
        can_go_on(collector, *report)) {
      state_.give_up_pass(search.summary().gave_up);
      return Sequel::kOtherPlan;
    }
    if (may_promote(collector, *report) || (looks_for_meetings && may_begin_again(collector, *report))) {
      state_.keep_candidates(collector);
      state_.executions += search.summary().executions;
      return Sequel::kPromoted;
    }
    conclude(search, collector, *report);
    if (wants_growth()) result_.growth = growth_of(watch);
    keep_checkpoint(search, collector, *report);
    examine_all(rerunner, collector);
    return Sequel::kEnd;
  }

  // If time is up while a race is repeated, that is not an error.
  void take_errors(const WorkerPoolReport& report) {
    if (report.error) result_.error = report.error;
    for (const auto& error : {races_.error(), leaks_.error()}) {
      if (!error) continue;
      stopped_by_time_ = stopped_by_time_ || error->code == Code::kInterrupted;
      if (error->code != Code::kInterrupted) result_.error = error;
    }
  }

  OnObservations on_observations() {
    if (options_.races == RaceMode::kOff && !options_.leaks) return {};
    return [this](const Sighting& sighting, const explore::Execution& execution) {
      std::vector<Observation> observations = sighting.observations;
      const auto lost = std::ranges::stable_partition(observations, std::logical_not<>(), &Observation::lost);
      const std::span<const Observation> others(observations.begin(), lost.begin());
      const explore::Next after_leaks = leaks_.examine(lost, execution);
      const explore::Next next = races_.examine(others, execution);
      if ((leaks_.ended_by_time() || races_.ended_by_time()) && !sighting.records.empty()) {
        const Recording seen = as_seen(sighting, execution);
        if (leaks_.ended_by_time()) leaks_.take_as_seen(lost, execution, seen);
        if (races_.ended_by_time()) races_.take_as_seen(others, execution, seen);
      }
      return after_leaks == explore::Next::kStop ? after_leaks : next;
    };
  }

  // The modules come later, with the ledger.
  Recording as_seen(const Sighting& sighting, const explore::Execution& execution) const {
    Recording recording;
    recording.header = *execution.header;
    recording.records = sighting.records;
    take_steps(recording, races_.configured(config(isolation_), races_.steps_before_pass()));
    return recording;
  }

  void report_observations(ObservationTracker& book) {
    for (Finding& finding : book.findings()) result_.findings.push_back(std::move(finding));
    for (Finding& finding : book.unrepeated()) {
      finding.recording.modules = result_.ledger.modules();
      result_.findings.push_back(std::move(finding));
    }
  }

  bool can_go_on(const Collector& collector, const WorkerPoolReport& report) const {
    if (report.end != PoolEnd::kDone || limits_.interrupted() || result_.error || collector.diverged())
      return false;
    return !limits_.past_deadline() && !out_of_executions();
  }

  // A failure that ends the search ends it, whatever else that execution shows.
  bool may_promote(const Collector& collector, const WorkerPoolReport& report) const {
    return begins_again(collector) && can_go_on(collector, report);
  }
  bool begins_again(const Collector& collector) const {
    return races_.promoted_more() && nothing_ends_it(collector);
  }
  bool nothing_ends_it(const Collector& collector) const {
    return options_.keep_going || collector.candidates().empty();
  }
  bool may_begin_again(const Collector& collector, const WorkerPoolReport& report) const {
    return nothing_ends_it(collector) && can_go_on(collector, report);
  }

  bool out_of_executions() const { return options_.executions && used_ >= *options_.executions; }

  // What uninstrumented code may explain is not a finding, and does not count as the end of the search.
  void set_doubts_apart() {
    const std::vector<UnseenPart> parts = unseen_parts(result_.ledger);
    if (parts.empty()) return;
    std::vector<Finding> kept;
    for (Finding& finding : result_.findings) {
      const bool met = finding.recording.race && races_.met(finding.recording.race);
      if (auto because = doubted_for(finding, parts, met))
        result_.doubts.push_back({std::move(finding), std::move(*because)});
      else
        kept.push_back(std::move(finding));
    }
    result_.findings = std::move(kept);
    if (result_.findings.empty() && result_.limit == EndedBy::kFinding) result_.limit = EndedBy::kNothing;
  }

  // A finding that cannot be repeated does not prevent the report of the others.
  void examine_all(Rerunner& rerunner, const Collector& collector) {
    const Examiner examiner(limits_, options_.minimise, result_.ledger.modules());
    for (const Candidate& candidate : collector.candidates()) {
      take(examiner.examine(rerunner, candidate));
      seen_.insert(candidate.key);
    }
    // The last pass finds the findings of earlier passes again, unless it was ended before.
    for (const CampaignState::Earlier& earlier : state_.earlier) {
      if (!seen_.insert(earlier.candidate.key).second) continue;
      const wire::Config before = worker_config(options_, wire::Isolation::kFork, earlier.left_out_tries);
      Rerunner then(context_.start, races_.configured(before, earlier.steps), limits_);
      take(examiner.examine(then, earlier.candidate));
    }
    failed_ = !result_.findings.empty();
    if (collector.diverged() && !result_.error)
      result_.error = explain_divergence(rerunner, *collector.diverged());
  }

  void take(Examined examined) {
    if (examined.error && !result_.error) result_.error = std::move(examined.error);
    result_.findings.push_back(std::move(examined.finding));
  }

  wire::Config config(wire::Isolation isolation) const {
    return races_.configured(worker_config(options_, isolation, reduction_.leaves_out_tries()),
                             races_.steps());
  }

  // With `--weak-cas` such an operation may have several results.
  bool may_leave_out_atomics() const {
    return !state_.surveyed && !checkpoint_.resumes() && options_.races == RaceMode::kOn &&
           !options_.plain_steps && !options_.weak_cas && options_.cache == CacheKind::kOff &&
           !wants_growth();
  }

  bool wants_growth() const { return !options_.coverage.empty(); }

  WorkerPoolOptions pool_options(Collector& collector, CoverageWatch& watch, explore::Search& search,
                                 AtomicSurvey& survey) {
    WorkerPoolOptions pool;
    checkpoint_.pause_in(pool, collector, search);
    pool.jobs = jobs_;
    pool.config = config(result_.isolation);
    pool.config.effects = reduction_.needs_effects() || wants_growth();
    const explore::ReductionPlan& plan = reduction_.plan();
    if (plan.states)
      pool.config.states =
          options_.cache == CacheKind::kMemory ? wire::States::kMemory : wire::States::kProgram;
    pool.config.clocks = plan.clocks;
    pool.one_by_one = plan.how != explore::Reduced::kNone || plan.states;
    if (pool.one_by_one && result_.jobs < usable_cpus()) pool.config.spin_count = kSpinCount;
    pool.sizes = ring_sizes(options_.steps, false, pool.config.effects != 0 || plan.states);
    pool.deadline = limits_.deadline();
    pool.interrupted = context_.interrupted;
    pool.on_progress = context_.on_progress;
    pool.every_log = [this, &survey] { return wants_growth() || survey.wants_logs(); };
    pool.on_failure = [&collector, &survey](const LogView& log) {
      survey.arrived(log);
      collector.arrived(log);
    };
    if (wants_growth()) pool.on_failure = [&watch](const LogView& log) { watch.arrived(log); };
    return pool;
  }

  void conclude(const explore::Search& search, const Collector& collector, const WorkerPoolReport& report) {
    result_.summary = search.summary();
    result_.estimate = search.estimate();
    if (result_.estimate && result_.estimate->share == 1) result_.estimate.reset();
    if (unfinished(search)) withdraw_bounds();
    // The same size with every reduction: up to the last bound that has classes.
    std::vector<std::uint64_t>& classes = result_.summary.classes_per_bound;
    while (!classes.empty() && classes.back() == 0) classes.pop_back();
    result_.states = collector.states();
    result_.seconds = state_.seconds;
    result_.promoted_too_many = races_.too_many();
    result_.leaves_races =
        options_.races == RaceMode::kReport && !options_.plain_steps && races_.leaves_races();
    result_.left_out = races_.left_out() || collector.left_out();
    if (result_.isolation == wire::Isolation::kMemory && report.snapshots == 0)
      result_.isolation = wire::Isolation::kFork;  // not possible here
    result_.busy_share = report.busy_share;
    result_.ledger = report.ledger;
    result_.exit_codes = collector.exit_codes().counts();
    result_.executions_of_all = state_.executions + result_.summary.executions;
    if (report.end == PoolEnd::kInterrupted) {
      result_.limit = EndedBy::kInterrupted;
    } else if (report.end == PoolEnd::kDeadline || stopped_by_time_) {
      result_.limit = EndedBy::kTime;
    } else if (unfinished(search) && limits_.past_deadline()) {
      result_.limit = EndedBy::kTime;
    } else if (result_.summary.limit == explore::Limit::kExecutions ||
               (unfinished(search) && out_of_executions())) {
      result_.limit = EndedBy::kExecutions;
    } else if (result_.summary.limit == explore::Limit::kStopped) {
      result_.limit = EndedBy::kFinding;
    } else if (collector.hit_step_limit()) {
      result_.limit = EndedBy::kSteps;
    }
    // A search that was resumed does not know it, and the result is to be the same.
    const bool reduced = result_.summary.reduced != explore::Reduced::kNone;
    if (reduced && result_.limit == EndedBy::kFinding) result_.estimate.reset();
    if (!result_.states && result_.summary.cached && result_.summary.cached->states != 0)
      result_.states = result_.summary.cached->states;
    if (result_.limit != EndedBy::kNothing || result_.error || result_.ledger.weakens_coverage()) return;
    if (options_.cache == CacheKind::kStates) return;  // stalemate::state is not checked
    if (result_.promoted_too_many || result_.left_out || collector.hung()) return;
    if (result_.leaves_races) return;  // what a thread does may depend on them
    if (result_.summary.complete)
      result_.coverage = Coverage::kComplete;
    else if (result_.summary.completed)
      result_.coverage = Coverage::kWithinBound;
  }

  // The search would have started again, but it was ended before.
  bool unfinished(const explore::Search& search) const {
    return races_.needs_another_pass() || search.summary().limit == explore::Limit::kGaveUp;
  }

  // A bound counts as completed only by a search in which all code that is known to race is steps (S13), and
  // whose reduction holds for every execution that was seen.
  void withdraw_bounds() {
    result_.summary.completed.reset();
    result_.summary.complete = false;
    result_.estimate.reset();
  }

  // Counts within a bound are exact only if it was completed.
  CoverageGrowth growth_of(const CoverageWatch& watch) const {
    CoverageGrowth growth = watch.growth();
    if (!result_.summary.completed && !result_.summary.complete)
      for (CoverageSample& bound : growth.bounds) bound.within.reset();
    return growth;
  }

  void keep_checkpoint(explore::Search& search, const Collector& collector, const WorkerPoolReport& report) {
    if (result_.error || collector.diverged()) return;
    const bool begins = begins_again(collector) && result_.summary.reduced != explore::Reduced::kNone;
    const auto kept = checkpoint_.keep(search, collector, report, {ended_early(), begins});
    if (kept)
      result_.kept = *kept;
    else
      result_.checkpoint_error = kept.error();
  }

  bool ended_early() const {
    return result_.limit == EndedBy::kExecutions || result_.limit == EndedBy::kTime ||
           result_.limit == EndedBy::kInterrupted;
  }

  static tl::unexpected<Error> not_understood() {
    return fail(Code::kBadFile, "the checkpoint does not match this version of stalemate",
                "delete it, or name another file");
  }

  const RunOptions& options_;
  const CampaignContext& context_;
  const TimeLimits& limits_;
  wire::Isolation isolation_;  // as tried
  unsigned jobs_;
  CampaignState state_;
  const ReductionChoice& reduction_ = state_.reduction;
  RaceTracker& races_ = state_.races;
  LeakTracker& leaks_ = state_.leaks;
  CampaignCheckpoint checkpoint_;
  std::set<std::uint64_t> seen_;
  std::uint64_t used_ = 0;  // executions of all passes
  bool failed_ = false;
  bool began_ = false;  // a worker started
  bool stopped_by_time_ = false;
  bool foreign_ = false;  // uninstrumented code ran
  CampaignResult result_;
};

}  // namespace

namespace {

// Uninstrumented code can make steps dependent that seem independent. Then the program does not follow a
// reduced search; a search of every interleaving does not need to know.
Result<CampaignResult> without_reduction(RunOptions options, const CampaignContext& context,
                                         const TimeLimits& limits, Result<CampaignResult> reduced) {
  const std::vector<UnseenPart> parts = unseen_parts(reduced->ledger);
  const bool can_help = options.strategy == StrategyKind::kIcb && options.reduce != Reduction::kNone &&
                        options.cache == CacheKind::kOff && context.checkpoint == nullptr;
  if (!can_help || parts.empty() || limits.over()) return reduced;
  options.reduce = Reduction::kNone;
  auto result = Campaign(options, context, limits, wire::Isolation::kFork).run(nullptr);
  if (!result || result->error) return reduced;
  result->reduce_note = "not reduced: " + parts.front().because +
                        ", and what it does makes steps depend on each other that seem not to";
  return result;
}

}  // namespace

Result<CampaignResult> run_campaign(const RunOptions& options, const CampaignContext& context) {
  if (auto possible = check_reduction(options); !possible) return tl::unexpected<Error>(possible.error());
  auto tried = isolations(options, context);
  std::optional<ByteSource> state;
  if (context.checkpoint != nullptr && context.checkpoint->found()) {
    state = context.checkpoint->state();
    const auto isolation = CampaignCheckpoint::isolation_of(*state);
    while (tried.size() > 1 && tried.front() != isolation) tried.erase(tried.begin());
  }
  // One deadline for all attempts.
  std::optional<TimeLimits::Clock::time_point> deadline;
  if (options.time) deadline = TimeLimits::Clock::now() + *options.time;
  const TimeLimits limits(deadline, context.interrupted);
  for (;;) {
    auto result = Campaign(options, context, limits, tried.front()).run(state ? &*state : nullptr);
    state.reset();
    const bool leaked = result && result->error && result->error->code == Code::kNotDeterministic;
    tried.erase(tried.begin());
    if (!leaked) return result;
    if (tried.empty()) return without_reduction(options, context, limits, std::move(result));
  }
}

}  // namespace stalemate::host

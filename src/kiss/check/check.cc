#include "kiss/check/check.h"

#include <poll.h>

#include <algorithm>
#include <memory>

#include "kiss/check/engine_process.h"
#include "kiss/check/failure_names.h"
#include "kiss/check/work_list.h"

namespace stalemate::kiss {
namespace {

using Clock = std::chrono::steady_clock;
using engine::Channel;
using engine::Outcome;
using engine::Report;

// Another engine is started only for a search that takes longer than starting it.
constexpr std::chrono::milliseconds kBeforeHelp{20};
constexpr int kPoll = 20;                              // milliseconds between checks of the clock
constexpr std::chrono::milliseconds kBeforeKill{500};  // for a path to end after it was asked to

struct Worker {
  std::unique_ptr<EngineProcess> engine;
  std::optional<WorkList::Place> part;
};

Found found_in(const Channel& channel) {
  Found found;
  found.paths = channel.paths.load();
  found.blocked = channel.blocked;
  found.states = channel.states;
  found.pruned = channel.pruned;
  found.cut_loops = channel.cut_loops != 0;
  found.cut_long_loops = channel.cut_long_loops != 0;
  found.cut_recursion = channel.cut_recursion != 0;
  found.too_many_threads = channel.too_many_threads != 0;
  found.cut_unknown = channel.cut_unknown != 0;
  found.cache_full = channel.cache_full != 0;
  for (std::uint32_t id = 1; id < engine::kMostLoops; ++id) {
    if ((channel.loops[id] & engine::kLoopCut) != 0) found.loops_cut.insert(id);
    if ((channel.loops[id] & engine::kLoopPassed) != 0) found.loops_passed.insert(id);
  }
  return found;
}

std::string limit_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPathsRanOut: return "paths";
    case Outcome::kMemoryRanOut: return "memory";
    case Outcome::kChoicesRanOut: return "choices";
    default: return "endless-path";
  }
}

void write_found(const Found& found, CheckResult& result) {
  result.paths = found.paths;
  result.blocked = found.blocked;
  result.states = found.states;
  result.pruned = found.pruned;
  result.cut_loops = found.cut_loops;
  result.cut_long_loops = found.cut_long_loops;
  result.cut_recursion = found.cut_recursion;
  result.too_many_threads = found.too_many_threads;
  result.cut_unknown = found.cut_unknown;
  result.cache_full = found.cache_full;
  result.loops_cut = found.loops_cut;
  result.loops_passed = found.loops_passed;
}

class Check {
 public:
  Check(const Compiled& program, const std::string& engine, const Bounds& bounds, const Resources& resources)
      : program_(program), engine_(engine), bounds_(bounds), resources_(resources), list_(resources.paths) {
    // Which state is visited first, and so which paths are cut, depends on one walk: caching has one engine.
    most_workers_ = resources.cache ? 1 : std::max(resources.jobs, 1u);
  }

  Result<CheckResult> run();

 private:
  std::optional<Error> start_worker();
  std::optional<Error> hand_out();
  std::optional<Error> listen();
  std::optional<Error> hear(Worker& worker);
  void take_back(Worker& worker);
  void finish(Worker& worker);
  void stop_dropped();
  void stop_all();
  bool is_over();
  Result<CheckResult> conclude(const Verdict& verdict);
  Result<CheckResult> cut_short();
  std::optional<Error> trace(const Part& part, Failure& failure);

  const Compiled& program_;
  const std::string& engine_;
  const Bounds& bounds_;
  const Resources& resources_;
  WorkList list_;
  std::uint32_t most_workers_ = 1;
  std::vector<Worker> workers_;
  Clock::time_point start_ = Clock::now();
};

std::optional<Error> Check::start_worker() {
  Result<std::unique_ptr<EngineProcess>> engine =
      EngineProcess::start(engine_, program_, bounds_, resources_);
  if (!engine) return engine.error();
  workers_.push_back({std::move(*engine), std::nullopt});
  return std::nullopt;
}

// Waiting parts to idle engines; if there are more engines than parts, running ones are asked for a part.
std::optional<Error> Check::hand_out() {
  for (Worker& worker : workers_) {
    if (worker.part) continue;
    worker.part = list_.take();
    if (!worker.part) break;
    const Part& part = **worker.part;
    Channel& channel = worker.engine->channel();
    channel.command = engine::Command::kExplore;
    channel.given = static_cast<std::uint32_t>(part.given.size());
    channel.floor = part.floor;
    channel.most_paths = part.most_paths;
    channel.stop = channel.split = 0;
    std::copy(part.given.begin(), part.given.end(), channel.path);
    if (!worker.engine->order()) return worker.engine->obituary();
  }
  const auto is_idle = [](const Worker& worker) { return !worker.part; };
  const bool wanted = std::any_of(workers_.begin(), workers_.end(), is_idle);
  for (Worker& worker : workers_)
    if (worker.part) worker.engine->channel().split = wanted ? 1 : 0;
  return std::nullopt;
}

void Check::take_back(Worker& worker) {
  const Channel& channel = worker.engine->channel();
  Part rest;
  rest.floor = channel.split_level;
  // The levels above it stay as they are in this order.
  rest.given.assign(channel.path, channel.path + channel.split_level + 1);
  rest.given.back().choice = channel.split_from;
  list_.give_back(*worker.part, std::move(rest));
}

void Check::finish(Worker& worker) {
  const Channel& channel = worker.engine->channel();
  Part& part = **worker.part;
  part.found = found_in(channel);
  part.outcome = channel.outcome;
  if (part.outcome == Outcome::kFailed) {
    part.path.assign(channel.path, channel.path + channel.depth);
    part.failure = channel.failure;
    part.statement = channel.statement;
    part.signal = channel.signal;
  }
  list_.finish(*worker.part);
  worker.part.reset();
}

std::optional<Error> Check::hear(Worker& worker) {
  const std::optional<Report> report = worker.engine->report();
  if (!report) return worker.engine->obituary();
  if (*report == Report::kGaveBack) take_back(worker);
  if (*report == Report::kFinished) finish(worker);
  return std::nullopt;
}

std::optional<Error> Check::listen() {
  std::vector<pollfd> ready;
  for (const Worker& worker : workers_) ready.push_back({worker.engine->reports(), POLLIN, 0});
  if (poll(ready.data(), ready.size(), kPoll) <= 0) return std::nullopt;
  for (std::size_t i = 0; i < ready.size(); ++i)
    if (ready[i].revents != 0)
      if (std::optional<Error> error = hear(workers_[i])) return error;
  return std::nullopt;
}

void Check::stop_dropped() {
  for (Worker& worker : workers_)
    if (worker.part && list_.is_dropped(**worker.part)) worker.engine->channel().stop = 1;
}

// Engines that do not react are killed with their objects.
void Check::stop_all() {
  for (Worker& worker : workers_) worker.engine->channel().stop = 1;
  const Clock::time_point last = Clock::now() + kBeforeKill;
  const auto is_busy = [](const Worker& worker) { return worker.part.has_value(); };
  while (Clock::now() < last && std::any_of(workers_.begin(), workers_.end(), is_busy))
    if (listen()) return;
}

bool Check::is_over() {
  return (resources_.time && Clock::now() - start_ >= *resources_.time) ||
         (resources_.interrupted != nullptr && resources_.interrupted->load());
}

Result<CheckResult> Check::run() {
  if (std::optional<Error> error = start_worker()) return tl::unexpected(*error);
  for (;;) {
    if (std::optional<Error> error = hand_out()) return tl::unexpected(*error);
    if (std::optional<Error> error = listen()) return tl::unexpected(*error);
    if (const std::optional<Verdict> verdict = list_.verdict()) return conclude(*verdict);
    stop_dropped();
    if (is_over()) return cut_short();
    if (workers_.size() < most_workers_ && Clock::now() - start_ >= kBeforeHelp)
      if (std::optional<Error> error = start_worker()) return tl::unexpected(*error);
  }
}

Result<CheckResult> Check::cut_short() {
  CheckResult result;
  const bool interrupted = resources_.interrupted != nullptr && resources_.interrupted->load();
  result.ending = interrupted ? Ending::kInterrupted : Ending::kOutOfResources;
  if (!interrupted) result.limit = "time";
  stop_all();
  Found found = list_.found_so_far();
  for (Worker& worker : workers_)
    if (worker.part) found.add(found_in(worker.engine->channel()));
  write_found(found, result);
  return result;
}

Result<CheckResult> Check::conclude(const Verdict& verdict) {
  CheckResult result;
  write_found(verdict.found, result);
  if (verdict.outcome == Outcome::kDone) return result;
  if (verdict.outcome == Outcome::kNotDeterministic)
    return fail(Code::kNotDeterministic,
                "the sequential program is not deterministic: a function without a model "
                "keeps state, or the program reads uninitialised memory");
  if (verdict.outcome != Outcome::kFailed) {
    result.ending = Ending::kOutOfResources;
    result.limit = limit_of(verdict.outcome);
    return result;
  }
  result.ending = Ending::kFailure;
  Failure& failure = result.failure.emplace();
  failure.kind = failure_name(verdict.part->failure);
  failure.statement = verdict.part->statement;
  failure.signal = verdict.part->signal;
  failure.path = result.paths - 1;
  for (const engine::Taken& taken : verdict.part->path) failure.choices.push_back(taken.choice);
  if (std::optional<Error> error = trace(*verdict.part, failure)) return tl::unexpected(*error);
  return result;
}

// The failing path again, by a separate engine if the others are busy with unneeded parts.
std::optional<Error> Check::trace(const Part& part, Failure& failure) {
  auto idle =
      std::find_if(workers_.begin(), workers_.end(), [](const Worker& worker) { return !worker.part; });
  if (idle == workers_.end()) {
    if (std::optional<Error> error = start_worker()) return error;
    idle = std::prev(workers_.end());
  }
  EngineProcess& engine = *idle->engine;
  Channel& channel = engine.channel();
  channel.command = engine::Command::kTrace;
  channel.given = static_cast<std::uint32_t>(part.path.size());
  channel.floor = 0;
  channel.most_paths = UINT64_MAX;
  channel.stop = channel.split = 0;
  std::copy(part.path.begin(), part.path.end(), channel.path);
  if (!engine.order() || !engine.report()) return engine.obituary();
  if (channel.outcome != Outcome::kFailed || channel.failure != part.failure ||
      channel.statement != part.statement)
    return Error{Code::kNotDeterministic,
                 "a failing path of the sequential program ends differently when it is run again",
                 {}};
  for (std::uint32_t i = 0; i < channel.events; ++i)
    failure.events.push_back({channel.passed[i].thread, channel.passed[i].statement});
  for (std::uint32_t i = 0; i < channel.inputs; ++i)
    failure.inputs.push_back({channel.given_inputs[i].thread, channel.given_inputs[i].value});
  // A crash does not have its place; the last step does.
  if (failure.statement == 0 && failure.kind != "deadlock")
    for (const Event& event : failure.events)
      if (event.statement > 0) failure.statement = event.statement;
  return std::nullopt;
}

}  // namespace

Result<CheckResult> check(const Compiled& program, const std::string& engine, const Bounds& bounds,
                          const Resources& resources) {
  const Clock::time_point start = Clock::now();
  if (bounds.highest_input < bounds.lowest_input)
    return fail(Code::kUsage, "the highest input is lower than the lowest one");
  if (static_cast<std::int64_t>(bounds.highest_input) - bounds.lowest_input >= INT32_MAX)
    return fail(Code::kUsage, "there are more than 2147483647 inputs");
  Result<CheckResult> result = Check(program, engine, bounds, resources).run();
  if (result) result->seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace stalemate::kiss

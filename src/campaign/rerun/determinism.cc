#include "campaign/rerun/determinism.h"

#include <algorithm>
#include <chrono>

#include "model/operations.h"
#include "trace/execution.h"

namespace stalemate::host {
namespace {

constexpr const char* kAdvice =
    "look for real time, random numbers, addresses used as values, uncontrolled threads or state kept "
    "outside the process";

constexpr const char* kLeftBehind =
    "look for state that outlives an execution: statics of a function that is called again, files (workers "
    "share them: try --jobs 1), other processes";

std::string description(const trace::Execution& execution, std::size_t n) {
  const bool diverged = execution.header.outcome == wire::Outcome::kDiverged;
  if (n >= execution.points.size()) return diverged ? "came " + execution.text : "it had ended";
  const trace::Point& point = execution.points[n];
  const std::string thread =
      "thread " + (point.thread < execution.threads.size() ? execution.threads[point.thread].path : "?");
  if (point.is_choice) return thread + " chose among " + std::to_string(point.object) + " values";
  return thread + " came to " + stalemate::name_of(point.op);
}

bool same(const trace::Point& a, const trace::Point& b) {
  return a.is_choice == b.is_choice && a.thread == b.thread && a.op == b.op &&
         (a.is_choice ? a.object == b.object && a.value == b.value : a.value == b.value);
}

Error not_deterministic(const std::string& difference) {
  return {Code::kNotDeterministic, "the program is not deterministic under control: " + difference, kAdvice};
}

}  // namespace

std::optional<Error> check_repeatable(Rerunner& rerunner, const explore::WorkItem& item,
                                      const TimeLimits& limits) {
  constexpr unsigned kRuns = 8;
  constexpr auto kPatience = std::chrono::seconds(2);
  const auto began = std::chrono::steady_clock::now();
  std::optional<Recording> first;
  for (unsigned n = 0; n < kRuns && std::chrono::steady_clock::now() - began < kPatience; ++n) {
    if (limits.over()) break;
    auto run = rerunner.run(item);
    if (!run && run.error().code == Code::kInterrupted) break;
    if (!run) return run.error();
    if (!first)
      first = std::move(*run);
    else if (const auto difference = first_difference(first->view(), run->view()))
      return not_deterministic(*difference);
  }
  return std::nullopt;
}

std::optional<std::string> first_difference(const LogView& a, const LogView& b) {
  const trace::Execution first = trace::read_execution(a), second = trace::read_execution(b);
  const std::size_t most = std::max(first.points.size(), second.points.size());
  for (std::size_t n = 0; n < most; ++n) {
    const bool both = n < first.points.size() && n < second.points.size();
    if (both && same(first.points[n], second.points[n])) continue;
    return "at step " + std::to_string(n + 1) + " of the same schedule, " + description(first, n) +
           " in one run, and " + description(second, n) + " in another";
  }
  if (a.header->outcome != b.header->outcome)
    return std::string("the same schedule ended in different ways, after the same steps");
  if (a.header->exit_code != b.header->exit_code)
    return "after the same steps it ended with exit code " + std::to_string(a.header->exit_code) +
           " in one run, and with " + std::to_string(b.header->exit_code) + " in another";
  return std::nullopt;
}

Error explain_divergence(Rerunner& rerunner, const explore::WorkItem& item) {
  explore::WorkItem detailed = item;
  detailed.flags |= wire::kItemDetailed;
  std::optional<Recording> first;
  for (unsigned n = 0; n < kRepetitions; ++n) {
    auto run = rerunner.run(detailed);
    if (!run && run.error().code == Code::kInterrupted) break;
    if (!run) return run.error();
    if (!first) {
      first = std::move(*run);
    } else if (const auto difference = first_difference(first->view(), run->view())) {
      return not_deterministic(*difference);
    }
  }
  std::string sentence =
      "the program is not deterministic under control: it did not follow a schedule that an earlier "
      "execution of it gave, though it does the same whenever it starts afresh";
  if (first && first->header.outcome == wire::Outcome::kDiverged)
    sentence += ": at step " + std::to_string(first->header.divergence + 1) +
                (first->text.empty() ? "" : ", " + first->text);
  else if (!item.deviations.empty())
    sentence += ": the first difference is within its first " +
                std::to_string(item.deviations.back().point + 1) + " steps";
  return {Code::kNotDeterministic, sentence, kLeftBehind};
}

}  // namespace stalemate::host

#include "report/text/summary.h"

#include <algorithm>
#include <cstdio>

#include "report/layout_text.h"

namespace stalemate::report {
namespace {

std::string memory_model(const RunResult& result) {
  return result.memory_model == "sc" ? "sequential consistency" : result.memory_model;
}

// "preemptions", 1 -> "1 preemption".
std::string in_bound(const std::string& kind, std::uint32_t count) {
  if (kind == "depth") return "the first " + counted(count, "step");
  return (count == 0 ? "" : "at most ") + counted(count, kind == "delays" ? "delay" : "preemption");
}

std::string why_stopped(const std::string& limit) {
  if (limit == "executions") return "the limit on executions was reached";
  if (limit == "time") return "the time was up";
  if (limit == "steps") return "executions were cut at the step limit";
  if (limit == "finding") return "the finding ended the search";
  if (limit == "interrupted") return "the search was interrupted";
  if (limit == "memory") return "memory ran out";
  if (limit == "capacity") return "executions were abandoned at a limit of stalemate";
  return limit;
}

// Not why the search ended, but why its result is weaker.
bool describes_program(const std::string& limit) { return limit == "uninstrumented" || limit == "fairness"; }

// Whether anything ran that belongs to no completed bound.
bool ran_beyond(const RunResult& result) {
  if (!result.executions_per_bound || !result.bound.completed) return true;
  return result.executions_per_bound->size() > *result.bound.completed + std::size_t{1};
}

bool weakened(const RunResult& result) {
  return result.uncontrolled_overflow || std::any_of(result.uncontrolled.begin(), result.uncontrolled.end(),
                                                     [](const Uncontrolled& entry) { return entry.weakens; });
}

// What was covered, as a clause.
std::string covered(const RunResult& result) {
  const char* const qualified = weakened(result) ? ", of what was controlled" : "";
  // One execution stands for all equivalent ones.
  const char* const distinguished =
      result.cache && result.cache->kind == "states" ? ", as far as stalemate::state distinguishes them" : "";
  const std::string every = result.cache              ? "every state "
                            : result.reduce == "none" ? "every execution "
                                                      : "every class of executions ";
  if (result.coverage == "complete" || result.exhausted)
    return every + "there is" + qualified + distinguished;
  const Bound& bound = result.bound;
  const bool stopped = result.coverage == "partial" && result.limit && !describes_program(*result.limit);
  std::string out;
  if (bound.completed && bound.kind != "none") {
    out = every + (bound.kind == "depth" ? "in " : "with ") + in_bound(bound.kind, *bound.completed) +
          qualified + distinguished;
    if (stopped && ran_beyond(result)) out += ", and some beyond";
  } else {
    out = "a sample, no bound was completed";
  }
  if (stopped) out += "; " + why_stopped(*result.limit);
  return out;
}

std::string headline(const RunResult& result, const Style& style) {
  const std::string executions = counted(result.executions, "execution");
  if (result.verdict == "bug")
    return painted(counted(result.findings.size(), "finding") + " in " + executions, Paint::kHeadline,
                   style) +
           ": " + covered(result) + " (" + memory_model(result) + ")\n";
  // After an error nothing is claimed: what ran may not be what a bound promises.
  if (result.verdict != "clean")
    return painted("stopped by an error after " + executions, Paint::kHeadline, style) + "\n";
  if (result.executions != 0 && result.abandoned == result.executions)
    return painted("nothing was judged: none of " + executions + " reached its end", Paint::kHeadline,
                   style) +
           "\n";
  return painted("no bug in " + executions, Paint::kGood, style) + ": " + covered(result) + " (" +
         memory_model(result) + ")\n";
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, display_width(text)), ' ') + text;
}

// An estimate that may be wrong by more than a factor of two is not shown.
std::string not_completed(const RunResult& result) {
  std::string out = "   not completed";
  if (!result.estimate || result.estimate->error.value_or(2) > 1) return out;
  char percent[32];
  std::snprintf(percent, sizeof percent, ", about %.2g %% done", 100 * result.estimate->share);
  return out + percent;
}

std::string table(const RunResult& result) {
  if (!result.executions_per_bound || result.executions_per_bound->empty()) return {};
  const bool classes = result.classes_per_bound && !result.classes_per_bound->empty();
  std::string out = "\n  preemptions   executions" + std::string(classes ? "      classes" : "") + "\n";
  for (std::size_t i = 0; i < result.executions_per_bound->size(); ++i) {
    out += "  " + right(std::to_string(i), 11) + right(grouped((*result.executions_per_bound)[i]), 13);
    if (classes) {
      const bool any = i < result.classes_per_bound->size();
      out += right(grouped(any ? (*result.classes_per_bound)[i] : 0), 13);
    }
    const bool open = !result.bound.completed || i > *result.bound.completed;
    if (open && result.coverage != "complete")
      out += i + 1 == result.executions_per_bound->size() ? not_completed(result) : "   not completed";
    out += "\n";
  }
  return out;
}

// Only if every execution within the bound was explored, and none failed.
std::string promise(const RunResult& result) {
  const bool by_states = result.cache && result.cache->kind == "memory" && !weakened(result);
  if (result.verdict != "clean" || result.coverage != "complete-within-bound") return {};
  if (!result.exact && !by_states) return {};
  if (result.bound.kind != "preemptions" || !result.bound.completed || !result.whole_executions) return {};
  return "\n  any failure that is left needs at least " +
         counted(*result.bound.completed + 1u, "preemption") + "\n";
}

std::string cache_line(const Cache& cache) {
  std::string out = "  cache by " + cache.kind + ": " + counted(cache.states, "state") + " in " +
                    grouped(cache.bytes >> 10) + " KB, " + counted(cache.pruned, "execution") +
                    " reached a visited state\n";
  if (cache.note) out += "  " + *cache.note + "\n";
  return out;
}

std::string figures(const RunResult& result) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, result.seconds < 10 ? "%.2f s" : "%.0f s", result.seconds);
  std::string out = "\n  " + counted(result.threads_max, "thread") + "; in one execution at most " +
                    counted(result.steps_max, "step") + ", " + grouped(result.blocking_max) +
                    " that may block, " + counted(result.preemptions_max, "preemption") + "\n  " +
                    result.strategy + ", reduction " + result.reduce + ", isolation " + result.isolate +
                    ", " + counted(result.jobs, "job") + ", " + seconds + ", " +
                    rate_text(result.executions_per_second) + "\n";
  if (result.reduce_note) out += "  " + *result.reduce_note + "\n";
  if (result.cache) out += cache_line(*result.cache);
  if (result.promoted_too_many)
    out += "  more code races than can be made steps: interleavings of its accesses may be missing\n";
  if (result.left_out) out += "  there were more findings than are kept: correct these, and run again\n";
  if (result.verdict == "clean" && !result.races_checked)
    out += "  plain memory accesses were not checked for data races\n";
  std::string more;
  const auto add = [&more](std::uint64_t number, std::string_view word) {
    if (number != 0) more += (more.empty() ? "" : ", ") + counted(number, word);
  };
  if (result.classes) more += grouped(*result.classes) + (*result.classes == 1 ? " class" : " classes");
  if (!result.cache) add(result.states.value_or(0), "distinct state");
  if (result.redundant != 0) more += (more.empty() ? "" : ", ") + grouped(result.redundant) + " redundant";
  if (result.abandoned != 0) more += (more.empty() ? "" : ", ") + grouped(result.abandoned) + " abandoned";
  add(result.promotions, "promotion");
  return out + (more.empty() ? "" : "  " + more + "\n");
}

std::string hint(const RunResult& result) {
  if (result.verdict != "clean" || result.coverage == "complete") return {};
  if (result.limit == "executions") return "raise --executions, or reduce the scenario";
  if (result.limit == "time") return "raise --time, or reduce the scenario";
  if (result.limit == "steps") return "raise --steps, or bound the program's loops";
  if (result.limit == "capacity") return "reduce the scenario, or raise --steps if the entry above names it";
  if (result.limits == std::vector<std::string>{"fairness"})
    return "raise --fair-after, or let the loop end or repeat itself";
  if (weakened(result)) return "bring what is listed under control, or accept that it is not";
  if (result.coverage != "complete-within-bound" || !result.bound.completed) return {};
  const std::string option = result.bound.kind == "depth"    ? "--depth "
                             : result.bound.kind == "delays" ? "--delays "
                                                             : "--preemptions ";
  std::string out = "raise the bound: " + option + std::to_string(*result.bound.completed + 1);
  if (result.executions_per_bound && !result.executions_per_bound->empty())
    out += " (bound " + std::to_string(result.executions_per_bound->size() - 1) + " took " +
           counted(result.executions_per_bound->back(), "execution") + ")";
  return out;
}

}  // namespace

std::string render_uncontrolled(const RunResult& result) {
  constexpr std::size_t kShown = 12;
  const std::vector<Uncontrolled>& all = result.uncontrolled;
  if (all.empty() && !result.uncontrolled_overflow) return {};
  std::string out = "\n  Not controlled:\n";
  for (std::size_t i = 0; i < std::min(all.size(), kShown); ++i)
    out += "    " + all[i].what + (all[i].where.empty() ? "" : " at " + all[i].where) + "\n";
  if (all.size() > kShown) out += "    and " + grouped(all.size() - kShown) + " more, listed in the JSON\n";
  if (result.uncontrolled_overflow) out += "    and more than could be kept\n";
  return out;
}

std::string render_notes(const RunResult& result) {
  constexpr std::size_t kShown = 6;
  const std::vector<Note>& all = result.notes;
  std::string out = all.empty() ? "" : "\n";
  for (std::size_t i = 0; i < std::min(all.size(), kShown); ++i) out += "  note: " + all[i].message + "\n";
  if (all.size() > kShown)
    out += "  " + grouped(all.size() - kShown) + " more notes are listed in the JSON\n";
  return out;
}

std::string render_summary(const RunResult& result, const Style& style) {
  std::string out = headline(result, style) + table(result) + promise(result) + figures(result) +
                    render_uncontrolled(result) + render_notes(result);
  if (const std::string next = hint(result); !next.empty()) out += "\n  next: " + next + "\n";
  return out;
}

}  // namespace stalemate::report

#include "report/text/predict_text.h"

#include <algorithm>
#include <cstdio>

#include "report/layout_text.h"

namespace stalemate::report {
namespace {

constexpr std::size_t kMostGroups = 20;
constexpr std::size_t kMostStretches = 12;  // of a schedule
constexpr std::size_t kMostFinals = 10;
constexpr std::size_t kMostUnseen = 10;

std::string write_at(std::int64_t event, const std::string& location, const std::string& thread) {
  if (event < 0) return "the initial value";
  return "the write at " + location + (thread.empty() ? "" : " by " + thread);
}

std::string values_of(const PredictWitness& witness) {
  if (!witness.value || !witness.other) return {};
  if (witness.is_equal()) return "; both have the value " + value_text(*witness.value);
  return ": " + value_text(*witness.other) + ", not " + value_text(*witness.value);
}

// T0×3 T1 T0×2; of a long one its end, where it matters.
std::string schedule_text(const PredictResult& result, const PredictWitness& witness, const Style& style) {
  struct Stretch {
    std::uint16_t thread;
    std::size_t steps;
  };
  std::vector<Stretch> stretches;
  for (const std::uint16_t thread : witness.schedule) {
    if (stretches.empty() || stretches.back().thread != thread) stretches.push_back({thread, 0});
    ++stretches.back().steps;
  }
  std::string out;
  std::size_t from = 0;
  if (stretches.size() > kMostStretches) {
    from = stretches.size() - kMostStretches;
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < from; ++i) left_out += stretches[i].steps;
    out = counted(left_out, "event") + " first, then ";
  }
  for (std::size_t i = from; i < stretches.size(); ++i) {
    out += (i == from ? "" : " ") + result.threads[stretches[i].thread];
    if (stretches[i].steps > 1) out += (style.unicode ? "×" : "*") + std::to_string(stretches[i].steps);
  }
  return out + " (" + grouped(witness.switches) + (witness.switches == 1 ? " switch)" : " switches)");
}

std::string confirmation_of(const PredictWitness& witness, const Style& style) {
  if (!witness.confirmed && witness.confirmation.empty()) return {};
  if (witness.confirmed == true)
    return "     " + painted("confirmed", Paint::kFailure, style) + ": " + witness.confirmation + "\n";
  return "     " + painted(witness.confirmed ? "not confirmed" : "not tried", Paint::kStrong, style) + ": " +
         witness.confirmation + "\n";
}

std::string how_often(const PredictGroup& group) {
  if (group.witnesses == 1) return {};
  std::string out = " (" + counted(group.witnesses, "alternative") + " of " + counted(group.reads, "read");
  if (group.several_variables) out += ", of several variables";
  if (group.equal > 0) out += "; " + grouped(group.equal) + " of them with an equal value";
  return out + ")";
}

std::string group_text(const PredictResult& result, std::size_t number, const Style& style) {
  const PredictGroup& group = result.groups[number];
  const PredictWitness& best = result.witnesses[group.best];
  std::string out = "  " + std::to_string(number + 1) + ". " +
                    painted(best.variable + " at " + best.location, Paint::kStrong, style) + ", read by " +
                    best.thread + how_often(group) + "\n";
  out += "     saw " + write_at(best.writer, best.writer_location, {}) + ", could have seen " +
         write_at(best.challenger, best.challenger_location, best.challenger_thread) + values_of(best) + "\n";
  if (best.has_schedule) out += "     " + schedule_text(result, best, style) + "\n";
  return out + confirmation_of(best, style);
}

std::string groups_text(const PredictResult& result, const Style& style) {
  std::string out;
  const std::size_t shown = std::min(kMostGroups, result.groups.size());
  for (std::size_t i = 0; i < shown; ++i) out += "\n" + group_text(result, i, style);
  if (shown == result.groups.size() && !result.more_groups) return out;
  return out + "\n  and " + (result.more_groups ? "more than " : "") + grouped(result.groups.size() - shown) +
         (result.more_groups ? " other places; --json has as many as --list says\n"
                             : " other places; --json has them\n");
}

std::string counts_text(const PredictResult& result) {
  std::string out = "  " + counted(result.feasible + result.infeasible + result.unknown, "alternative") +
                    ": " + grouped(result.feasible) + " feasible, " + grouped(result.infeasible) +
                    " infeasible, " + grouped(result.unknown) + " unknown\n";
  for (const PredictTableRow& row : result.refuted)
    out += "    " + grouped(static_cast<std::uint64_t>(row.value)) + " infeasible: " + row.text + "\n";
  if (result.unknown > 0 && result.states == 0)
    out += "  unknown ones need a search, which --budget allows\n";
  else if (result.unknown > 0)
    out +=
        "  unknown ones were given up after " + counted(result.states, "state") + "; --budget raises that\n";
  if (result.window && result.outside > 0)
    out += "  " + counted(result.outside, "alternative") + " further than " + grouped(*result.window) +
           " events from " + (result.outside == 1 ? "its read was" : "their reads were") +
           " not asked about; --window raises that\n";
  return out;
}

std::string headline(const PredictResult& result, const Style& style) {
  const std::string verdict = result.verdict();
  if (verdict == "nondeterministic")
    return painted("not deterministic over this trace", Paint::kHeadline, style) + ": " +
           grouped(result.open_reads) + " of " + counted(result.reads, "read") +
           " could have seen another write\n";
  if (verdict == "deterministic")
    return painted("deterministic over this trace", Paint::kGood, style) + ": " +
           (result.reads == 1 ? "its read sees" : "each of its " + grouped(result.reads) + " reads sees") +
           " the same write in every interleaving\n";
  if (result.unknown == 0 && result.outside == 0)
    return painted("unknown", Paint::kHeadline, style) +
           ": no read of this trace could have seen another of its writes, but it lacks some\n";
  return painted("unknown", Paint::kHeadline, style) +
         ": no read was seen to have another write to see, but not all of them were decided\n";
}

// Text of a value, if known.
std::string or_something(const std::optional<std::uint64_t>& value) {
  return value ? value_text(*value) : "something else";
}

std::string unseen_text(const PredictResult& result) {
  if (result.unseen.empty()) return {};
  std::string out =
      "\nWrites that are not in the trace, by code that is not instrumented, or by the kernel:\n";
  const std::size_t shown = std::min(kMostUnseen, result.unseen.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const PredictUnseen& unseen = result.unseen[i];
    out += "  " + unseen.variable;
    out += unseen.by_read ? " was changed before " + unseen.thread + " read it at " + unseen.location
                          : " was changed by " + unseen.thread + " at or after " + unseen.location;
    out += ": " + or_something(unseen.value) + ", not " + or_something(unseen.expected) + "\n";
  }
  if (result.unseen.size() > shown)
    out += "  and " + grouped(result.unseen.size() - shown) + " more; --json has them\n";
  return out;
}

std::string finals_text(const PredictResult& result) {
  if (!result.finals) return {};
  const PredictFinals& finals = *result.finals;
  std::string out = "\nOver complete executions:\n";
  const std::size_t shown = std::min(kMostFinals, finals.listed.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const PredictFinal& final = finals.listed[i];
    out += "  " + final.variable + " ends with " + write_at(final.writer, final.writer_location, {}) +
           ", could end with " + write_at(final.challenger, final.challenger_location, {}) + "\n";
  }
  if (finals.feasible > shown) out += "  and " + grouped(finals.feasible - shown) + " more\n";
  if (finals.feasible == 0)
    out += finals.unknown == 0 ? "  no variable could end with another write\n"
                               : "  no variable was seen to end with another write\n";
  if (finals.unknown > 0) out += "  " + counted(finals.unknown, "alternative") + " unknown\n";
  return out;
}

std::string paper_text(const PredictResult& result) {
  if (!result.paper) return {};
  std::size_t width = 0;
  for (const PredictTableRow& row : *result.paper) width = std::max(width, display_width(row.text));
  std::string out = "\nThe published algorithm on this trace (Tables I and A1):\n";
  for (const PredictTableRow& row : *result.paper) {
    if (row.text.empty()) continue;
    char number[32];
    std::snprintf(number, sizeof number, row.value < 1e9 ? "%.3f" : "%.3g", row.value);
    out += "  " + padded(row.text, width) + "  " +
           (row.is_whole() ? grouped(static_cast<std::uint64_t>(row.value)) : std::string(number)) + "\n";
  }
  return out;
}

}  // namespace

std::string value_text(std::uint64_t value) {
  const auto as_signed = static_cast<std::int64_t>(value);
  if (as_signed < 0 && as_signed > -1'000'000'000) return std::to_string(as_signed);
  return std::to_string(value);
}

std::string render_predict_text(const PredictResult& result, const Style& style) {
  std::string out = result.trace + ": " + counted(result.events, "event") + " of " +
                    counted(result.threads.size(), "thread") + "\n";
  if (!result.finding.empty()) out += "  the recorded execution has a finding: " + result.finding + "\n";
  out += headline(result, style) + groups_text(result, style) + unseen_text(result) + finals_text(result) +
         paper_text(result);
  out += "\n" + counts_text(result);
  if (!result.has_values && result.verdict() == "deterministic")
    out += "  the trace has no values: a write that it lacks would not be noticed\n";
  for (const std::string& note : result.notes) out += "  " + note + "\n";
  return out;
}

}  // namespace stalemate::report

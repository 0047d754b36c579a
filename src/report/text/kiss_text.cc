#include "report/text/kiss_text.h"

#include <algorithm>
#include <cstdio>

#include "report/layout_text.h"
#include "report/text/text.h"

namespace stalemate::report {
namespace {

std::string right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, display_width(text)), ' ') + text;
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", seconds);
  return text;
}

std::string why_stopped(const std::string& limit) {
  if (limit == "paths") return "the limit on paths was reached";
  if (limit == "time") return "the time was up";
  if (limit == "memory") return "memory ran out";
  if (limit == "unwinding") return "the other checker did not unwind all loops";
  if (limit == "choices") return "a path had more choices than can be kept";
  if (limit == "endless-path") return "a path did not come to an end";
  if (limit == "loops") return "no path came past a loop that was cut";
  if (limit == "finding") return "the finding ended the search";
  if (limit == "interrupted") return "the search was interrupted";
  return limit;
}

std::string confirmation(const KissFinding& finding, const Style& style) {
  if (finding.confirmed == true)
    return "\n" + painted("Confirmed", Paint::kStrong, style) +
           ": the program itself, compiled and run under this schedule, fails in the same way.\n";
  return "\n" + painted("Not confirmed", Paint::kStrong, style) +
         " on the program itself: " + finding.confirmation + ".\n";
}

std::string inputs(const KissFinding& finding) {
  if (finding.inputs.empty()) return {};
  std::string out = "\nInputs:";
  for (const KissInput& input : finding.inputs)
    out +=
        (&input == finding.inputs.data() ? " " : ", ") + std::to_string(input.value) + " of " + input.thread;
  return out + "\n";
}

std::string verdict_text(const std::string& verdict) {
  return verdict == "race" ? "race" : verdict == "no-race" ? "no race" : "out of resources";
}

// As Table 1 of the paper, one row per field, with its totals.
std::string fields_table(const KissResult& result) {
  if (result.fields.empty()) return {};
  std::size_t width = 8;
  for (const KissField& field : result.fields) width = std::max(width, display_width(field.name));
  std::string out =
      "\n  " + padded("variable", width) + "  accesses  verdict                 paths   seconds\n";
  std::size_t races = 0, none = 0;
  for (const KissField& field : result.fields) {
    races += field.verdict == "race";
    none += field.verdict == "no-race";
    out += "  " + padded(field.name, width) + right(std::to_string(field.accesses), 10) + "  " +
           padded(verdict_text(field.verdict), 16) + right(grouped(field.paths), 13) +
           right(seconds_text(field.seconds), 10) + "\n";
  }
  const std::size_t left = result.fields.size() - races - none;
  out += "\n  " + counted(result.fields.size(), "variable") + ": " + counted(races, "race") + ", " +
         std::to_string(none) + " without a race";
  return out + (left == 0 ? "" : ", " + std::to_string(left) + " out of resources") + "\n";
}

std::string what_fails(const KissResult& result) {
  if (!result.race) return "no balanced execution fails";
  if (*result.race == "all") return "no balanced execution races on any other variable";
  return "no balanced execution races on " + *result.race;
}

std::string place_of(const KissCutLoop& loop) {
  return loop.file + ":" + std::to_string(loop.line) + " (" + loop.function + ")";
}

// What was covered, as a clause.
std::string covered(const KissResult& result) {
  std::string out;
  const bool of_the_rest = result.race == "all" && result.verdict == "bug";
  const bool holds = result.verdict == "clean" || of_the_rest;
  // Nothing is complete that ends at a loop on every path.
  if (holds && result.has_blind_loop()) {
    const auto blind = std::ranges::find(result.cut_loops, false, &KissCutLoop::passed);
    out = "but no path came past the loop at " + place_of(*blind);
    return result.limit && *result.limit != "loops" ? out + "; " + why_stopped(*result.limit) : out;
  }
  if (result.completed) {
    out = "complete for " + kiss_bounds(result, *result.completed);
    std::string fails = what_fails(result);
    if (result.race == "all" && result.verdict == "clean")
      fails = "no balanced execution races on any variable";
    const bool earlier = result.verdict == "bug" && !of_the_rest;
    if (holds || earlier) out += ": " + fails;
  } else if (!of_the_rest) {
    out = "no bound was completed";
  }
  if (result.limit) out += (out.empty() ? "" : "; ") + why_stopped(*result.limit);
  return out;
}

std::string headline(const KissResult& result, const Style& style) {
  const std::string paths = result.backend ? "what another checker searched" : counted(result.paths, "path");
  const std::string clause = covered(result);
  const std::string rest = (clause.empty() ? "" : ": " + clause) + " (sequential consistency)\n";
  if (result.verdict == "bug")
    return painted(counted(result.findings.size(), "finding") + " in " + paths, Paint::kHeadline, style) +
           rest;
  if (result.verdict != "clean")
    return painted("stopped by an error after " + paths, Paint::kHeadline, style) + "\n";
  return painted("nothing found in " + paths, Paint::kGood, style) + rest;
}

// Those that other paths got past, each once.
std::string cut_places(const KissResult& result) {
  std::string out;
  for (const KissCutLoop& loop : result.cut_loops)
    if (loop.passed) out += (out.empty() ? " at " : ", ") + place_of(loop);
  return out;
}

std::string what_to_raise(const KissResult& result) {
  std::string out;
  for (const KissCutLoop& loop : result.cut_loops)
    if (!loop.passed)
      out += "  no path came past the loop at " + place_of(loop) +
             ": what follows it was not checked; --loops raises its bound\n";
  if (result.cuts.loops)
    out += "  loops were cut after " + counted(result.loops, "iteration") + cut_places(result) +
           "; --loops raises that\n";
  if (result.cuts.long_loops) out += "  a loop was cut after 10,000 iterations\n";
  if (result.cuts.recursion)
    out += "  recursion was cut at depth " + grouped(result.recursion) + "; --recursion raises that\n";
  if (result.cuts.threads) out += "  paths were cut where a program has more than 64 threads\n";
  if (result.cuts.unknown)
    out += "  paths were cut at calls of functions that have no model; --stubs gives them one\n";
  return out;
}

std::string counts(const KissResult& result) {
  if (result.backend) return "  " + *result.backend + ": " + seconds_text(result.seconds) + " s\n";
  std::string out = "  " + counted(result.paths, "path");
  if (result.blocked > 0) out += ", " + grouped(result.blocked) + " of them ended by an assumption";
  if (result.states > 0)
    out += ", " + counted(result.states, "state") + ", " + grouped(result.pruned) + " visited before";
  return out + "; " + counted(result.jobs, "job") + ", " + seconds_text(result.seconds) + " s\n";
}

}  // namespace

std::string kiss_bounds(const KissResult& result, std::uint32_t ts) {
  std::string out = "ts = " + std::to_string(ts);
  if (result.cuts.loops) out += ", loops <= " + std::to_string(result.loops);
  if (result.cuts.long_loops) out += ", long loops <= 10000";
  if (result.cuts.recursion) out += ", recursion <= " + std::to_string(result.recursion);
  if (result.cuts.threads) out += ", threads <= 64";
  if (result.cuts.unknown) out += ", as far as there are models";
  if (result.inputs)
    out += ", inputs " + std::to_string(result.inputs->first) + ".." + std::to_string(result.inputs->second);
  return out;
}

std::string render_kiss_text(const KissResult& result, const Style& style) {
  std::string out;
  for (const KissFinding& finding : result.findings)
    out += render_finding(finding.explanation, style) + inputs(finding) + confirmation(finding, style) + "\n";
  out += headline(result, style) + fields_table(result) + "\n" + counts(result) + what_to_raise(result);
  if (!result.notes.empty()) out += "\nWhat the translation left out or weakened:\n";
  for (const std::string& note : result.notes) out += "  " + note + "\n";
  return out;
}

}  // namespace stalemate::report

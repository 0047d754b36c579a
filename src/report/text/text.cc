#include "report/text/text.h"

#include <algorithm>

#include "report/layout_text.h"
#include "report/text/summary.h"

namespace stalemate::report {
namespace {

constexpr std::size_t kStepWidth = 6;
constexpr std::size_t kMostColumns = 8;
constexpr std::size_t kLeastText = 44;  // of a row, beyond its column's start

std::string place_of(const std::string& file, std::uint32_t line) {
  if (file.empty()) return {};
  return file + (line != 0 ? ":" + std::to_string(line) : "");
}

std::string headline(const Finding& finding, const Style& style) {
  std::string what = finding.kind;
  if (what == "assertion") what = "assertion failed";
  if (what == "exception") what = "uncaught exception";
  return painted(what, Paint::kHeadline, style) + " after " + counted(finding.preemptions, "preemption") +
         ": " + counted(finding.steps, "step") + ", " + grouped(finding.switches) +
         (finding.switches == 1 ? " switch" : " switches") + ", execution " + grouped(finding.execution) +
         "\n";
}

// "freed by ": what a thread did to a block, if that is not the failure itself.
std::string effect_of(const Location& location, bool first) {
  if (!location.role) return {};
  if (*location.role == "allocation") return "allocated by ";
  return *location.role == "free" && !first ? "freed by " : "";
}

// The reason is clear if each thread's position is known: its place, the line, and the thread that blocks it.
std::string locations(const Finding& finding, const Style& style) {
  std::string out;
  for (const Location& location : finding.locations) {
    std::string where = place_of(location.file, location.line);
    // The end of the program has no line.
    if (where.empty() && location.function.empty() && !location.waits_for) continue;
    out += "  " + effect_of(location, &location == finding.locations.data()) +
           painted(location.thread, Paint::kStrong, style);
    if (location.waits_for) out += " waits for " + *location.waits_for;
    out += where.empty() ? " at an unknown place" : " at " + where;
    if (!location.function.empty()) out += " in " + location.function;
    out += "\n";
    if (location.held_by) {
      out += "      held by " + *location.held_by;
      if (location.held_since) out += " since " + *location.held_since;
      out += "\n";
    }
    for (std::size_t i = 1; i < location.stack.size(); ++i) {
      const StackFrame& frame = location.stack[i];
      if (frame.function == location.function && frame.line == location.line) continue;
      where = place_of(frame.file, frame.line);
      out += painted("      called from " + frame.function + (where.empty() ? "" : " at " + where),
                     Paint::kDim, style) +
             "\n";
    }
  }
  return out;
}

std::string who_repeats(const CycleThread& thread) {
  if (thread.times == 1) return thread.thread + " repeats";
  return thread.thread + " repeats, " + (thread.times == 2 ? "twice" : grouped(thread.times) + " times") +
         " in a turn";
}

std::string cycle_text(const Cycle& cycle, const Style& style) {
  std::string out;
  for (const CycleThread& thread : cycle.threads) {
    std::size_t width = 0;
    for (const CycleStep& step : thread.steps) width = std::max(width, display_width(step.text));
    out += "  " + painted(who_repeats(thread), Paint::kStrong, style) + "\n";
    for (const CycleStep& step : thread.steps) {
      const std::string where = place_of(step.file, step.line);
      out += "      " + step.text;
      if (!where.empty()) out += std::string(width - display_width(step.text) + 2, ' ') + where;
      if (!step.function.empty()) out += " in " + step.function;
      out += "\n";
    }
  }
  for (const std::string& way : cycle.ways_out) out += "  " + way + "\n";
  return out;
}

class Table {
 public:
  Table(const Interleaving& interleaving, const Style& style) : interleaving_(interleaving), style_(style) {
    const std::size_t lanes = interleaving.lanes.size();
    folded_ = lanes > kMostColumns;
    const std::size_t room =
        style.width > kStepWidth + kLeastText ? style.width - kStepWidth - kLeastText : 0;
    // Rows may run on to the right of their column: nothing else is there. So columns can be narrow.
    column_ = lanes > 1 ? std::clamp<std::size_t>(room / (lanes - 1), 6, 26) : 26;
  }

  std::string render() {
    if (!folded_) header();
    for (const Row& row : interleaving_.rows) add(row);
    return std::move(out_);
  }

 private:
  std::string_view bar() const { return style_.unicode ? "│" : "|"; }
  std::string_view dash() const { return style_.unicode ? "─" : "-"; }

  void line(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    out_ += text + "\n";
  }

  void header() {
    std::string paths(kStepWidth, ' '), names(kStepWidth, ' ');
    bool named = false;
    for (std::size_t i = 0; i < interleaving_.lanes.size(); ++i) {
      const Lane& lane = interleaving_.lanes[i];
      const bool last = i + 1 == interleaving_.lanes.size();
      const std::size_t width = last ? std::max<std::size_t>(kLeastText, column_) : column_;
      paths += padded(fit(lane.path, width - 1, style_), width);
      names += padded(fit(lane.name, width - 1, style_), width);
      named = named || !lane.name.empty();
    }
    while (!paths.empty() && paths.back() == ' ') paths.pop_back();
    line(painted(paths, Paint::kStrong, style_));
    if (named) line(names);
  }

  void add(const Row& row) {
    switch (row.kind) {
      case RowKind::kSwitch: add_switch(row); break;
      case RowKind::kGap:
        line(std::string(kStepWidth, ' ') + std::string(style_.unicode ? "⋮ " : ": ") + row.text);
        break;
      default: add_in_lane(row); break;
    }
  }

  void add_switch(const Row& row) {
    const std::string text =
        std::string(kStepWidth, ' ') + repeated(dash(), 2) + " " +
        fit(row.text, style_.width - std::min<std::size_t>(style_.width, kStepWidth + 3), style_);
    line(painted(text, row.preemption ? Paint::kPreemption : Paint::kSwitch, style_));
  }

  void add_in_lane(const Row& row) {
    std::string left = row.step == 0 ? "" : std::to_string(row.step);
    left =
        std::string(kStepWidth - 2 - std::min<std::size_t>(kStepWidth - 2, left.size()), ' ') + left + "  ";
    const bool failure = row.kind == RowKind::kFailure;
    if (failure) left = style_.unicode ? "   ✗  " : "  !!  ";
    if (row.kind == RowKind::kRemark) left = style_.unicode ? "   ·  " : "   .  ";
    std::size_t start = kStepWidth;
    if (folded_) {
      const std::string lane = padded(interleaving_.lanes[row.lane].path, 10);
      left += lane;
      start += display_width(lane);
    } else {
      for (std::uint32_t i = 0; i < row.lane; ++i) left += padded(std::string(bar()), column_);
      start += row.lane * column_;
    }
    const std::size_t room = style_.width > start + 10 ? style_.width - start : 10;
    std::string text = row.text;
    if (row.kind == RowKind::kSkipped) text = std::string(style_.unicode ? "… " : "... ") + text;
    std::string body = fit(text + (row.place.empty() ? "" : "  " + row.place), room, style_);
    const std::size_t used = display_width(body);
    body = painted(std::move(body), failure ? Paint::kFailure : Paint::kStrong, plain_unless(failure));
    if (!row.code.empty() && used + 8 < room)
      body += painted("  " + fit(row.code, room - used - 2, style_), Paint::kDim, style_);
    line(left + body);
  }

  // Ordinary rows are not colored.
  Style plain_unless(bool failure) const {
    Style out = style_;
    out.color = style_.color && failure;
    return out;
  }

  const Interleaving& interleaving_;
  const Style& style_;
  bool folded_ = false;
  std::size_t column_ = 0;
  std::string out_;
};

}  // namespace

namespace {

std::string what_time_ended(const Finding& finding) {
  if (!finding.repeated) return "\nNot repeated and not minimised: this is what the search has seen.\n";
  return finding.minimised ? "" : "\nNot minimised to the end: the time was up.\n";
}

}  // namespace

std::string render_interleaving(const Interleaving& interleaving, const Style& style) {
  return Table(interleaving, style).render();
}

std::string render_finding(const Explanation& explanation, const Style& style) {
  const Finding& finding = explanation.finding;
  std::string out = headline(finding, style);
  // A deadlock's message repeats the locations.
  if (finding.kind != "deadlock" && !finding.message.empty()) out += "  " + finding.message + "\n";
  const std::string places = finding.cycle ? cycle_text(*finding.cycle, style) : locations(finding, style);
  if (!places.empty()) out += "\n" + places;
  if (!explanation.interleaving.rows.empty()) {
    const bool columns = explanation.interleaving.lanes.size() <= kMostColumns;
    out += std::string("\nThe interleaving") + (columns ? ", one column per thread" : "") + ":\n\n" +
           render_interleaving(explanation.interleaving, style);
  }
  if (!explanation.output.empty()) {
    out += "\nThe program's output:\n\n" + explanation.output;
    if (out.back() != '\n') out += '\n';
  }
  out += what_time_ended(finding);
  if (finding.schedule)
    out += "\nReplay it:\n\n  " + shell_quoted(style.command) + " replay " + shell_quoted(*finding.schedule) +
           "\n";
  if (finding.other_schedule)
    out += "\nAn interleaving that ends otherwise:\n\n  " + shell_quoted(style.command) + " replay " +
           shell_quoted(*finding.other_schedule) + "\n";
  return out;
}

std::string render_text(const RunResult& result, const std::vector<Explanation>& explanations,
                        const Style& style) {
  std::string out;
  for (const Explanation& explanation : explanations) out += render_finding(explanation, style) + "\n";
  return out + render_summary(result, style);
}

}  // namespace stalemate::report

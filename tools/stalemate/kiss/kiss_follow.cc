#include "tools/stalemate/kiss/kiss_follow.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "kiss/trace/alignment.h"
#include "report/object_names.h"
#include "symbolize/symbolizer.h"
#include "tools/stalemate/run/findings.h"

namespace stalemate::tools {
namespace {

constexpr unsigned kMostRuns = 80;
constexpr std::size_t kMostPlaces = 7;  // that are tried for one switch

using kiss::Marker;
using kiss::StepKind;
using Deviations = std::vector<wire::Deviation>;

// What one thread does without being interrupted.
struct Stretch {
  std::uint32_t thread = 0;
  std::vector<Marker> wanted;
  bool ends = false;
};

std::vector<Stretch> stretches_of(const kiss::ConcurrentTrace& trace) {
  std::vector<Stretch> all;
  for (const kiss::TraceStep& step : trace.steps) {
    if (all.empty() || all.back().thread != step.thread) all.push_back({step.thread, {}, false});
    if (step.kind == StepKind::kEnds) all.back().ends = true;
    const bool happens = step.kind == StepKind::kHappens || step.kind == StepKind::kCreates;
    if (happens && step.statement != nullptr) all.back().wanted.push_back(kiss::marker_of(*step.statement));
  }
  return all;
}

// Both accesses of a race, back to back: that of the running thread, then that of the one that stopped.
void add_race(std::vector<Stretch>& stretches, const kiss::ConcurrentTrace& trace) {
  const std::size_t other = kiss::other_access(trace);
  if (other == trace.steps.size() || stretches.empty()) return;
  const kiss::TraceStep& last = trace.steps.back();
  if (last.statement != nullptr) stretches.back().wanted.push_back(kiss::marker_of(*last.statement));
  stretches.push_back({trace.steps[other].thread, {kiss::marker_of(*trace.steps[other].statement)}, false});
}

// A thread that does nothing need not run; one that is blocked cannot. The failing thread must, whatever it
// did before.
std::vector<Stretch> without_idle(std::vector<Stretch> stretches, bool keep_last) {
  std::vector<Stretch> busy;
  for (Stretch& stretch : stretches) {
    const bool keep = keep_last && &stretch == &stretches.back();
    if (stretch.wanted.empty() && !stretch.ends && !keep) continue;
    if (busy.empty() || busy.back().thread != stretch.thread) {
      busy.push_back(std::move(stretch));
      continue;
    }
    busy.back().wanted.insert(busy.back().wanted.end(), stretch.wanted.begin(), stretch.wanted.end());
    busy.back().ends = stretch.ends;
  }
  return busy;
}

// A run of the program, read.
struct Run {
  host::Recording recording;
  trace::Execution execution;
};

class Follower {
 public:
  Follower(host::Rerunner& rerunner, const Wish& wish)
      : rerunner_(rerunner), wish_(wish), stretches_(stretches_of(*wish.trace)) {
    if (is_race()) add_race(stretches_, *wish.trace);
    stretches_ = without_idle(std::move(stretches_), wish.finding->kind != "deadlock");
    for (const kiss::TableStatement& statement : wish.table->statements) {
      known_.push_back(kiss::marker_of(statement));
      files_.insert(known_.back().file);
    }
  }

  Result<Followed> follow() {
    if (stretches_.empty()) {
      followed_.why_not = "the path does not show its steps";
      return followed_;
    }
    go_on(0, {}, 0);
    if (error_) return tl::unexpected<Error>(*error_);
    return followed_;
  }

 private:
  bool is_race() const { return wish_.finding->kind == "data-race"; }

  // From point `from` on, stretch `n` is to run; values up to point `decided` are chosen. True: done, or
  // given up for good.
  bool go_on(std::size_t n, const Deviations& deviations, std::size_t from, std::size_t decided = 0) {
    if (followed_.runs == kMostRuns) {
      followed_.why_not = "none of " + std::to_string(kMostRuns) + " schedules that were tried shows it";
      return true;
    }
    auto run =
        repeat(deviations, wire::kItemDetailed | wire::kItemCapture | (is_race() ? wire::kItemPairs : 0u));
    if (!run) return true;
    if (run->recording.header.outcome == wire::Outcome::kDiverged) {
      note(n, "the thread that comes next in it could not run there");
      return false;
    }
    const std::size_t values_from = std::max(from, decided);
    if (n + 1 == stretches_.size())
      return is_shown(*run, deviations, n) ||
             wakes_another(*run, n, deviations, from, {values_from, run->execution.points.size()});
    if (runs_out_of_time(*run, n, deviations, from)) return true;
    for (const std::size_t point : points_to_switch(*run, n, from)) {
      if (wakes_another(*run, n, deviations, from, {values_from, point})) return true;
      const auto next = thread_of(*run, stretches_[n + 1].thread);
      if (!next) continue;
      Deviations more = deviations;
      more.push_back({static_cast<std::uint32_t>(point), *next});
      if (go_on(n + 1, more, point)) return true;
    }
    return false;
  }

  // A path does not contain which thread a signal woke: it cannot have been one that does nothing any more.
  bool wakes_another(const Run& run, std::size_t n, const Deviations& deviations, std::size_t from,
                     std::pair<std::size_t, std::size_t> points) {
    for (std::size_t i = points.first; i < points.second; ++i) {
      const trace::Point& choice = run.execution.points[i];
      if (!choice.is_choice || !choice.datum || !wakes_idle(run, n, *choice.datum)) continue;
      for (std::uint32_t value = 0; value < choice.object && followed_.runs < kMostRuns; ++value) {
        if (value == choice.value) continue;
        Deviations more = deviations;
        more.push_back({static_cast<std::uint32_t>(i), value});
        if (go_on(n, more, from, i + 1)) return true;
      }
      return false;
    }
    return false;
  }

  // Others run before the thread has done what it should: perhaps it waits, and could time out.
  bool runs_out_of_time(const Run& run, std::size_t n, const Deviations& deviations, std::size_t from) {
    const std::vector<trace::Point>& points = run.execution.points;
    const auto thread = thread_of(run, stretches_[n].thread);
    std::size_t end = from, steps = 0;
    for (; end < points.size() && points[end].thread == thread; ++end) steps += points[end].is_choice ? 0 : 1;
    const bool continues = std::any_of(points.begin() + static_cast<std::ptrdiff_t>(end), points.end(),
                                       [&](const trace::Point& point) { return point.thread == thread; });
    if (end == from || !continues || points[end].is_choice) return false;
    if (steps >= stretches_[n].wanted.size() && !stretches_[n].ends) return false;
    Deviations more = deviations;
    more.push_back({static_cast<std::uint32_t>(end), *thread});
    return go_on(n, more, from);
  }

  bool wakes_idle(const Run& run, std::size_t n, std::uint64_t woken) const {
    if (woken >= run.execution.threads.size()) return false;
    for (std::size_t later = n + 1; later < stretches_.size(); ++later)
      if (thread_of(run, stretches_[later].thread) == woken) return false;
    return true;
  }

  std::optional<Run> repeat(const Deviations& deviations, std::uint32_t flags, std::uint64_t watch = 0,
                            std::uint32_t bytes = 0) {
    ++followed_.runs;
    explore::WorkItem item;
    item.tail = wire::Tail::kContinue;
    item.flags = flags;
    item.deviations = deviations;
    item.watch = watch;
    item.watch_bytes = bytes;
    auto recording = rerunner_.run(item);
    if (!recording) {
      error_ = recording.error();
      return std::nullopt;
    }
    trace::Execution execution = trace::read_execution(recording->view());
    return Run{std::move(*recording), std::move(execution)};
  }

  // The points before which the thread of a stretch has done what it should, the most likely first.
  std::vector<std::size_t> points_to_switch(const Run& run, std::size_t n, std::size_t from) {
    const auto thread = thread_of(run, stretches_[n].thread);
    const std::vector<trace::Point>& points = run.execution.points;
    if (!thread || from >= points.size() || points[from].thread != *thread) {
      if (host::is_failure(run.recording.header, false))
        note_other(n, explain(run.recording, 0).finding);
      else
        note(n, "a thread that it runs had nothing to do");
      return {};
    }
    const report::ObjectNames names(run.execution, symbolizer_of(run));
    std::vector<std::size_t> before{from};  // before[k]: the point before which k of its steps were done
    std::vector<Marker> real;
    for (std::size_t i = from; i < points.size() && points[i].thread == *thread; ++i) {
      if (!points[i].is_choice) real.push_back(marker_at(run, names, points[i]));
      if (!points[i].is_choice)
        before.push_back(i + 1);
      else
        before.back() = i + 1;
    }
    std::vector<std::size_t> out;
    if (stretches_[n].ends) out.push_back(before.back());
    for (const std::size_t steps : kiss::places_to_stop(stretches_[n].wanted, real, known_, kMostPlaces))
      out.push_back(before[steps]);
    if (!stretches_[n].ends) out.push_back(before.back());
    note(n, "its switches could not be found again");
    return out;
  }

  const symbolize::Symbolizer& symbolizer_of(const Run& run) {
    if (!symbolizer_ || modules_ != run.recording.modules) {
      modules_ = run.recording.modules;
      symbolizer_ =
          std::make_unique<symbolize::Symbolizer>(modules_, std::filesystem::current_path().string());
    }
    return *symbolizer_;
  }

  // The innermost place in the sources that were translated.
  Marker marker_at(const Run& run, const report::ObjectNames& names, const trace::Point& point) const {
    if (point.op == OpKind::kStart) return {};
    const std::vector<symbolize::Frame> frames = names.user_frames(trace::place_of(run.execution, point));
    for (const symbolize::Frame& frame : frames)
      if (files_.count(kiss::file_name(frame.file)) != 0)
        return {kiss::file_name(frame.file), frame.line, kiss::effect_of(point.op)};
    return {};
  }

  std::optional<std::uint32_t> thread_of(const Run& run, std::uint32_t simulated) const {
    const std::string& path = wish_.trace->threads[simulated];
    for (std::size_t i = 0; i < run.execution.threads.size(); ++i)
      if (run.execution.threads[i].known && run.execution.threads[i].path == path)
        return static_cast<std::uint32_t>(i);
    return std::nullopt;
  }

  bool is_shown(const Run& run, const Deviations& deviations, std::size_t n) {
    if (is_race()) return is_race_shown(run, deviations, n);
    if (!host::is_failure(run.recording.header, false)) {
      note(n, "the program came to its end without a failure");
      return false;
    }
    return takes(explain(run.recording, wish_.finding->execution), n);
  }

  bool is_race_shown(const Run& run, const Deviations& deviations, std::size_t n) {
    for (const trace::Access& access : run.execution.accesses) {
      if (!access.races || access.quiet || access.earlier_code == 0) continue;
      auto watched =
          repeat(deviations, wire::kItemDetailed | wire::kItemCapture, access.address, access.bytes);
      if (!watched) return true;
      const trace::RacingCode code{trace::code_of(access), access.earlier_code};
      if (!trace::find_race(watched->execution, code)) continue;
      watched->recording.race = code;
      if (takes(explain(watched->recording, wish_.finding->execution), n)) return true;
    }
    note(n, "the two accesses were not seen to race");
    return false;
  }

  bool takes(report::Explanation explanation, std::size_t n) {
    if (!is_same(explanation.finding)) {
      note_other(n, explanation.finding);
      return false;
    }
    followed_.seen = std::move(explanation);
    followed_.why_not.clear();
    return true;
  }

  // The same kind at the same lines.
  bool is_same(const report::Finding& real) const {
    const std::string& kind = wish_.finding->kind;
    const bool heap =
        real.kind == "use-after-free" || real.kind == "heap-overflow" || real.kind == "double-free";
    if (real.kind != kind && !(kind == "crash" && heap)) return false;
    const auto lines_of = [](const report::Finding& finding, std::size_t most) {
      std::multiset<std::pair<std::string, std::uint32_t>> lines;
      for (std::size_t i = 0; i < std::min(most, finding.locations.size()); ++i)
        lines.emplace(kiss::file_name(finding.locations[i].file), finding.locations[i].line);
      return lines;
    };
    const std::size_t most = kind == "data-race" ? 2 : kind == "deadlock" ? real.locations.size() : 1;
    return lines_of(real, most) == lines_of(*wish_.finding, kind == "deadlock" ? ~std::size_t{0} : most);
  }

  void note_other(std::size_t n, const report::Finding& other) {
    const std::string place =
        other.locations.empty() ? "" : report::short_place(other.locations[0].file, other.locations[0].line);
    note(n, "it failed in another way: " + other.kind + (place.empty() ? "" : " at " + place));
  }

  // The failure that came furthest is reported.
  void note(std::size_t n, const std::string& why) {
    if (n < furthest_) return;
    furthest_ = n;
    followed_.why_not = why;
  }

  host::Rerunner& rerunner_;
  const Wish& wish_;
  std::vector<Stretch> stretches_;
  std::vector<Marker> known_;
  std::set<std::string> files_;
  std::unique_ptr<symbolize::Symbolizer> symbolizer_;
  std::string modules_;
  std::size_t furthest_ = 0;
  Followed followed_;
  std::optional<Error> error_;
};

}  // namespace

Result<Followed> follow(host::Rerunner& rerunner, const Wish& wish) {
  return Follower(rerunner, wish).follow();
}

}  // namespace stalemate::tools

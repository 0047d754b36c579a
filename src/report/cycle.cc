#include "report/cycle.h"

#include <algorithm>
#include <optional>

#include "model/operations.h"
#include "report/interleaving.h"
#include "report/layout_text.h"

namespace stalemate::report {
namespace {

// How a step shows that a thread cannot make progress.
enum class Vain { kNo, kTryFails, kTimesOut, kReads, kGivesWay };

Vain vain(const trace::Point& point) {
  if (point.is_choice) return Vain::kNo;
  if (try_failed(point.op, point.value)) return Vain::kTryFails;
  if (timed_out(point.op, point.value)) return Vain::kTimesOut;
  if (gives_way(point.op)) return Vain::kGivesWay;
  const bool only_reads = reads_memory(point.op) && (!writes_memory(point.op) ||
                                                     result_of(point.op, point.value) == StepResult::kFailed);
  return only_reads ? Vain::kReads : Vain::kNo;
}

std::string listed(const std::vector<std::string>& words, const char* last = " and ") {
  const char* const others = std::string_view(last) == " and " ? ", " : "; ";
  std::string out;
  for (std::size_t n = 0; n < words.size(); ++n)
    out += (n == 0 ? "" : n + 1 == words.size() ? last : others) + words[n];
  return out;
}

class CycleReader {
 public:
  CycleReader(const trace::Execution& execution, const ObjectNames& names)
      : execution_(execution), names_(names), cycle_(*execution.cycle) {}

  Cycle read() {
    out_.turns = cycle_.turns;
    out_.proved = cycle_.proved;
    for (std::size_t at = begin(); at < end(); ++at) {
      out_.steps += execution_.points[at].is_choice ? 0 : 1;
      add_step(at);
    }
    std::ranges::sort(out_.threads, {}, [&](const CycleThread& t) { return t.thread; });
    for (const trace::Thread& thread : execution_.threads)
      if (thread.ready_at_end && !takes_part(thread.path)) out_.starved.push_back(thread.path);
    if (!out_.starved.empty())
      out_.ways_out.push_back("a yield or a wait in the loop of " + path(cycle_.busy) + " would let " +
                              listed(out_.starved) + " run");
    for (CycleThread& thread : out_.threads) {
      add_ways_out(thread);
      say_once(thread);
    }
    return std::move(out_);
  }

 private:
  // The last round: its calls and values are those of all.
  std::size_t end() const { return execution_.points.size(); }
  std::size_t begin() const { return end() - cycle_.period; }
  const std::string& path(std::uint32_t thread) const { return execution_.threads[thread].path; }

  bool takes_part(const std::string& thread) const {
    return std::ranges::any_of(out_.threads, [&](const CycleThread& t) { return t.thread == thread; });
  }

  CycleStep step_at(std::size_t at) const {
    const trace::Point& point = execution_.points[at];
    const symbolize::Frame frame = names_.best_frame(trace::place_of(execution_, point));
    return {describe_step(execution_, names_, point), frame.file, frame.line, frame.function};
  }

  void add_step(std::size_t at) {
    const std::string& who = path(execution_.points[at].thread);
    auto thread = std::ranges::find(out_.threads, who, &CycleThread::thread);
    if (thread == out_.threads.end()) thread = out_.threads.insert(thread, {who, {}, 1});
    thread->steps.push_back(step_at(at));
  }

  // Which thread held the lock when a try of it failed.
  std::optional<std::uint32_t> holder_before(std::size_t at) const {
    const trace::Point& wanted = execution_.points[at];
    for (std::size_t i = at; i-- > 0;) {
      const trace::Point& point = execution_.points[i];
      if (point.is_choice || point.object != wanted.object) continue;
      if (trace::has_acquired(point)) return point.thread;
      if (releases_lock(point.op)) return std::nullopt;
    }
    return std::nullopt;
  }

  std::string way_out(std::size_t at) const {
    const trace::Point& point = execution_.points[at];
    const CycleStep step = step_at(at);
    const std::string where = step.file.empty() ? "" : " at " + short_place(step.file, step.line);
    const std::string object = names_.object(point.op, point.object);
    switch (vain(point)) {
      case Vain::kTryFails: {
        const auto holder = holder_before(at);
        return path(point.thread) + " would continue if it got " + object + where +
               (holder && *holder != point.thread ? ", which " + path(*holder) + " holds each time" : "");
      }
      case Vain::kTimesOut:
        return path(point.thread) + " would continue if its wait for " + object + where +
               " did not time out each time";
      default: return {};
    }
  }

  // "x, which is 0"
  std::string reading(const trace::Point& point) const {
    const std::string object = names_.object(point.op, point.object);
    return (object.empty() ? "a variable" : object) +
           (point.datum ? ", which is " + shown_value(*point.datum, point.datum_bytes) + " each time" : "");
  }

  void add_ways_out(const CycleThread& thread) {
    bool only_gives_way = true;
    std::vector<std::string> readings;
    for (std::size_t at = begin(); at < end(); ++at) {
      const trace::Point& point = execution_.points[at];
      if (path(point.thread) != thread.thread || point.is_choice) continue;
      only_gives_way &= vain(point) == Vain::kGivesWay;
      if (vain(point) == Vain::kReads && std::ranges::find(readings, reading(point)) == readings.end())
        readings.push_back(reading(point));
      const std::string way = way_out(at);
      if (!way.empty() && std::ranges::find(out_.ways_out, way) == out_.ways_out.end())
        out_.ways_out.push_back(way);
    }
    if (!readings.empty())
      out_.ways_out.push_back(thread.thread + " would continue if another thread changed " +
                              listed(readings, readings.size() == 2 ? ", or " : "; or "));
    if (only_gives_way)
      out_.ways_out.push_back("no step of " + thread.thread +
                              " reads anything that another thread could change: should its loop read "
                              "a variable again?");
  }

  static bool same(const CycleStep& a, const CycleStep& b) {
    return a.text == b.text && a.line == b.line && a.file == b.file;
  }

  // The shortest stretch that the thread's part of the round consists of.
  static void say_once(CycleThread& thread) {
    const std::size_t all = thread.steps.size();
    for (std::size_t part = 1; part < all; ++part) {
      if (all % part != 0) continue;
      std::size_t at = part;
      while (at < all && same(thread.steps[at], thread.steps[at - part])) ++at;
      if (at < all) continue;
      thread.times = static_cast<std::uint32_t>(all / part);
      thread.steps.resize(part);
      return;
    }
  }

  const trace::Execution& execution_;
  const ObjectNames& names_;
  const trace::Cycle& cycle_;
  Cycle out_;
};

}  // namespace

Cycle cycle_of(const trace::Execution& execution, const ObjectNames& names) {
  return CycleReader(execution, names).read();
}

std::string cycle_message(const Cycle& cycle) {
  std::vector<std::string> who;
  for (const CycleThread& thread : cycle.threads) who.push_back(thread.thread);
  std::string out = listed(who) + (who.size() == 1 ? " goes" : " go") + " round in circles";
  if (!cycle.starved.empty()) out += " without a yield while " + listed(cycle.starved) + " could run";
  out += ": " + counted(cycle.steps, "step") + ", seen " + grouped(cycle.turns) + " times, ";
  return out + (cycle.proved ? "each time with the same memory after them, so for ever"
                             : "with the same values; other memory changes, so this is no proof");
}

std::vector<std::size_t> cycle_places(const trace::Execution& execution) {
  const std::size_t end = execution.points.size(), begin = end - execution.cycle->period;
  std::vector<std::size_t> places;
  for (std::size_t at = begin; at < end; ++at) {
    const trace::Point& point = execution.points[at];
    if (point.is_choice) continue;
    const auto known =
        std::ranges::find(places, point.thread, [&](std::size_t p) { return execution.points[p].thread; });
    if (known == places.end())
      places.push_back(at);
    else if (vain(execution.points[*known]) == Vain::kNo && vain(point) != Vain::kNo)
      *known = at;
  }
  std::ranges::sort(places, {}, [&](std::size_t p) { return execution.points[p].thread; });
  return places;
}

}  // namespace stalemate::report

#include "predict/replay_verdict.h"

#include <map>

namespace stalemate::predict {
namespace {

using trace::Event;
using trace::EventKind;
using trace::EventTrace;

using EventsOfThreads = std::map<std::string, std::vector<std::size_t>>;

// What one execution may lack although the other has it: unseen writes, and the locks that hold the parts of
// an access together (docs/traces.md), which also follow from what comes later.
bool is_incidental(const EventTrace& trace, const Event& event) {
  if (event.kind != EventKind::kAcquire && event.kind != EventKind::kRelease) return event.unseen;
  return trace.locks[event.object].starts_with("bytes:");
}

EventsOfThreads events_of(const EventTrace& trace) {
  EventsOfThreads out;
  for (std::size_t i = 0; i < trace.events.size(); ++i)
    if (!is_incidental(trace, trace.events[i])) out[trace.threads[trace.events[i].thread]].push_back(i);
  return out;
}

std::string place(const EventTrace& trace, const Event& event) { return trace.locations[event.location]; }

bool reads(EventKind kind) { return kind == EventKind::kRead || kind == EventKind::kUpdate; }

// Names of objects are not compared: those of the heap may lie elsewhere.
bool is_same(const EventTrace& recorded, const Event& one, const EventTrace& repeated, const Event& other) {
  return one.kind == other.kind && place(recorded, one) == place(repeated, other);
}

std::string write_text(const EventTrace& trace, std::int64_t write) {
  return write == kInitial ? "the initial value"
                           : "the write at " + place(trace, trace.events[static_cast<std::size_t>(write)]);
}

// The last write of the variable before the read.
std::int64_t writer_of(const EventTrace& trace, std::size_t read) {
  const std::uint32_t variable = trace.events[read].object;
  for (std::size_t i = read; i-- > 0;) {
    const Event& event = trace.events[i];
    if ((event.kind == EventKind::kWrite || event.kind == EventKind::kUpdate) && event.object == variable)
      return static_cast<std::int64_t>(i);
  }
  return kInitial;
}

std::optional<std::uint64_t> left_by(const EventTrace& trace, std::int64_t write) {
  if (write == kInitial || !trace.has_values) return std::nullopt;
  const Event& event = trace.events[static_cast<std::size_t>(write)];
  if (event.unknown) return std::nullopt;
  return event.kind == EventKind::kUpdate ? event.written : event.value;
}

// For unseen writes, thread and place must be enough.
bool same_unseen(const EventTrace& recorded, const Event& one, const EventTrace& repeated,
                 const Event& other) {
  return one.unseen && other.unseen && recorded.threads[one.thread] == repeated.threads[other.thread] &&
         place(recorded, one) == place(repeated, other);
}

// Of a read that saw the challenger: whether it read that write's value.
void judge_value(const EventTrace& repeated, std::size_t read, std::int64_t writer,
                 std::optional<std::uint64_t> expected, ReplayVerdict& verdict) {
  const Event& event = repeated.events[read];
  if (!repeated.has_values || event.unknown) return;
  const auto left = left_by(repeated, writer);
  for (const auto& wanted : {expected, left}) {
    if (!wanted || *wanted == event.value) continue;
    verdict.shown = false;
    verdict.why_not = "it read " + std::to_string(event.value) + ", not " + std::to_string(*wanted) +
                      ": something that is not in the trace wrote to it";
    return;
  }
}

}  // namespace

ReplayVerdict judge_replay(const EventTrace& recorded, const EventTrace& repeated,
                           const std::vector<std::size_t>& events, std::int64_t challenger,
                           std::optional<std::uint64_t> expected) {
  ReplayVerdict verdict;
  const EventsOfThreads there = events_of(repeated);
  std::map<std::string, std::size_t> done;
  std::map<std::size_t, std::size_t> counterparts;  // events of `recorded` by those of `repeated`
  std::size_t last = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& wanted = recorded.events[events[i]];
    if (is_incidental(recorded, wanted)) continue;
    const std::string& thread = recorded.threads[wanted.thread];
    const std::size_t number = done[thread]++;
    const auto found = there.find(thread);
    const std::string at = "at event " + std::to_string(i + 1) + " of the schedule " + thread;
    if (found == there.end() || number >= found->second.size()) {
      verdict.why_not = at + " had ended before " + place(recorded, wanted);
      return verdict;
    }
    last = found->second[number];
    const Event& came = repeated.events[last];
    // With another value the read itself may do something else: a compare-and-swap fails, or no longer.
    const bool still_reads = i + 1 == events.size() && reads(wanted.kind) && reads(came.kind) &&
                             place(recorded, wanted) == place(repeated, came);
    if (!still_reads && !is_same(recorded, wanted, repeated, came)) {
      verdict.why_not = at + " did something else at " + place(repeated, came);
      if (place(repeated, came) != place(recorded, wanted))
        verdict.why_not = at + " was at " + place(repeated, came) + ", not at " + place(recorded, wanted);
      return verdict;
    }
    counterparts[last] = events[i];
  }
  verdict.value = repeated.events[last].value;
  const std::int64_t writer = writer_of(repeated, last);
  const auto known = counterparts.find(static_cast<std::size_t>(writer));
  verdict.shown = writer == kInitial
                      ? challenger == kInitial
                      : known != counterparts.end() && static_cast<std::int64_t>(known->second) == challenger;
  if (!verdict.shown && writer != kInitial && challenger != kInitial)
    verdict.shown = same_unseen(recorded, recorded.events[static_cast<std::size_t>(challenger)], repeated,
                                repeated.events[static_cast<std::size_t>(writer)]);
  if (!verdict.shown)
    verdict.why_not = "it saw " + write_text(repeated, writer);
  else
    judge_value(repeated, last, writer, expected, verdict);
  return verdict;
}

}  // namespace stalemate::predict

#include "report/describe.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include "model/wire/layout.h"
#include "report/cycle.h"
#include "report/heap.h"
#include "report/location.h"
#include "report/object_names.h"
#include "trace/race.h"

namespace stalemate::report {
namespace {

// From the step that acquired it, whose whole stack is known; else from the address in the log.
std::optional<std::string> held_since(const trace::Execution& execution, const ObjectNames& names,
                                      const trace::Blocked& blocked) {
  const trace::Point* taken = trace::last_acquisition(execution, blocked.object);
  std::string place = taken != nullptr && taken->thread == blocked.holder ? names.place(taken->stack) : "";
  if (place.empty() && blocked.held_at != 0) place = names.place({{blocked.held_at, 0}});
  return place.empty() ? std::nullopt : std::optional<std::string>(std::move(place));
}

std::vector<Location> locations_of(const trace::Execution& execution, const ObjectNames& names) {
  std::vector<Location> out;
  for (const trace::Blocked& blocked : execution.blocked) {
    Location location = location_at(names, execution.threads[blocked.thread].path, blocked.stack);
    const bool held = is_held(blocked);
    location.waits_for = describe_wait(names, blocked.op, blocked.object, held);
    if (held) location.held_by = execution.threads[*blocked.holder].path;
    if (held) location.held_since = held_since(execution, names, blocked);
    const bool first = blocked.thread == execution.failing_thread;
    out.insert(first ? out.begin() : out.end(), std::move(location));
  }
  if (out.empty())
    out.push_back(
        location_at(names, execution.threads[execution.failing_thread].path, execution.failing_stack));
  return out;
}

// In a deadlock every thread that has not ended is blocked, and so listed.
std::string held_text(const std::string& waiter, const std::string& holder,
                      const std::vector<Location>& locations) {
  if (holder == waiter) return ", which it holds itself";
  const bool lives = std::ranges::any_of(locations, [&](const Location& l) { return l.thread == holder; });
  return ", held by " + holder + (lives ? "" : ", which has ended");
}

std::string deadlock_message(const std::vector<Location>& locations) {
  std::string out;
  for (const Location& location : locations) {
    if (!location.waits_for) continue;
    out += (out.empty() ? "" : "; ") + location.thread + " waits for " + *location.waits_for;
    if (location.held_by) out += held_text(location.thread, *location.held_by, locations);
  }
  return out;
}

std::string crash_message(const trace::Execution& execution) {
  const int signal = execution.header.signal;
  std::string out = signal != 0 ? "signal " + std::to_string(signal) : "the program ended without warning";
  if (const char* name = signal != 0 ? sigdescr_np(signal) : nullptr; name != nullptr)
    out += std::string(" (") + name + ")";
  if (signal == SIGKILL && execution.text.empty())
    out += ": ended from outside twice in a row, most likely because memory ran out";
  return out + (execution.text.empty() ? "" : ": " + execution.text);
}

std::string message_of(const trace::Execution& execution, const std::vector<Location>& locations) {
  switch (execution.header.outcome) {
    case wire::Outcome::kDeadlock: return deadlock_message(locations);
    case wire::Outcome::kCrash:
    case wire::Outcome::kRunning: return crash_message(execution);
    case wire::Outcome::kHang:
      if (!execution.text.empty()) return execution.text;
      return "no step for too long: a loop without a scheduling point, or a blocking call";
    case wire::Outcome::kFinished: return "exit code " + std::to_string(execution.header.exit_code);
    default: break;
  }
  return !execution.text.empty() ? execution.text : std::string(finding_kind(execution.header.outcome));
}

std::string verb_of(const trace::Access& access) {
  return std::string(access.is_atomic ? "atomically " : "") + (access.writes ? "written" : "read");
}

// The thread whose local variable it is; empty if the address lies on no thread's stack.
std::string home_of(const trace::Execution& execution, std::uint64_t address) {
  if (!layout::in_stacks(address)) return {};
  for (const trace::Thread& thread : execution.threads)
    if (thread.known && thread.slot == layout::stack_slot(address))
      return ", on the stack of " + thread.path + ",";
  return {};
}

// Memory without a name follows at the end, as a place.
std::string race_message(const trace::Execution& execution, const trace::Race& race,
                         const std::string& variable, const std::string& place) {
  const std::uint32_t bytes = race.later.bytes;
  std::string out = std::to_string(bytes) + (bytes == 1     ? " byte"
                                             : bytes == 255 ? " or more bytes"
                                                            : " bytes");
  if (!variable.empty() && place.empty()) out += " of " + variable;
  // A variable without a name already contains its place.
  if (variable.find('#') == variable.npos) out += home_of(execution, race.later.address);
  const std::string& earlier = execution.threads[race.earlier.thread].path;
  return out + (bytes == 1 ? " is " : " are ") + verb_of(race.earlier) + " by " + earlier + " and " +
         verb_of(race.later) + " by " + execution.threads[race.later.thread].path + ", unordered" +
         (place.empty() ? "" : ", " + place);
}

void describe_end(const trace::Execution& execution, const ObjectNames& names, Finding& finding) {
  finding.kind = finding_kind(execution.header.outcome);
  finding.locations = locations_of(execution, names);
  finding.message = message_of(execution, finding.locations);
  if (execution.header.signal != 0) finding.signal = execution.header.signal;
  if (execution.header.outcome == wire::Outcome::kFinished) finding.exit_code = execution.header.exit_code;
  describe_fault(execution, names, finding);
}

void describe_cycle(const trace::Execution& execution, const ObjectNames& names, Finding& finding) {
  finding.kind = finding_kind(execution.header.outcome);
  finding.cycle = cycle_of(execution, names);
  finding.message = cycle_message(*finding.cycle);
  const trace::Cycle& cycle = *execution.cycle;
  for (const std::size_t point : cycle_places(execution)) {
    const trace::Point& at = execution.points[point];
    finding.locations.push_back(location_at(names, execution.threads[at.thread].path, at.stack));
  }
  if (finding.cycle->starved.empty()) return;
  const std::string& busy = execution.threads[cycle.busy].path;
  auto& places = finding.locations;
  const auto first = std::ranges::find(places, busy, &Location::thread);
  if (first != places.end()) std::rotate(places.begin(), first, first + 1);
}

void describe_race(const trace::Execution& execution, const ObjectNames& names, const trace::Race& race,
                   Finding& finding) {
  finding.kind = "data-race";
  for (const trace::Access* access : {&race.later, &race.earlier})
    finding.locations.push_back(location_at(names, execution.threads[access->thread].path, access->stack));
  const std::uint64_t address = race.later.address;
  const std::string place =
      layout::in_heaps(address) ? place_in_block(execution, names, address, race.later.order) : std::string();
  const std::string variable = place.empty() ? names.object(OpKind::kPlainLoad, address) : place;
  if (!variable.empty()) finding.variable = variable;
  finding.message = race_message(execution, race, variable, place);
}

std::vector<Mark> marks_of_race(const trace::Execution& execution, const ObjectNames& names,
                                const trace::Race& race) {
  std::vector<Mark> marks;
  for (const trace::Access* access : {&race.earlier, &race.later}) {
    if (access->address == 0) continue;  // the time of the access is unknown
    const std::string object = names.object(OpKind::kPlainLoad, access->address);
    const trace::Access& other = access == &race.later ? race.earlier : race.later;
    marks.push_back({access->after, access->thread,
                     (access->writes ? "writes" : "reads") + (object.empty() ? "" : " " + object) +
                         ", unordered with " + execution.threads[other.thread].path,
                     access->stack});
  }
  return marks;
}

const trace::Leak* find_leak(const trace::Execution& execution, std::uint64_t address) {
  for (const trace::Leak& leak : execution.leaks)
    if (leak.address == address) return &leak;
  return nullptr;
}

}  // namespace

namespace {

std::string place_text(const std::string& function, const std::string& file, std::uint32_t line) {
  return function + "@" + short_place(file, line);
}

// Of a kind and what distinguishes findings of this kind.
std::string fingerprint_of(const Finding& finding, const std::vector<std::string>& places) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  const auto add = [&hash](const std::string& text) {
    for (const char c : text + "\n") hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  };
  add(finding.kind);
  if (finding.exit_code) add(std::to_string(*finding.exit_code));
  for (const std::string& place : places) add(place);
  hash ^= hash >> 29;
  hash *= 0xbf58476d1ce4e5b9u;
  std::string out;
  for (int shift = 60; shift >= 16; shift -= 4) out += "0123456789abcdef"[(hash >> shift) & 15];
  return out;
}

}  // namespace

std::string fingerprint_of(const Finding& finding) {
  std::vector<std::string> places;
  for (const Location& location : finding.locations)
    places.push_back(place_text(location.function, location.file, location.line));
  // The threads of a deadlock are listed in no particular order.
  std::sort(places.begin(), places.end());
  return fingerprint_of(finding, places);
}

std::string fingerprint_with_callers(const Finding& finding) {
  constexpr std::size_t kMostCallers = 3;  // of deeper recursions, all are one
  const bool has_place = finding.kind == "assertion" || finding.kind == "abort" ||
                         finding.kind == "exception" || finding.kind == "crash" || finding.kind == "misuse";
  if (!has_place || finding.locations.empty()) return finding.fingerprint;
  const Location& failed = finding.locations.front();
  std::vector<std::string> places = {place_text(failed.function, failed.file, failed.line)};
  for (const StackFrame& frame : failed.stack)
    if (places.size() <= kMostCallers) places.push_back(place_text(frame.function, frame.file, frame.line));
  return fingerprint_of(finding, places);
}

Explanation explain(const DetailedRun& run, const SourceLines& lines) {
  const trace::Execution execution = trace::read_execution(run.log);
  const ObjectNames names(execution, *run.source);
  Explanation out;
  Finding& finding = out.finding;
  const auto race = run.race ? trace::find_race(execution, run.race) : std::nullopt;
  const trace::Leak* leak = run.leak != 0 ? find_leak(execution, run.leak) : nullptr;
  std::vector<Mark> marks;
  if (race) {
    describe_race(execution, names, *race, finding);
    marks = marks_of_race(execution, names, *race);
  } else if (leak != nullptr) {
    describe_leak(execution, names, *leak, finding);
    marks = marks_of_leak(execution, *leak);
  } else if (execution.cycle) {
    describe_cycle(execution, names, finding);
  } else {
    describe_end(execution, names, finding);
    marks = marks_of_fault(execution);
  }
  finding.fingerprint = fingerprint_of(finding);
  finding.preemptions = execution.preemptions;
  finding.switches = execution.switches;
  finding.steps = execution.steps;
  finding.execution = run.execution;
  out.interleaving = build_interleaving(execution, names, lines, marks);
  out.output = run.output;
  out.schedule = trace::schedule_from(execution, names);
  out.schedule.finding = finding.kind;
  out.schedule.message = finding.message;
  out.schedule.fingerprint = finding.fingerprint;
  out.schedule.execution = finding.execution;
  return out;
}

}  // namespace stalemate::report

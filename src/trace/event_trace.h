// One recorded execution as a sequence of events: what predictive analysis reads. A plain value: threads,
// variables and other objects, and source locations are numbers into tables of names; an event's index is its
// place in the trace, from 0. Every trace that a reader returns is one that could have happened: locks
// exclude each other, threads run after their fork, waits end after a notification (check_feasible).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace stalemate::trace {

enum class EventKind : std::uint8_t {
  kRead,     // object = variable; value
  kWrite,    // object = variable; value
  kUpdate,   // an atomic read and write of the same variable in one; value = what it read, written = what it
             // left
  kAcquire,  // object = lock, free or the thread's own (it then has one level more)
  kRelease,  // the last level makes it free
  kReadAcquire,  // shared: while no other thread has it exclusively
  kReadRelease,
  kTryFailed,  // an attempt to acquire that failed: another thread had it
  kFork,       // object = thread
  kJoin,       // object = thread, all of whose events come before
  kWait,       // object = condition; lock = released with all its levels; the thread's next event is kWake
  kWake,       // the lock is acquired again with these levels; after a notification, unless timed_out
  kNotify,     // wakes one of the waiting threads, if there is one
  kNotifyAll,
  kPost,    // semaphore: count + 1
  kDown,    // count - 1, while it is positive
  kArrive,  // barrier
  kLeave,   // once `parties` threads have arrived in this round
  kOther,   // nothing that others could observe: begin, end, dummy
};
inline constexpr EventKind kLastEventKind = EventKind::kOther;

struct Event {
  EventKind kind = EventKind::kOther;
  bool timed_out = false;  // kWake
  bool atomic = false;     // kRead, kWrite, kUpdate: by an atomic operation
  bool unknown = false;    // kRead, kWrite, kUpdate: the trace has values, but not this one
  bool unseen = false;     // kWrite: by uninstrumented code; detected by its value
  std::uint16_t thread = 0;
  std::uint32_t object = 0;    // index into the table of its kind (see EventTrace)
  std::uint32_t lock = 0;      // kWait, kWake
  std::uint32_t location = 0;  // index into locations
  std::uint64_t value = 0;     // kRead, kWrite, kUpdate; 0 if the trace has no values
  std::uint64_t written = 0;   // kUpdate
  friend bool operator==(const Event&, const Event&) = default;
};

struct EventTrace {
  std::vector<std::string> threads;     // names; those without a fork run from the beginning
  std::vector<std::string> variables;   // kRead, kWrite, kUpdate
  std::vector<std::string> locks;       // kAcquire … kTryFailed, Event::lock
  std::vector<std::string> conditions;  // kWait … kNotifyAll
  std::vector<std::string> semaphores;
  std::vector<std::uint64_t> semaphore_counts;  // at the beginning
  std::vector<std::string> barriers;
  std::vector<std::uint32_t> barrier_parties;
  std::vector<std::string> locations;  // "queue.cc:42", or a number as RAPID has it
  std::vector<Event> events;
  bool has_values = false;
  std::vector<std::string> program;  // what was run; empty if the trace does not have it
  // How to run it again: each event's step in the controlled program, as trace/schedule.h counts points;
  // empty if the trace was not recorded by us.
  std::vector<std::uint32_t> points;
  std::string schedule;            // text of the schedule that was run (trace/schedule.h), empty likewise
  std::string finding;             // the error of the execution: "deadlock", "assertion: …"; empty: none
  std::vector<std::string> notes;  // for readers of the trace: what is expressed by an order alone

  friend bool operator==(const EventTrace&, const EventTrace&) = default;
};

// The first event that could not have happened, and why: "T1 releases l, which it does not have".
struct Infeasible {
  std::size_t event = 0;
  std::string why;
};
std::optional<Infeasible> find_infeasible(const EventTrace& trace);

// Whether the trace could have happened; the error names the first event (from 1, as lines count) that could
// not.
Result<void> check_feasible(const EventTrace& trace);

}  // namespace stalemate::trace

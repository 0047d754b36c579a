// A schedule: the full sequence of choices of one execution, complete on its own. As text it is versioned,
// line based, small (run-length encoded) and meant to be committed beside a test; docs/schedule-format.md
// is its reference. Threads are named by creation path (S11), never by number or address, so that a
// schedule outlives a rebuild of the program.
//
// Promises: parse_schedule never crashes or hangs, whatever the bytes; what it accepts prints and parses
// back to the same value; every error names its line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/wire/wire.h"
#include "trace/execution.h"

namespace stalemate::trace {

inline constexpr std::uint32_t kScheduleVersion = 1;
inline constexpr std::uint32_t kNothingCreated = ~0u;

// One choice: of a thread and what it does next, or of a value.
struct Choice {
  bool is_value = false;
  OpKind op = OpKind::kNone;
  std::uint32_t thread = 0;                    // index into Schedule::threads
  std::uint32_t created = kNothingCreated;     // kCreate: index of the new thread
  std::uint32_t chosen = 0, alternatives = 0;  // of a value
  friend bool operator==(const Choice&, const Choice&) = default;
};

// What a reader needs at a switch. Replay does not depend on it.
struct Note {
  std::uint32_t point = 0;
  SwitchReason reason = SwitchReason::kStart;
  std::string object;
  std::string place;  // file:line
  friend bool operator==(const Note&, const Note&) = default;
};

struct Schedule {
  std::vector<std::string> program;
  std::string strategy = "icb";
  std::vector<std::pair<std::string, std::string>> options;  // those that matter for a replay
  std::string finding;                                       // kind
  std::string message;
  std::string fingerprint;
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  std::uint64_t execution = 0;
  std::optional<std::uint64_t> seed;
  std::string mark;                       // identifies a user's own schedules; may be empty
  std::vector<std::string> threads{"0"};  // creation paths, by id
  std::vector<Choice> choices;            // one per point
  std::vector<Note> notes;                // one per switch, by point
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// Names for reports. The default has none; src/report has one that reads the debug information.
class Naming {
 public:
  virtual ~Naming() = default;
  virtual std::string object(OpKind, std::uint64_t) const { return {}; }
  virtual std::string place(const CallStack&) const { return {}; }  // file:line
};

// The choices, threads, notes and counts of an execution; the caller fills in the rest of the header.
Schedule schedule_from(const Execution& execution, const Naming& naming);
Schedule schedule_from_log(const LogView& log, const Naming& naming);

std::string to_text(const Schedule& schedule);
Result<Schedule> parse_schedule(std::string_view text);

// The checksum that ends a schedule: over all lines before it, without line ends and trailing blanks, so
// that a version control system may change those.
std::string schedule_checksum(std::string_view lines);

}  // namespace stalemate::trace

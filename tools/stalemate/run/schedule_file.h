// Schedules as files that a user names.
#pragma once

#include <string>

#include "base/result.h"
#include "trace/schedule.h"

namespace stalemate::tools {

// The error names the file and, if its text is wrong, the line.
Result<trace::Schedule> read_schedule(const std::string& path);

// The text of a schedule, from a file or a trace. A schedule sets only what an execution depends on: other
// options are an error.
Result<trace::Schedule> parse_safe_schedule(const std::string& text);

// The command in a schedule may be run only if a run of this user wrote the schedule.
Result<void> check_mark(const trace::Schedule& schedule, const std::string& path);

}  // namespace stalemate::tools

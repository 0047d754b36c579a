// Schedules as files that a person names.
#pragma once

#include <string>

#include "base/result.h"
#include "trace/schedule.h"

namespace stalemate::tools {

// The error names the file and, where its text is wrong, the line.
Result<trace::Schedule> read_schedule(const std::string& path);

// Whether it comes from a run of this user's, so that the command in it may be run.
Result<void> check_mark(const trace::Schedule& schedule, const std::string& path);

}  // namespace stalemate::tools

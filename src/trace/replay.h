// From a schedule back to an execution: the work item that repeats it, and where a repetition differed. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/log/log_view.h"
#include "trace/schedule.h"

namespace stalemate::trace {

// One deviation per point; to be run with tail kContinue.
std::vector<wire::Deviation> deviations_of(const Schedule& schedule);

struct Mismatch {
  std::uint32_t point = 0;  // from 0; reports print step point + 1
  std::string expected;     // "0.1 lock m at queue.cc:42"
  std::string came;
  std::string sentence() const;
};

// Compares thread path, operation kind and number of alternatives at every point. An execution that continues
// where the schedule ends fits: the failure is gone and the program ran on. Names of objects are only quoted,
// never compared: they change with the source.
std::optional<Mismatch> compare(const Schedule& schedule, const LogView& log);

}  // namespace stalemate::trace

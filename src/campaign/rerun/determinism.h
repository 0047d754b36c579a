// Why an item did not lead to the same execution twice: repeats it and names the first point at which two
// repetitions differ.
#pragma once

#include <optional>
#include <string>

#include "campaign/rerun/rerun.h"

namespace stalemate::host {

inline constexpr unsigned kRepetitions = 20;

// One sentence; empty if both executions are the same.
std::optional<std::string> first_difference(const LogView& a, const LogView& b);

// Whether the program does the same whenever it is started with the same item. An error of code
// kNotDeterministic if not. Repeats it a few times, fewer if an execution is slow or time is up: a search
// runs every schedule once, so a difference after the last prescribed choice shows only here.
std::optional<Error> check_repeatable(Rerunner& rerunner, const explore::WorkItem& item,
                                      const TimeLimits& limits);

// Always an error of code kNotDeterministic, unless the worker could not be started. If time is up, with what
// is known by then.
Error explain_divergence(Rerunner& rerunner, const explore::WorkItem& item);

}  // namespace stalemate::host

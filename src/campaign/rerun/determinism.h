// Why an item did not lead to the same execution twice: repeats it and names the first point at which two
// repetitions part.
#pragma once

#include <optional>
#include <string>

#include "campaign/rerun/rerun.h"

namespace stalemate::host {

inline constexpr unsigned kRepetitions = 20;

// One sentence, or nothing where both executions are the same.
std::optional<std::string> first_difference(const LogView& a, const LogView& b);

// Does the program do the same whenever it is started with the same item? An error of code kNotDeterministic
// where it does not. Repeats it a few times, fewer where an execution is slow or time is up: a search runs
// every schedule once, so a program that changes its mind after the last prescribed choice shows only here.
std::optional<Error> check_repeatable(Rerunner& rerunner, const explore::WorkItem& item,
                                      const TimeLimits& limits);

// Always an error of code kNotDeterministic, unless the worker could not be started. Where time is up, as
// much as is known by then.
Error explain_divergence(Rerunner& rerunner, const explore::WorkItem& item);

}  // namespace stalemate::host

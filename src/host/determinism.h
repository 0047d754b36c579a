// Why an item did not lead to the same execution twice: repeats it and names the first point at which two
// repetitions part.
#pragma once

#include <optional>
#include <string>

#include "host/rerun.h"

namespace stalemate::host {

inline constexpr unsigned kRepetitions = 20;

// One sentence, or nothing where both executions are the same.
std::optional<std::string> first_difference(const LogView& a, const LogView& b);

// Always an error of code kNotDeterministic, unless the worker could not be started.
Error explain_divergence(Rerunner& rerunner, const explore::WorkItem& item);

}  // namespace stalemate::host

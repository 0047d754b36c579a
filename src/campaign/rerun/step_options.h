// What was a step of an execution beyond what always is, as options of its schedule: promoted code (S13), and
// the words whose atomic operations were steps if others were none (ADR 37). Addresses are places that
// outlive a run (code_places.h). Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/rerun/rerun.h"

namespace stalemate::host {

using StepOptions = std::vector<std::pair<std::string, std::string>>;

StepOptions step_options(const Recording& recording);
bool is_step_option(std::string_view name);
// The configuration with them, in a program with these modules. Fails if it has no such place.
Result<wire::Config> with_steps(wire::Config config, const StepOptions& options, std::string_view modules);

}  // namespace stalemate::host

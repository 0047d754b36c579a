// The progress of a search, in one line: executions, their rate, the current bound, how much of it is done
// and how long the rest will take, each as far as known. The time follows from the rate so far.
#pragma once

#include <string>

#include "base/options.h"
#include "worker/worker_pool.h"

namespace stalemate::tools {

std::string progress_text(const host::Progress& progress, StrategyKind strategy);

}  // namespace stalemate::tools

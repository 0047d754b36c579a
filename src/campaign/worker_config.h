// The configuration of a worker for the options of a run.
#pragma once

#include "base/options.h"
#include "model/wire/wire.h"

namespace stalemate::host {

wire::Config worker_config(const RunOptions& options, wire::Isolation isolation);

}  // namespace stalemate::host

// The configuration of a worker for the options of a run.
#pragma once

#include "base/options.h"
#include "model/wire/wire.h"

namespace stalemate::host {

wire::Config worker_config(const RunOptions& options, wire::Isolation isolation,
                           bool leaves_out_tries = false);

}  // namespace stalemate::host

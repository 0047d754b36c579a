// The loaded modules.
#pragma once

#include "model/wire/wire.h"

namespace stalemate::rt {

// Writes the loaded modules to the channel, for reports.
void describe_modules(wire::Channel& channel);

}  // namespace stalemate::rt

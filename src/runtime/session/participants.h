// The subsystems of the runtime, in the order in which they are prepared and begin.
#pragma once

#include "model/wire/wire.h"

namespace stalemate::rt {

// nullptr, or the first message on why control is impossible.
const char* prepare_participants();
void begin_participants(const wire::ItemHeader& item);

}  // namespace stalemate::rt

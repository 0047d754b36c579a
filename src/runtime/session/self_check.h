// What the runtime checks about itself before the first execution: whether calls of the program reach it. If
// control is impossible it reports why; the rest goes to the ledger.
#pragma once

namespace stalemate::rt {

// nullptr, or a message on why nothing can be explored. Needs the channel.
const char* self_check();

}  // namespace stalemate::rt

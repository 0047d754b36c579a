// What the runtime finds out about itself before the first execution: whether calls of the program come here
// at all. Where control is impossible it says why; the rest goes to the ledger.
#pragma once

namespace stalemate::rt {

// nullptr, or a sentence on why nothing can be explored. Needs the channel.
const char* self_check();

}  // namespace stalemate::rt

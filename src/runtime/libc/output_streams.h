// What exit() does for stdio.
#pragma once

namespace stalemate::rt {

// Writes out what buffered streams hold. Takes no stream's lock: a thread that is gone may have had it.
void flush_output_streams();

}  // namespace stalemate::rt

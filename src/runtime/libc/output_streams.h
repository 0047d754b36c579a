// What exit() does for stdio.
#pragma once

namespace stalemate::rt {

// Writes the contents of buffered streams. Takes no stream's lock: a thread that has ended may have held it.
void flush_output_streams();

}  // namespace stalemate::rt

// How control begins before main (attach.cc).
#pragma once

namespace stalemate::rt {

// A static initialiser starts a thread: control must begin now. Returns in a session, under control; at once
// if this program is not to be controlled.
void attach_early();

}  // namespace stalemate::rt

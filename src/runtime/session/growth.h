// How much memory a session has taken since it began. A session that calls the body repeatedly keeps what
// each execution leaks; beyond a limit it ends, and the server forks another, which begins as this one did.
#pragma once

namespace stalemate::rt {

void begin_growth();
// Checks the process only now and then.
bool has_grown_too_much();

}  // namespace stalemate::rt

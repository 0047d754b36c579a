// How much memory a session has taken since it began. One that calls the body again and again keeps what each
// execution leaks; beyond a limit it ends, and the server forks another, which begins as this one did.
#pragma once

namespace stalemate::rt {

void begin_growth();
// Looks at the process now and then only.
bool has_grown_too_much();

}  // namespace stalemate::rt

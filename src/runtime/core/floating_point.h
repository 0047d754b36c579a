// The control words of the floating-point units, of which every thread has its own. Exchanging them would
// double the cost of a switch (6 ns), so that it is done only after a program has changed them: by a function
// of this file, or as observed where a thread is created or ends.
#pragma once

namespace stalemate::rt {

struct Fiber;

// A new execution begins.
void renew_floating_point();
// Where a thread ends or is created: were they changed by other means? A new thread inherits its creator's.
void look_at_floating_point();
void inherit_floating_point(Fiber* created);
void exchange_floating_point(Fiber* from, const Fiber* to);

}  // namespace stalemate::rt

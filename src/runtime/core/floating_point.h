// The control words of the floating-point units, of which every thread has its own. To exchange them would
// make a switch twice as dear (6 ns), so that it is done only once a program has changed them: by a function
// that stands here, or as seen where a thread is created or ends.
#pragma once

namespace stalemate::rt {

struct Fiber;

// A new execution begins.
void renew_floating_point();
// Where a thread ends or is created: were they changed by other means? A new thread has those of its creator.
void look_at_floating_point();
void inherit_floating_point(Fiber* created);
void exchange_floating_point(Fiber* from, const Fiber* to);

}  // namespace stalemate::rt

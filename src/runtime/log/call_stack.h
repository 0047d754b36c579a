// The compiler's libraries: the unwinder gives us call stacks and serves the program's exceptions, the C++
// library has locales and streams. They read a finished pthread_once at every throw and every use of a
// stream; that never affects any thread, and is not the program's synchronization.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Fiber;

// The call stack of the running fiber from `pc` outwards. Slow: for detailed executions only.
void take_call_stack(Fiber* fiber, std::uintptr_t pc);

// The call stack of a fiber, innermost first, as kFrame records.
void put_frames(const Fiber* fiber, std::uintptr_t pc);

// Before the first execution: finds them, and lets the unwinder initialise itself.
void learn_support_libraries();
// Call stacks end inside this function of the runtime: its callers are not the program's.
void call_stacks_end_at(const void* function);
// Whether a code address belongs to one of them.
bool in_support_library(std::uintptr_t pc);

// The return addresses of the `most` innermost callers of the running function that contains `pc`; fewer if
// there are no more. Slow.
void take_callers(std::uintptr_t pc, std::uintptr_t* callers, std::uint32_t most);

}  // namespace stalemate::rt

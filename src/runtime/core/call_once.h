// Calling an initialiser that may throw (once_call.c).
#pragma once

extern "C" {
// Calls initialise(argument); if an exception leaves it, calls stalemate_rt_once_left(once) on the way out.
// In C, with unwinding: the runtime itself has no exceptions.
void stalemate_rt_call_once(void* once, void (*initialise)(void*), void* argument);
void stalemate_rt_once_left(void* once);
}

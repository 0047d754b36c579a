// Objects that the program shares with processes that it has forked. What those do to them is not a step: a
// post of a semaphore is waited for when no thread of the program can run, like other events from outside,
// and noted. Everything else of that kind is refused with a message: the execution is abandoned.
#pragma once

#include <semaphore.h>
#include <cstdint>

#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

// Another execution begins.
void renew_processes();
// The program has forked, by a call that returns to `pc`; a process of the same memory runs beside it from
// now on. Its accesses to memory that both can write are not observed: they are listed.
void note_fork(std::uintptr_t pc);
bool has_forked();
// Whether there is such memory: a thread that polls it may wait for the other process.
bool shares_memory_with_process();
// Whether a thread is blocked on an object in such memory, which only the other process may know to be free.
bool waits_for_process();

// Made for more than one process: its count is in the program's bytes, where others find it.
bool is_process_shared(const sem_t* semaphore);

// Made by sem_open: such a semaphore lives in this process, whatever its name.
bool is_named(const sem_t* semaphore);

// A step on such an object, `what`, is about to be announced: ends the execution if another process may use
// it.
void refuse_process_shared(bool shared, const char* what);
// The same for a futex or a spin lock, which is shared if its memory is.
void refuse_shared_memory(const volatile void* object, const char* what);

}  // namespace stalemate::rt

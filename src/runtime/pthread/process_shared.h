// Objects that the program shares with processes that it has forked. What those do to them is no step: a post
// of a semaphore is waited for when no thread of the program can go on, as other events from outside are, and
// noted. Everything else of that kind is refused with a sentence: the execution is abandoned.
#pragma once

#include <semaphore.h>
#include <cstdint>

#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

// Another execution begins.
void renew_processes();
// The program has forked, by a call that returns to `pc`; a process of the same memory runs beside it from
// now on. What that does to memory that both can write is listed: nothing of it is seen.
void note_fork(std::uintptr_t pc);
bool has_forked();
// Whether there is such memory: a thread that polls it may wait for the other process.
bool shares_memory_with_process();
// Whether a thread is blocked on an object in such memory, of which only the other process may know that it
// is free.
bool waits_for_process();

// Made for more than one process: its count is kept in the program's own bytes, where others find it.
bool is_process_shared(const sem_t* semaphore);

// Made by sem_open: such a semaphore lives in this process, whatever its name says.
bool is_named(const sem_t* semaphore);

// A step on such an object, `what`, is about to be announced: ends the execution if there may be another
// process that uses it.
void refuse_process_shared(bool shared, const char* what);
// The same of a futex or a spin lock, which is shared where its memory is.
void refuse_shared_memory(const volatile void* object, const char* what);

}  // namespace stalemate::rt

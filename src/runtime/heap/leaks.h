// Looks at the normal end of an execution for blocks of the heap that it allocated and that nobody can free
// any more: those to which no pointer leads. Conservative: a word that could be a pointer is one, also into
// the middle of a block. Roots are the writable memory of the program and its libraries, libc's heap and
// whatever the program has mapped, the stacks and thread-local variables of threads that have not ended. Our
// own memory is none.
#pragma once

namespace stalemate::rt {

// Once per server. Why they cannot be looked for; nullptr: they can, or are not asked for.
const char* prepare_leaks();
// The session's loop begins on the running stack; what the caller has on it belongs to the program.
void note_session_stack(const void* frame);

// Writes a record for each block that is lost and not reachable from another such block. After the program's
// code has ended, before the header of the log is completed. Does nothing unless it is wanted.
void look_for_leaks();

// races.cc. An address in the runtime's own variables would keep its block from being lost.
void forget_watched_bytes();

}  // namespace stalemate::rt

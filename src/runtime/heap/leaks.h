// At the normal end of an execution, finds leaks: blocks of the heap that it allocated and to which no
// pointer leads. Conservative: a word that could be a pointer is one, also into the middle of a block. Roots
// are the writable memory of the program and its libraries, libc's heap and all mappings of the program, the
// stacks and thread-local variables of threads that have not ended. The runtime's memory is not a root.
#pragma once

namespace stalemate::rt {

// Once per server. Why leaks cannot be detected; nullptr: they can, or are not requested.
const char* prepare_leaks();
// The session's loop begins on the running stack; the caller's frames belong to the program.
void note_session_stack(const void* frame);

// Writes a record for each lost block that is not reachable from another lost block. After the program's code
// has ended, before the header of the log is completed. Does nothing unless requested.
void look_for_leaks();

// races.cc. An address in the runtime's variables would make its block reachable.
void forget_watched_bytes();

}  // namespace stalemate::rt

// What the kernel knows of the process, next to its memory: an execution that is undone gives back the
// descriptors that it opened and the memory that it mapped, and finds descriptors that it closed, moved or
// read from as they were; likewise the break, the signals' mask, stack and dispositions, the working
// directory and the file mode mask. Children and mappings of other origin are noticed. Everything else is not
// brought back: whoever changes it says so, and the session ends with that execution.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// To be called by interposed functions. `what`: the name of the call.
void touch_kernel_state(const char* what);
// This signal's disposition is changed: it is brought back, the session goes on.
void touch_signal(int signal);
void touch_working_directory();
// The program has mapped this; it is unmapped again.
void touch_mapping(std::uint64_t address, std::uint64_t bytes);
// Whether all of it was mapped by this execution, which may do with it what it likes.
bool is_new_mapping(std::uint64_t address, std::uint64_t bytes);

// Where descriptors of our own begin, in a session that keeps some.
int lowest_kept_descriptor();
// Whether it is one of those: the program must not notice.
bool is_kept_descriptor(int fd);

// Where open files stand that can be read from: their positions are shared with every process forked since
// they were opened. Taken by the server, put back before it forks.
void remember_file_positions();
void put_back_file_positions();

// Takes what the next execution finds; false: it is more than can be kept.
bool take_kernel_state();
// All descriptors of ours are open.
void complete_kernel_state();
// Brings it back; false: not possible, the process has to end.
bool return_to_kernel_state();
// Whether the execution changed something that is not brought back.
bool kernel_state_touched();
// Whether this process is the one that took the state, not one that the program has forked.
bool is_session_process();

}  // namespace stalemate::rt

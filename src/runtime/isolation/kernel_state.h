// The kernel's state of the process: undoing an execution closes the descriptors that it opened and unmaps
// the memory that it mapped, and restores descriptors that it closed, moved or read from; likewise the break,
// the signals' mask, stack and dispositions, the working directory and the file mode mask. Children and other
// mappings are detected. Everything else is not restored: code that changes it reports that, and the session
// ends with that execution.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// To be called by interposed functions. `what`: the name of the call.
void touch_kernel_state(const char* what);
// This signal's disposition is changed: it is restored, the session continues.
void touch_signal(int signal);
void touch_working_directory();
// The program has mapped this; it is unmapped again.
void touch_mapping(std::uint64_t address, std::uint64_t bytes);
// Whether all of it was mapped by this execution, which may change it freely.
bool is_new_mapping(std::uint64_t address, std::uint64_t bytes);

// The first of the runtime's descriptors, in a session that has some.
int lowest_kept_descriptor();
// Whether it is one of those: the program must not see it.
bool is_kept_descriptor(int fd);

// Positions of open files that can be read: they are shared with every process forked since they were opened.
// Saved by the server, restored before it forks.
void remember_file_positions();
void put_back_file_positions();

// Saves the state for the next execution; false: it is too large. `is_own`: descriptors of which no copy may
// exist, as their other end would stay connected when they are closed. An execution that closes one is not
// undone.
bool take_kernel_state(bool (*is_own)(int fd));
// All descriptors of the runtime are open.
void complete_kernel_state();
// Restores it; false: not possible, the process must end.
bool return_to_kernel_state();
// Whether the execution changed something that is not restored.
bool kernel_state_touched();
// Whether this process has started others that it has not waited for.
bool has_children();
// Whether this process saved the state, and is not one that the program has forked.
bool is_session_process();

}  // namespace stalemate::rt

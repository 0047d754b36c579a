// The memory from which every execution of a session starts: taken once, before the first, and returned to
// after each. Everything private and writable is in it, the runtime's own state included; what has to
// outlive an execution lies in kept_pages(). Whoever returns to a snapshot has to stand on a kept stack, and
// must not carry on with what it has read from ordinary memory before.
#pragma once

#include <cstdint>

#include "model/wire/wire.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

// False: it cannot be had here, for want of the kernel's help or because there is too much memory. The
// process is as before then, save for open descriptors at `lowest_fd` and above.
bool take_snapshot(wire::Tracking tracking, int lowest_fd);
// False: it cannot be returned to, the process has to end.
bool return_to_snapshot();

// What the loader has remembered since becomes part of it. False: nothing new.
bool adopt_lazy_bindings();

// Whether it is known what has been written to, also if that was undone by another write.
bool snapshot_knows_writes();
// Pages written since the snapshot, in this execution or an earlier one, by address; false: not known.
bool each_written_range(void (*visit)(PageRange range, void* argument), void* argument);
// It counts as written when it is written to again; only once it is as the snapshot has it.
void forget_written(std::uint64_t page);
// The page at this address as the snapshot has it; nullptr: all zero.
const std::uint64_t* page_in_snapshot(std::uint64_t address);

}  // namespace stalemate::rt

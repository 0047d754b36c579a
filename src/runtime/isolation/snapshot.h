// The memory from which every execution of a session starts: taken once, before the first, and restored after
// each. It contains everything private and writable, the runtime's state included; what must outlive an
// execution lies in kept_pages(). Code that returns to a snapshot must run on a kept stack, and must not use
// what it has read from ordinary memory before.
#pragma once

#include <cstdint>

#include "model/wire/wire.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

// False: it is not possible here, because the kernel does not support it or there is too much memory. The
// process is then as before, except for open descriptors at `lowest_fd` and above.
bool take_snapshot(wire::Tracking tracking, int lowest_fd);
// False: it cannot be restored, the process must end.
bool return_to_snapshot();

// What the loader has resolved since becomes part of it. False: nothing new.
bool adopt_lazy_bindings();

// Whether writes are known, even if another write undid them.
bool snapshot_knows_writes();
// Pages written since the snapshot, in this execution or an earlier one, by address; false: unknown.
bool each_written_range(void (*visit)(PageRange range, void* argument), void* argument);
// It counts as written when it is written again; only once it is as in the snapshot.
void forget_written(std::uint64_t page);
// The page at this address in the snapshot; nullptr: all zero.
const std::uint64_t* page_in_snapshot(std::uint64_t address);

}  // namespace stalemate::rt

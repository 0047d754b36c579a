// Writes that a trace does not have, although the execution had them: by libraries that were not compiled
// with us, by the kernel. Either the recorder detected one (Event::unseen), or a read shows a value that the
// last access of its variable did not leave there. Code that writes unseen reads unseen too, so nothing is
// deterministic where one is found. Such writes of a thread to a variable of its own stack that no other
// thread is seen to access are left out, and so are detected writes to what only one thread accesses: they
// are in the trace, at their place. Needs values: a trace without them shows nothing. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "trace/event_trace.h"

namespace stalemate::predict {

struct UnseenWrite {
  std::size_t event = 0;                  // the write, or the read that shows it
  std::optional<std::uint64_t> expected;  // what was there before; empty: unknown
};

// In the order of the trace, the first of each variable and source place.
std::vector<UnseenWrite> find_unseen_writes(const trace::EventTrace& trace);

}  // namespace stalemate::predict

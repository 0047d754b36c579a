// Traces as files: STD text if the name ends in .std, else a binary format, which stores everything that an
// EventTrace has. docs/traces.md describes both.
//
// Promises: what is written reads back as the same value, and the same trace gives the same bytes; any damage
// is an error, never a crash; a trace of a newer version is refused as such; a file of any size takes no more
// memory than the limits allow.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/event_trace.h"
#include "trace/std_format.h"

namespace stalemate::trace {

inline constexpr std::uint32_t kEventFileVersion = 2;

std::string to_bytes(const EventTrace& trace);
Result<EventTrace> parse_bytes(std::string_view bytes, const TraceLimits& limits = {});

// The errors name the path. The result is feasible (check_feasible).
Result<EventTrace> read_event_file(const std::string& path, const TraceLimits& limits = {});
Result<void> write_event_file(const std::string& path, const EventTrace& trace);

}  // namespace stalemate::trace

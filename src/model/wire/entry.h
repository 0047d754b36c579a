// How a host hands a channel to the runtime in the same process image, and the memory layout of a channel on
// both sides. The host never links the runtime: it is given the function's address.
//
// File:    header (kChannelBytes) | item ring | log ring
// Mapping: header | item ring | item ring again | log ring | log ring again
#pragma once

#include "model/wire/wire.h"

extern "C" {

// Serves the channel that is mapped (as above) at `mapping`: forks a child per session, which calls
// body(argument) once per execution. Ends the process by _exit; never returns normally.
int stalemate_rt_serve(void* mapping, unsigned long mapping_bytes, int capture_fd, void (*body)(void*),
                       void* argument);
}

namespace stalemate::wire {

using Serve = int (*)(void* mapping, unsigned long mapping_bytes, int capture_fd, void (*body)(void*),
                      void* argument);

// An explore() call of the program, not its main(), serves this channel:
// "<channel fd>,<capture fd>,<test id>".
inline constexpr const char* kReplayVariable = "STALEMATE_REPLAY";

// A program with this variable stops before any of its code runs, and forks a worker for each message on the
// socket: two descriptors, which replace the channel and the file for output. It answers with 0 when it is
// ready, and with the id of each worker: "<socket>,<capture fd>".
inline constexpr const char* kForkServerVariable = "STALEMATE_FORK_SERVER";

// These identify a program with our runtime: the owner of an ELF note, or a library that it needs.
inline constexpr char kNoteOwner[] = "stalemate";
inline constexpr const char* kSharedRuntime = "libstalemate_rt.so";

constexpr std::uint64_t channel_file_bytes(std::uint64_t item_ring, std::uint64_t log_ring) {
  return kChannelBytes + item_ring + log_ring;
}
constexpr std::uint64_t channel_mapping_bytes(std::uint64_t item_ring, std::uint64_t log_ring) {
  return kChannelBytes + 2 * item_ring + 2 * log_ring;
}
constexpr std::uint64_t item_ring_offset() { return kChannelBytes; }
constexpr std::uint64_t log_ring_offset(std::uint64_t item_ring) { return kChannelBytes + 2 * item_ring; }

}  // namespace stalemate::wire

// What descriptors are to the scheduler: those through which the program's threads can wait for one another,
// or for somebody outside. Regular files, the program's own output and the like are none.
//
// A descriptor is known by the call that made it; one that was not seen to be made (inherited, made before
// the execution, by libc) is looked at when it is first used. Both ends of a pipe, of a pair of sockets, and
// all connections of one listening socket are one object.
#pragma once

#include <cstdint>

#include "model/wire/layout.h"

namespace stalemate::rt {

enum class Reach : std::uint8_t {
  kInside,   // only threads of this program can end a wait on it
  kShared,   // those of others as well
  kOutside,  // only others: when it becomes ready is not ours to explore
};

struct Endpoint {
  std::uint64_t name = 0;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint32_t execution = 0;  // in which this was found out
  layout::EndpointKind kind = layout::EndpointKind::kOther;
  Reach reach = Reach::kInside;
  bool counts = false;  // calls on it are steps
  bool listens = false;
};

// nullptr: its calls are no steps.
Endpoint* endpoint(int fd);
// The same without looking at one that is not known yet, or whether it is still the same.
const Endpoint* known_endpoint(int fd);
// A name for what the current thread makes.
std::uint64_t new_endpoint_name(layout::EndpointKind kind);
// The current thread has made it; a descriptor that is none (an error) is left alone.
void add_endpoint(int fd, std::uint64_t name, layout::EndpointKind kind, Reach reach);
// `copy` is another descriptor of the same open file.
void copy_endpoint(int fd, int copy);
void forget_endpoint(int fd);
void forget_all_endpoints();
// Descriptors that may be one: those below.
int endpoint_limit();

}  // namespace stalemate::rt

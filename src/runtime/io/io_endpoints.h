// Descriptors for the scheduler: those through which the program's threads can wait for one another, or for
// another process. Regular files and the program's own output are not among them.
//
// A descriptor is known by the call that made it, also if that was before the execution (early_endpoints.h);
// one whose creation was not observed (inherited, made by libc) is examined when it is first used. Both ends
// of a pipe, of a pair of sockets, and all connections of one listening socket are one object.
#pragma once

#include <cstdint>

#include "model/wire/layout.h"

namespace stalemate::rt {

enum class Reach : std::uint8_t {
  kInside,   // only threads of this program can end a wait on it
  kShared,   // other processes as well
  kOutside,  // only other processes: when it becomes ready is not explored
};

struct Endpoint {
  std::uint64_t name = 0;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint32_t execution = 0;  // in which it was made or examined; 0: made before the first
  layout::EndpointKind kind = layout::EndpointKind::kOther;
  Reach reach = Reach::kInside;
  bool counts = false;  // calls on it are steps
  bool listens = false;
  bool semaphore = false;  // an eventfd that is read one by one

  bool is_early() const { return counts && execution == 0; }
};

// nullptr: its calls are not steps.
Endpoint* endpoint(int fd);
// The same without examining an unknown one, or checking whether it is still the same.
const Endpoint* known_endpoint(int fd);
// A name for a descriptor that the current thread makes.
std::uint64_t new_endpoint_name(layout::EndpointKind kind);
// The current thread has made it; a negative descriptor (an error) is ignored.
void add_endpoint(int fd, std::uint64_t name, layout::EndpointKind kind, Reach reach);
// The program has made it before it came under control; `first` names the pair or, if it is `fd`, itself.
void add_early_endpoint(int fd, int first, layout::EndpointKind kind, bool semaphore = false);
// nullptr: none, or the descriptor has been closed since.
Endpoint* early_endpoint(int fd);
// All of those are below this.
int early_endpoint_limit();
// `copy` is another descriptor of the same open file.
void copy_endpoint(int fd, int copy);
void forget_endpoint(int fd);
void forget_all_endpoints();
// All descriptors that may be endpoints are below this.
int endpoint_limit();

}  // namespace stalemate::rt

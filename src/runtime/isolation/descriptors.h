// The open descriptors of this process: which there are, the positions of files, and how to restore them.
// Used only by kernel_state.cc.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Descriptor {
  int number;
  int copy;  // the same open file, at a number of the runtime; -1: none
  std::uint64_t inode;
  int pending;       // bytes that can be read, if there is no copy
  int status_flags;  // such as O_NONBLOCK
  bool close_on_exec;
  bool has_position;  // a regular file
  std::int64_t position;
};

struct Descriptors {
  static constexpr std::uint32_t kMost = 256;
  std::uint32_t count;
  int folder;             // /proc/self/fd; its size is the number of open descriptors, on newer kernels
  std::int64_t opened;    // that number, when everything is restored
  Descriptor all[kMost];  // by increasing number
};

// Everything open below `end`; false: there is no room, or the list cannot be read.
bool list_descriptors(Descriptors& into, int end);
// Makes the copies, at `lowest` or above, except of those that `is_own` names: they must not be closed.
bool keep_copies(Descriptors& of, int lowest, bool (*is_own)(int fd));
// Nothing else will be opened: what is open now is the state to restore.
void count_descriptors(Descriptors& of);
// Closes what is open below `end` and not in the list, and restores what is. False: one without a copy was
// closed, replaced or read from.
bool put_back_descriptors(const Descriptors& from, int end);
void put_back_positions(const Descriptors& from);

}  // namespace stalemate::rt

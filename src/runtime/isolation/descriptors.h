// The open descriptors of this process: which there are, where files stand, and how to get back to that.
// Used by kernel_state.cc alone.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Descriptor {
  int number;
  int copy;          // the same open file, at a number of ours; -1: none
  int status_flags;  // O_NONBLOCK and the like
  bool close_on_exec;
  bool has_position;  // a regular file
  std::int64_t position;
};

struct Descriptors {
  static constexpr std::uint32_t kMost = 256;
  std::uint32_t count;
  int folder;             // /proc/self/fd; its size is the number of open descriptors, on newer kernels
  std::int64_t opened;    // that number, when all is as it should be
  Descriptor all[kMost];  // by increasing number
};

// Everything open below `end`; false: more than there is room for, or not to be found out.
bool list_descriptors(Descriptors& into, int end);
// Makes the copies, at `lowest` or above.
bool keep_copies(Descriptors& of, int lowest);
// Nothing else is going to be opened: what is open now is right.
void count_descriptors(Descriptors& of);
// Closes what is open below `end` and not in the list, and brings back what is.
bool put_back_descriptors(const Descriptors& from, int end);
void put_back_positions(const Descriptors& from);

}  // namespace stalemate::rt

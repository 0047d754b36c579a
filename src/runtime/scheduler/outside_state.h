// State that threads share outside of the program's memory: files, the working directory, the positions of
// descriptors, streams, dispositions of signals, the C library's random numbers. Calls on it are no steps, so
// the orders of such calls are not explored. This notices where an order could matter: two uses of one state
// by two threads, at least one of which changes it, that nothing orders (S6). Then the ledger has an entry.
// Uses that the program orders by locks are explored with the locks.
//
// Without race checking every use beside another thread counts as unordered.
#pragma once

#include <cstdint>

namespace stalemate::rt {

enum class Outside : std::uint8_t {
  kNumbers,      // of random(), drand48() and their variants
  kDirectory,    // the working directory
  kName,         // an entry of a directory
  kEntries,      // all entries of a directory
  kContents,     // of a file
  kPosition,     // of a descriptor
  kStream,       // a FILE
  kLock,         // flock and its kin
  kDisposition,  // of a signal
  kMask,         // of file modes
  kKeys,         // of thread-specific data
  kQueue,        // of messages
  kLibrary,      // a function of the library, by its address or number
};

enum class OutsideUse : std::uint8_t {
  kRead,
  kChange,
  kAppend,   // the order of two such changes matters if the state is read later
  kCombine,  // the order of two such changes does not matter
};

// Before the use. `detail`: what the ledger says of it.
void use_outside(Outside what, std::uint64_t which, OutsideUse use, const char* detail, std::uintptr_t pc);
// Of a file: of its path or its descriptor, and what was opened.
std::uint64_t mix_outside(std::uint64_t a, std::uint64_t b);
// What a descriptor names is another file from now on, or closed.
void renew_descriptor(int fd);
std::uint64_t descriptor_key(int fd);
// Another execution begins.
void renew_outside_state();

}  // namespace stalemate::rt

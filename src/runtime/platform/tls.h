// A thread pointer block (TCB and static TLS) for each fiber, laid out as this glibc lays out its own.
// Uses glibc's private loader interface; `tls_fits()` checks the assumptions against the running
// thread before anything relies on them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/platform/pages.h"

namespace stalemate::rt {

// Learns sizes; nullptr if the layout is as expected, else a sentence on the difference.
const char* learn_tls();

// Where libc stores the id of the running thread; nullptr: not where we expect it. Before learn_tls(), too.
int* thread_id_field();
// Bytes that a block needs at the top of a stack slot.
std::size_t tls_bytes();
// Builds a block that ends at `end`; returns its TCB.
void* make_tls(std::uint64_t end);
// As when it was made: initial values of every thread_local, no destructors pending.
void reset_tls(void* tcb, const void* pristine);
// The image that reset_tls copies back; taken right after make_tls. Bytes: tls_image_bytes().
std::size_t tls_image_bytes();
void take_tls_image(void* tcb, void* image);
// Keys of pthread_setspecific live in the TCB, from here on.
inline constexpr std::size_t kKeysInDescriptor = 0x300;
void forget_keys(void* tcb);
// What the kernel writes into the initial thread's block at any time: which processor runs it. Empty if libc
// has not requested it.
PageRange kernel_words();

}  // namespace stalemate::rt

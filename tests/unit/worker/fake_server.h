// The worker's side of the wire, for tests: a server process that forks a child per session, completes the
// log of a child that died, and does to the host whatever a test wants to see survived.
#pragma once

#include <atomic>
#include <cstdint>

#include "toy_program.h"

namespace stalemate::host {

// What goes wrong, and when. Lives in memory that all processes of a test share.
struct Mischief {
  std::atomic<bool> struck[1 << 16] = {};           // items that lost a process once: not again
  std::atomic<std::uint64_t> executions{0};         // of all workers
  std::atomic<std::uint64_t> kill_child_every{0};   // SIGKILL in the middle of that execution
  std::atomic<std::uint64_t> kill_server_every{0};  // the server, from the child, in the middle
  std::atomic<std::uint64_t> scribble_every{0};     // overwrite the log's header before publishing
  std::atomic<std::uint64_t> die_after_publish_every{0};
  std::atomic<std::uint64_t> crash_item{~0ull};   // this item raises SIGSEGV every time
  std::atomic<std::uint64_t> murder_item{~0ull};  // this item kills the server every time
  std::atomic<std::uint64_t> flicker_every{0};    // every n-th execution does something else
  std::atomic<std::uint32_t> flicker_calls{0};    // so does every session after its first execution
  std::atomic<std::uint32_t> refuse{0};           // the server refuses to start
  std::atomic<std::uint32_t> silent{0};           // the server exits without a word
};

struct FakeProgram {
  ToyProgram toy;
  Mischief* mischief = nullptr;  // may be null
};

// In shared memory, zeroed; freed by the end of the test process.
Mischief* shared_mischief();

// A wire::Serve; `argument` is a FakeProgram.
int fake_serve(void* mapping, unsigned long bytes, int capture_fd, void (*body)(void*), void* argument);

}  // namespace stalemate::host

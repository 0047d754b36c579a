#include <sys/random.h>
#include <cstddef>
#include <cstring>

#include "runtime/core/random_device.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/outside_state.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/shadow/vector_clock.h"

namespace stalemate::rt {

namespace {

void fill(void* buffer, std::size_t bytes) {
  auto* out = static_cast<unsigned char*>(buffer);
  while (bytes > 0) {
    const std::uint64_t number = next_device_number();
    const std::size_t part = bytes < sizeof number ? bytes : sizeof number;
    std::memcpy(out, &number, part);
    out += part;
    bytes -= part;
  }
}

// Of one state that all threads draw from.
void note_numbers(const char* name, std::uintptr_t pc) {
  use_outside(Outside::kNumbers, 0, OutsideUse::kChange, name, pc);
}

}  // namespace

}  // namespace stalemate::rt

using namespace stalemate::rt;

STALEMATE_INTERPOSED ssize_t getrandom(void* buffer, size_t bytes, unsigned flags) {
  if (!g.active) return real().getrandom(buffer, bytes, flags);
  writes_argument(buffer, bytes, STALEMATE_CALLER);
  fill(buffer, bytes);
  return static_cast<ssize_t>(bytes);
}

STALEMATE_INTERPOSED int getentropy(void* buffer, size_t bytes) {
  if (!g.active) return real().getentropy(buffer, bytes);
  writes_argument(buffer, bytes, STALEMATE_CALLER);
  fill(buffer, bytes);
  return 0;
}

STALEMATE_INTERPOSED std::uint32_t arc4random() {
  if (!g.active) return real().arc4random();
  return static_cast<std::uint32_t>(next_device_number());
}

STALEMATE_INTERPOSED std::uint32_t arc4random_uniform(std::uint32_t bound) {
  if (!g.active) return real().arc4random_uniform(bound);
  return bound == 0 ? 0 : static_cast<std::uint32_t>(next_device_number() % bound);
}

STALEMATE_INTERPOSED void arc4random_buf(void* buffer, size_t bytes) {
  if (!g.active) return real().arc4random_buf(buffer, bytes);
  writes_argument(buffer, bytes, STALEMATE_CALLER);
  fill(buffer, bytes);
}

// The C library's generators have an unobserved state: a loop that calls one does not repeat itself. `state`
// is what the call changes: the program's memory, or what threads share.
#define STALEMATE_GENERATOR(result, name, parameters, arguments, state) \
  STALEMATE_INTERPOSED result name parameters noexcept {                \
    state;                                                              \
    if (g.active && racing.tracked) track_unseen();                     \
    return real().name arguments;                                       \
  }
#define STALEMATE_OF_CALLER(state, bytes) writes_argument(state, bytes, STALEMATE_CALLER)
STALEMATE_GENERATOR(int, rand, (), (), note_numbers("rand", STALEMATE_CALLER))
STALEMATE_GENERATOR(int, rand_r, (unsigned* seed), (seed), STALEMATE_OF_CALLER(seed, sizeof *seed))
STALEMATE_GENERATOR(long, random, (), (), note_numbers("random", STALEMATE_CALLER))
STALEMATE_GENERATOR(double, drand48, (), (), note_numbers("drand48", STALEMATE_CALLER))
STALEMATE_GENERATOR(double, erand48, (unsigned short state[3]), (state), STALEMATE_OF_CALLER(state, 6))
STALEMATE_GENERATOR(long, lrand48, (), (), note_numbers("lrand48", STALEMATE_CALLER))
STALEMATE_GENERATOR(long, nrand48, (unsigned short state[3]), (state), STALEMATE_OF_CALLER(state, 6))
STALEMATE_GENERATOR(long, mrand48, (), (), note_numbers("mrand48", STALEMATE_CALLER))
STALEMATE_GENERATOR(long, jrand48, (unsigned short state[3]), (state), STALEMATE_OF_CALLER(state, 6))

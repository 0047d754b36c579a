#include <sys/random.h>
#include <cstddef>
#include <cstring>

#include "runtime/core/random_device.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
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

}  // namespace

}  // namespace stalemate::rt

using namespace stalemate::rt;

STALEMATE_INTERPOSED ssize_t getrandom(void* buffer, size_t bytes, unsigned flags) {
  if (!g.active) return real().getrandom(buffer, bytes, flags);
  fill(buffer, bytes);
  return static_cast<ssize_t>(bytes);
}

STALEMATE_INTERPOSED int getentropy(void* buffer, size_t bytes) {
  if (!g.active) return real().getentropy(buffer, bytes);
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
  fill(buffer, bytes);
}

// The C library's generators have an unobserved state: a loop that calls one does not repeat itself.
#define STALEMATE_GENERATOR(result, name, parameters, arguments) \
  STALEMATE_INTERPOSED result name parameters noexcept {         \
    if (g.active && racing.tracked) track_unseen();              \
    return real().name arguments;                                \
  }
STALEMATE_GENERATOR(int, rand, (), ())
STALEMATE_GENERATOR(int, rand_r, (unsigned* seed), (seed))
STALEMATE_GENERATOR(long, random, (), ())
STALEMATE_GENERATOR(double, drand48, (), ())
STALEMATE_GENERATOR(double, erand48, (unsigned short state[3]), (state))
STALEMATE_GENERATOR(long, lrand48, (), ())
STALEMATE_GENERATOR(long, nrand48, (unsigned short state[3]), (state))
STALEMATE_GENERATOR(long, mrand48, (), ())
STALEMATE_GENERATOR(long, jrand48, (unsigned short state[3]), (state))

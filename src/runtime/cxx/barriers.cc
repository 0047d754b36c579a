// std::barrier of libc++: how many have arrived is counted in its compiled part, by a tree of atomic
// operations. The rest is in its headers: the thread that arrives last completes the phase. Here one counter,
// which is observed like the program's own, is in the place of the tree. Works in a program that is not
// explored.
#include <cstddef>
#include <cstdint>

#include "runtime/heap/heap.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

// The program's own operation (runtime/tsan).
extern "C" std::int64_t __tsan_atomic64_fetch_add(volatile std::int64_t* object, std::int64_t value,
                                                  int order);

namespace {

// std::__barrier_algorithm_base
struct Barrier {
  const std::ptrdiff_t* expected;  // threads; changes between phases
  std::int64_t arrived;            // in all phases
  std::int64_t arrived_before;     // in those that have ended
};

}  // namespace

// __barrier_algorithm_base* __construct_barrier_algorithm_base(ptrdiff_t& expected)
STALEMATE_INTERPOSED Barrier* _ZNSt3__134__construct_barrier_algorithm_baseERl(std::ptrdiff_t* expected) {
  auto* const barrier = static_cast<Barrier*>(allocate(sizeof(Barrier), alignof(Barrier), STALEMATE_CALLER));
  *barrier = {expected, 0, 0};
  return barrier;
}

// bool __arrive_barrier_algorithm_base(__barrier_algorithm_base* barrier, __barrier_phase_t old_phase)
STALEMATE_INTERPOSED bool _ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh(
    Barrier* barrier, unsigned char) noexcept {
  const std::int64_t before = barrier->arrived_before;
  const std::int64_t arrived = __tsan_atomic64_fetch_add(&barrier->arrived, 1, __ATOMIC_ACQ_REL) + 1;
  if (arrived - before != *barrier->expected) return false;
  barrier->arrived_before = arrived;
  return true;
}

// void __destroy_barrier_algorithm_base(__barrier_algorithm_base* barrier)
STALEMATE_INTERPOSED void _ZNSt3__132__destroy_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseE(
    Barrier* barrier) noexcept {
  release(barrier, STALEMATE_CALLER);
}

// The users of libc++'s std::shared_ptr and std::weak_ptr are counted by atomic operations, some of them in
// its headers, compiled with the program. The rest is replaced here by operations that are observed like
// those. Each works in a program that is not explored.
#include <cstdint>

#include "runtime/platform/originals.h"

using namespace stalemate::rt;

// The program's own operations (runtime/tsan).
extern "C" {
std::int64_t __tsan_atomic64_load(const volatile std::int64_t* from, int order);
std::int64_t __tsan_atomic64_fetch_add(volatile std::int64_t* object, std::int64_t value, int order);
int __tsan_atomic64_compare_exchange_strong(volatile std::int64_t* object, std::int64_t* expected,
                                            std::int64_t desired, int success, int failure);
}

namespace {

// std::__shared_weak_count: the owners and the weak owners, both without the first.
struct SharedCount {
  using Method = void (*)(SharedCount*);
  // The destructors, __on_zero_shared, __get_deleter, __on_zero_shared_weak.
  const Method* virtuals;
  std::int64_t owners;
  std::int64_t weak_owners;

  void end() { virtuals[4](this); }
};

}  // namespace

// void __release_weak()
STALEMATE_INTERPOSED void _ZNSt3__119__shared_weak_count14__release_weakEv(SharedCount* count) noexcept {
  if (__tsan_atomic64_load(&count->weak_owners, __ATOMIC_ACQUIRE) == 0 ||
      __tsan_atomic64_fetch_add(&count->weak_owners, -1, __ATOMIC_ACQ_REL) == 0)
    count->end();
}

// __shared_weak_count* lock()
STALEMATE_INTERPOSED SharedCount* _ZNSt3__119__shared_weak_count4lockEv(SharedCount* count) noexcept {
  std::int64_t owners = __tsan_atomic64_load(&count->owners, __ATOMIC_SEQ_CST);
  while (owners != -1)
    if (__tsan_atomic64_compare_exchange_strong(&count->owners, &owners, owners + 1, __ATOMIC_SEQ_CST,
                                                __ATOMIC_SEQ_CST) != 0)
      return count;
  return nullptr;
}

// libstdc++'s results that become ready when a thread ends: std::promise::set_value_at_thread_exit and
// std::packaged_task::make_ready_at_thread_exit. The library calls back from its compiled part, which stores
// the status; this is replaced by operations that are observed like those of the program.
#include <cstdint>
#include <new>

#include "runtime/core/state.h"
#include "runtime/platform/originals.h"

using namespace stalemate::rt;

// The program's own operations (runtime/tsan), and the library's wake-up.
extern "C" {
std::uint32_t __tsan_atomic32_load(const volatile std::uint32_t* from, int order);
std::uint32_t __tsan_atomic32_exchange(volatile std::uint32_t* object, std::uint32_t value, int order);
std::uint32_t __tsan_atomic32_fetch_sub(volatile std::uint32_t* object, std::uint32_t value, int order);
int __tsan_atomic32_compare_exchange_strong(volatile std::uint32_t* object, std::uint32_t* expected,
                                            std::uint32_t desired, int success, int failure);
__attribute__((weak)) void stalemate_rt_notify_all(std::uint32_t* futex) asm(
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj");
}

namespace {

// std::_Sp_counted_base<>
struct SharedCount {
  using Method = void (*)(SharedCount*);
  const Method* virtuals;  // the destructors, _M_dispose, _M_destroy
  std::uint32_t users;
  std::uint32_t weak_users;

  bool lock() {
    std::uint32_t count = __tsan_atomic32_load(&users, __ATOMIC_RELAXED);
    while (count != 0)
      if (__tsan_atomic32_compare_exchange_strong(&users, &count, count + 1, __ATOMIC_ACQ_REL,
                                                  __ATOMIC_RELAXED) != 0)
        return true;
    return false;
  }
  void release() {
    if (__tsan_atomic32_fetch_sub(&users, 1, __ATOMIC_ACQ_REL) != 1) return;
    virtuals[2](this);
    release_weak();
  }
  void release_weak() {
    if (__tsan_atomic32_fetch_sub(&weak_users, 1, __ATOMIC_ACQ_REL) == 1) virtuals[3](this);
  }
};

// std::__future_base::_State_baseV2
struct SharedState {
  const void* virtuals;
  void* result;
  std::uint32_t status;
};

// std::__future_base::_State_baseV2::_Make_ready
struct MakeReady {
  MakeReady* next;
  void (*call)(void*);
  SharedState* state;  // a std::weak_ptr
  SharedCount* count;
};

void make_ready(void* argument) {
  constexpr std::uint32_t kReady = 1, kHasWaiters = 1u << 31;
  auto* const entry = static_cast<MakeReady*>(argument);
  SharedCount* const count = entry->count;
  if (count != nullptr && count->lock()) {
    std::uint32_t* const status = &entry->state->status;
    if ((__tsan_atomic32_exchange(status, kReady, __ATOMIC_RELEASE) & kHasWaiters) != 0)
      stalemate_rt_notify_all(status);
    count->release();
  }
  if (count != nullptr) count->release_weak();
  ::operator delete(argument);
}

}  // namespace

// void _M_set(): the library will call back at the end of this thread.
STALEMATE_INTERPOSED void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(MakeReady* entry) {
  static const auto library = reinterpret_cast<void (*)(MakeReady*)>(
      original("_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv"));
  library(entry);
  if (g.active) entry->call = make_ready;
}

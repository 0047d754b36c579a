#include "runtime/pthread/thread_keys.h"

#include <limits.h>
#include <pthread.h>
#include <climits>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/outside_state.h"

namespace stalemate::rt {

namespace {

using Destructor = void (*)(void*);
Destructor destructors[PTHREAD_KEYS_MAX];
pthread_key_t keys_end = 0;

void use_keys(OutsideUse use, std::uintptr_t pc) {
  use_outside(Outside::kKeys, 0, use, "keys of thread-specific data", pc);
}

bool run_one_round() {
  bool any = false;
  for (pthread_key_t key = 0; key < keys_end; ++key) {
    if (destructors[key] == nullptr) continue;
    void* value = real().pthread_getspecific(key);
    if (value == nullptr) continue;
    real().pthread_setspecific(key, nullptr);
    destructors[key](value);
    any = true;
  }
  return any;
}

}  // namespace

void run_key_destructors() {
  if (!g.current->used_keys) return;
  use_keys(OutsideUse::kRead, 0);
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round)
    if (!run_one_round()) return;
}

}  // namespace stalemate::rt

using namespace stalemate::rt;

STALEMATE_INTERPOSED int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  writes_argument(key, sizeof *key, STALEMATE_CALLER);
  const int result = real().pthread_key_create(key, destructor);
  if (result != 0) return result;
  destructors[*key] = destructor;
  if (*key >= keys_end) keys_end = *key + 1;
  return 0;
}

STALEMATE_INTERPOSED int pthread_key_delete(pthread_key_t key) {
  use_keys(OutsideUse::kChange, STALEMATE_CALLER);
  const int result = real().pthread_key_delete(key);
  if (result == 0) destructors[key] = nullptr;
  return result;
}

STALEMATE_INTERPOSED int pthread_setspecific(pthread_key_t key, const void* value) {
  if (g.active) g.current->used_keys = true;
  use_keys(OutsideUse::kRead, STALEMATE_CALLER);
  return real().pthread_setspecific(key, value);
}

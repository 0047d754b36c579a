#include "runtime/real.h"

#include <dlfcn.h>

#include <type_traits>

namespace stalemate::rt {

namespace {

RealFunctions functions;
bool found = false;

template <class F>
void find(F& function, const char* name) {
  function = reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

void find_all() {
  RealFunctions& f = functions;
#define STALEMATE_FIND(name) find(f.name, #name)
  STALEMATE_FIND(pthread_create);
  STALEMATE_FIND(pthread_join);
  STALEMATE_FIND(pthread_detach);
  STALEMATE_FIND(pthread_exit);
  STALEMATE_FIND(pthread_setname_np);
  STALEMATE_FIND(pthread_getname_np);
  STALEMATE_FIND(pthread_getattr_np);
  STALEMATE_FIND(pthread_mutex_init);
  STALEMATE_FIND(pthread_mutex_destroy);
  STALEMATE_FIND(pthread_mutex_lock);
  STALEMATE_FIND(pthread_mutex_trylock);
  STALEMATE_FIND(pthread_mutex_unlock);
  STALEMATE_FIND(pthread_cond_clockwait);
  STALEMATE_FIND(pthread_once);
  STALEMATE_FIND(pthread_key_create);
  STALEMATE_FIND(pthread_key_delete);
  STALEMATE_FIND(pthread_getspecific);
  STALEMATE_FIND(pthread_setspecific);
  STALEMATE_FIND(sched_yield);
  STALEMATE_FIND(nanosleep);
  STALEMATE_FIND(clock_nanosleep);
  STALEMATE_FIND(sleep);
  STALEMATE_FIND(usleep);
  STALEMATE_FIND(clock_gettime);
  STALEMATE_FIND(gettimeofday);
  STALEMATE_FIND(time);
  STALEMATE_FIND(clock);
  STALEMATE_FIND(timespec_get);
  STALEMATE_FIND(fork);
  STALEMATE_FIND(waitpid);
  STALEMATE_FIND(exit);
  STALEMATE_FIND(_exit);
  STALEMATE_FIND(quick_exit);
  STALEMATE_FIND(abort);
  STALEMATE_FIND(sigaction);
  STALEMATE_FIND(getrandom);
  STALEMATE_FIND(getentropy);
  STALEMATE_FIND(arc4random);
  STALEMATE_FIND(arc4random_uniform);
  STALEMATE_FIND(arc4random_buf);
#undef STALEMATE_FIND
  find(f.assert_fail, "__assert_fail");
  find(f.register_cancel, "__pthread_register_cancel");
  find(f.unregister_cancel, "__pthread_unregister_cancel");
  find(f.unwind_next, "__pthread_unwind_next");
  // Condition variables have an older, incompatible version under the same names.
  auto versioned = [](auto& function, const char* name) {
    using F = std::remove_reference_t<decltype(function)>;
    function = reinterpret_cast<F>(dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2"));
    if (function == nullptr) find(function, name);
  };
  versioned(f.pthread_cond_init, "pthread_cond_init");
  versioned(f.pthread_cond_destroy, "pthread_cond_destroy");
  versioned(f.pthread_cond_wait, "pthread_cond_wait");
  versioned(f.pthread_cond_timedwait, "pthread_cond_timedwait");
  versioned(f.pthread_cond_signal, "pthread_cond_signal");
  versioned(f.pthread_cond_broadcast, "pthread_cond_broadcast");
}

}  // namespace

const RealFunctions& real() {
  if (!found) [[unlikely]] {
    find_all();
    found = true;
  }
  return functions;
}

}  // namespace stalemate::rt

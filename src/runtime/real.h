// The functions that ours stand in front of. Found once; calling them is what the program would have done
// without us.
#pragma once

#include <pthread.h>
#include <sys/types.h>
#include <time.h>
#include <csignal>

namespace stalemate::rt {

struct RealFunctions {
  int (*pthread_create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  int (*pthread_join)(pthread_t, void**);
  int (*pthread_detach)(pthread_t);
  void (*pthread_exit)(void*);
  void (*register_cancel)(__pthread_unwind_buf_t*);
  void (*unregister_cancel)(__pthread_unwind_buf_t*);
  void (*unwind_next)(__pthread_unwind_buf_t*);
  int (*pthread_setname_np)(pthread_t, const char*);
  int (*pthread_getname_np)(pthread_t, char*, size_t);
  int (*pthread_getattr_np)(pthread_t, pthread_attr_t*);
  int (*pthread_mutex_init)(pthread_mutex_t*, const pthread_mutexattr_t*);
  int (*pthread_mutex_destroy)(pthread_mutex_t*);
  int (*pthread_mutex_lock)(pthread_mutex_t*);
  int (*pthread_mutex_trylock)(pthread_mutex_t*);
  int (*pthread_mutex_unlock)(pthread_mutex_t*);
  int (*pthread_cond_init)(pthread_cond_t*, const pthread_condattr_t*);
  int (*pthread_cond_destroy)(pthread_cond_t*);
  int (*pthread_cond_wait)(pthread_cond_t*, pthread_mutex_t*);
  int (*pthread_cond_timedwait)(pthread_cond_t*, pthread_mutex_t*, const timespec*);
  int (*pthread_cond_clockwait)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*);
  int (*pthread_cond_signal)(pthread_cond_t*);
  int (*pthread_cond_broadcast)(pthread_cond_t*);
  int (*pthread_once)(pthread_once_t*, void (*)());
  int (*pthread_key_create)(pthread_key_t*, void (*)(void*));
  int (*pthread_key_delete)(pthread_key_t);
  void* (*pthread_getspecific)(pthread_key_t);
  int (*pthread_setspecific)(pthread_key_t, const void*);
  int (*sched_yield)();
  int (*nanosleep)(const timespec*, timespec*);
  int (*clock_nanosleep)(clockid_t, int, const timespec*, timespec*);
  unsigned (*sleep)(unsigned);
  int (*usleep)(unsigned);
  int (*clock_gettime)(clockid_t, timespec*);
  int (*gettimeofday)(struct timeval*, void*);
  time_t (*time)(time_t*);
  clock_t (*clock)();
  int (*timespec_get)(timespec*, int);
  pid_t (*fork)();
  pid_t (*waitpid)(pid_t, int*, int);
  void (*exit)(int);
  void (*_exit)(int);
  void (*quick_exit)(int);
  void (*abort)();
  void (*assert_fail)(const char*, const char*, unsigned, const char*);
  int (*sigaction)(int, const struct sigaction*, struct sigaction*);
  ssize_t (*getrandom)(void*, size_t, unsigned);
  int (*getentropy)(void*, size_t);
  unsigned (*arc4random)();
  unsigned (*arc4random_uniform)(unsigned);
  void (*arc4random_buf)(void*, size_t);
};

const RealFunctions& real();

}  // namespace stalemate::rt

// Every interposed function is exported under the name it stands for.
#define STALEMATE_INTERPOSED extern "C" __attribute__((visibility("default")))
// Code address of the call, for reports.
#define STALEMATE_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

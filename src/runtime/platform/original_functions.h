// The single list of functions that the runtime interposes. It gives the table of originals (originals.h),
// how they are found, and, for programs without a loader, the names that the linker wraps.
#pragma once

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <csignal>

// clang-format off
#define STALEMATE_REAL_THREADS(X)                                                                          \
  X(pthread_create) X(pthread_join) X(pthread_tryjoin_np) X(pthread_timedjoin_np) X(pthread_clockjoin_np)  \
  X(pthread_detach) X(pthread_exit) X(pthread_cancel) X(pthread_testcancel) X(pthread_setcancelstate)      \
  X(pthread_setcanceltype) X(pthread_setname_np) X(pthread_getname_np) X(pthread_getattr_np)               \
  X(pthread_kill) X(pthread_sigmask) X(pthread_once) X(pthread_key_create) X(pthread_key_delete)           \
  X(pthread_getspecific) X(pthread_setspecific) X(pthread_setaffinity_np) X(pthread_getaffinity_np)        \
  X(pthread_getcpuclockid) X(pthread_setschedparam) X(pthread_getschedparam) X(pthread_setschedprio)       \
  X(thrd_create) X(thrd_join) X(thrd_detach) X(thrd_exit) X(thrd_yield) X(thrd_sleep)                      \
  X(tss_create) X(tss_delete) X(tss_get) X(tss_set) X(call_once)

#define STALEMATE_REAL_LOCKS(X)                                                                            \
  X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock) X(pthread_mutex_trylock)            \
  X(pthread_mutex_timedlock) X(pthread_mutex_clocklock) X(pthread_mutex_unlock)                            \
  X(pthread_mutex_consistent)                                                                              \
  X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) X(pthread_rwlock_tryrdlock)    \
  X(pthread_rwlock_timedrdlock) X(pthread_rwlock_clockrdlock) X(pthread_rwlock_wrlock)                     \
  X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock) X(pthread_rwlock_clockwrlock)                  \
  X(pthread_rwlock_unlock)                                                                                 \
  X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock)                \
  X(pthread_spin_unlock)                                                                                   \
  X(pthread_barrier_init) X(pthread_barrier_destroy) X(pthread_barrier_wait)                               \
  X(sem_init) X(sem_destroy) X(sem_open) X(sem_close) X(sem_unlink) X(sem_wait) X(sem_trywait)             \
  X(sem_timedwait) X(sem_clockwait) X(sem_post) X(sem_getvalue)                                            \
  X(mtx_init) X(mtx_destroy) X(mtx_lock) X(mtx_trylock) X(mtx_timedlock) X(mtx_unlock)                     \
  X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait) X(cnd_signal) X(cnd_broadcast)                   \
  X(pthread_cond_clockwait) X(flockfile) X(ftrylockfile) X(funlockfile)

// These have an older, incompatible version under the same names.
#define STALEMATE_REAL_VERSIONED(X)                                                                        \
  X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_wait) X(pthread_cond_timedwait)              \
  X(pthread_cond_signal) X(pthread_cond_broadcast)

#define STALEMATE_REAL_TIME(X)                                                                             \
  X(sched_yield) X(nanosleep) X(clock_nanosleep) X(sleep) X(usleep) X(clock_gettime) X(gettimeofday)       \
  X(time) X(clock) X(timespec_get) X(alarm) X(setitimer) X(getitimer) X(ualarm)        \
  X(timer_create) X(timer_settime) X(timer_gettime) X(timer_delete) X(timer_getoverrun)

#define STALEMATE_REAL_DESCRIPTORS(X)                                                                      \
  X(syscall) X(read) X(write) X(readv) X(writev) X(recv) X(recvfrom) X(recvmsg) X(send) X(sendto)          \
  X(sendmsg) X(sendfile) X(accept) X(accept4) X(connect) X(poll) X(ppoll) X(select) X(pselect)             \
  X(epoll_wait) X(epoll_pwait) X(epoll_pwait2) X(close) X(shutdown) X(pipe) X(pipe2) X(eventfd) X(eventfd_read)            \
  X(eventfd_write) X(socketpair) X(dup) X(dup2) X(gettid) X(open) X(openat) X(fopen) X(freopen)            \
  X(dup3) X(socket) X(listen) X(epoll_create) X(epoll_create1) X(epoll_ctl)

#define STALEMATE_REAL_PROCESS(X)                                                                          \
  X(fork) X(vfork) X(clone) X(wait) X(waitpid) X(waitid) X(wait4) X(exit) X(_exit) X(_Exit) X(quick_exit) X(abort)  \
  X(system) X(popen) X(pclose) X(posix_spawn) X(posix_spawnp) X(execve) X(execvpe) X(fexecve) X(chdir) X(fchdir) \
  X(mmap) X(munmap) X(sigaction) X(signal) X(raise) X(kill) X(sigprocmask) X(sigwait) X(sigwaitinfo)       \
  X(sigtimedwait) X(sigsuspend) X(pause) X(sigpending) X(tgkill) X(signalfd) X(siglongjmp)                                                                  \
  X(mremap) X(mprotect) X(madvise) X(chroot) X(setrlimit) X(prlimit) X(setsid) X(setpgid) X(setuid)        \
  X(setgid) X(nice) X(setpriority) X(prctl)                                                                \
  X(getrandom) X(getentropy) X(arc4random) X(arc4random_uniform) X(arc4random_buf)                         \
  X(rand) X(rand_r) X(random) X(drand48) X(erand48) X(lrand48) X(nrand48) X(mrand48) X(jrand48)

// Declared in no header, or not with their types.
#define STALEMATE_REAL_UNDECLARED(X)                                                                       \
  X(__assert_fail) X(__pthread_register_cancel) X(__pthread_unregister_cancel) X(__pthread_unwind_next)

// Of libraries that not every program is linked with: the compiler's for atomics, and the C++ library.
#define STALEMATE_REAL_ATOMICS(X)                                                                          \
  X(__atomic_load) X(__atomic_store) X(__atomic_exchange) X(__atomic_compare_exchange)
#define STALEMATE_REAL_CXX(X)                                                                              \
  X(__cxa_guard_acquire) X(__cxa_guard_release) X(__cxa_guard_abort) X(__cxa_allocate_exception)           \
  X(__cxa_end_catch)
// Each is in one of the C++ libraries.
#define STALEMATE_REAL_EXCEPTIONS(X)                                                                       \
  X(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv) X(__cxa_decrement_exception_refcount) \
  X(_ZNSt3__111__call_onceERVmPvPFvS2_E) X(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv)

#define STALEMATE_REAL_FUNCTIONS(X)                                                                        \
  STALEMATE_REAL_THREADS(X) STALEMATE_REAL_LOCKS(X) STALEMATE_REAL_VERSIONED(X) STALEMATE_REAL_TIME(X)     \
  STALEMATE_REAL_DESCRIPTORS(X) STALEMATE_REAL_PROCESS(X)
// clang-format on

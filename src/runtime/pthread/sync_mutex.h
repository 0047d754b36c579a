// Mutexes, for pthread_mutex_*, mtx_* and condition waits. `pc` is the program's call. Only inside an
// execution.
#pragma once

#include <pthread.h>
#include <cstdint>
#include <ctime>

namespace stalemate::rt {

struct Fiber;
struct SyncObject;

// The object of a mutex of the program.
SyncObject* mutex_at(const pthread_mutex_t* mutex);
// Free for a thread that wants it: the rule of a lock step.
bool mutex_is_free(const SyncObject* mutex, const Fiber* fiber);
// Changes the state, without a scheduling point. 0, or the result of a robust mutex: EOWNERDEAD, or
// ENOTRECOVERABLE, in which case it is not acquired.
int acquire_mutex(SyncObject* mutex, Fiber* owner, std::uintptr_t pc);
void release_mutex(SyncObject* mutex, std::uintptr_t pc);

// One step each; they return what the pthread functions return.
int lock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc);
int try_mutex(pthread_mutex_t* mutex, std::uintptr_t pc);
int lock_mutex_until(pthread_mutex_t* mutex, clockid_t clock, const timespec& until, std::uintptr_t pc);
int unlock_mutex(pthread_mutex_t* mutex, std::uintptr_t pc);
int destroy_mutex(pthread_mutex_t* mutex, std::uintptr_t pc);

// The thread ends: its robust mutexes become available to others.
void leave_robust_mutexes(Fiber* owner);

}  // namespace stalemate::rt

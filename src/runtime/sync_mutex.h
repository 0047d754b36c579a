// What condition variables need of mutexes.
#pragma once

#include <pthread.h>
#include <cstdint>

namespace stalemate::rt {

struct Fiber;
struct SyncObject;

// What is known of a mutex of the program.
SyncObject* mutex_at(const pthread_mutex_t* mutex);
// The state changes, without a scheduling point.
void acquire_mutex(SyncObject* mutex, Fiber* owner, std::uintptr_t pc);
void release_mutex(SyncObject* mutex);

}  // namespace stalemate::rt

// Threads, for pthread_* and thrd_*. `pc` is the program's call. Only inside an execution.
#pragma once

#include <pthread.h>
#include <cstdint>
#include <ctime>

namespace stalemate::rt {

struct Fiber;

pthread_t handle_of(const Fiber* fiber);
// nullptr: there is no room for another, or not for a stack of that size.
Fiber* create_thread(const pthread_attr_t* attributes, void* (*start)(void*), void* argument,
                     std::uintptr_t pc);
// They return what the pthread functions return.
int join_thread(pthread_t thread, void** result, std::uintptr_t pc);
int detach_thread(pthread_t thread, std::uintptr_t pc);

}  // namespace stalemate::rt

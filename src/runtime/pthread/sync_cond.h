// Condition variables, for pthread_cond_* and cnd_*. `pc` is the program's call. Only inside an execution.
#pragma once

#include <pthread.h>
#include <cstdint>
#include <ctime>

namespace stalemate::rt {

// They return what the pthread functions return.
int wait_on(pthread_cond_t* cond, pthread_mutex_t* mutex, std::uintptr_t pc);
int wait_on_until(pthread_cond_t* cond, pthread_mutex_t* mutex, clockid_t clock, const timespec& until,
                  std::uintptr_t pc);
void signal_condition(pthread_cond_t* cond, std::uintptr_t pc);
void broadcast_condition(pthread_cond_t* cond, std::uintptr_t pc);
void destroy_condition(pthread_cond_t* cond, std::uintptr_t pc);

}  // namespace stalemate::rt

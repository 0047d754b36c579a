// Small programs, by name, one source file for each family of operations: what these tell of themselves is
// checked by logged_effects. A bug is wanted in those that are about how executions end.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <ctime>
#include <span>

struct Family {
  const char* name;
  void (*run)();
};
#define FAMILY(name) \
  { #name, name }

namespace families {
std::span<const Family> mutexes();
std::span<const Family> conditions();
std::span<const Family> rwlocks();
std::span<const Family> semaphores();
std::span<const Family> meetings();
std::span<const Family> futexes();
std::span<const Family> atomics();
std::span<const Family> threads();
std::span<const Family> endings();
}  // namespace families

// What they have in common.
inline constexpr timespec kSoon = {1600000001, 0};  // every execution begins at 1600000000

struct Threads {
  pthread_t id[4];
  int count = 0;
  void start(void* (*body)(void*)) { pthread_create(&id[count++], nullptr, body, nullptr); }
  void join() {
    while (count > 0) pthread_join(id[--count], nullptr);
  }
};
inline Threads threads;

inline void two(void* (*first)(void*), void* (*second)(void*)) {
  threads.start(first);
  threads.start(second);
}

inline pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
inline pthread_cond_t c = PTHREAD_COND_INITIALIZER;
inline int shared = 0;
inline std::atomic<std::uint64_t> broad = 0;
inline std::atomic<int> flag = 0;

inline void init(pthread_mutex_t* mutex, int kind, bool robust = false) {
  pthread_mutexattr_t how;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_settype(&how, kind);
  if (robust) pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(mutex, &how);
}

// Bodies of threads.
inline void* nothing(void*) { return nullptr; }
inline void* locks(void*) {
  pthread_mutex_lock(&m);
  ++shared;
  pthread_mutex_unlock(&m);
  return nullptr;
}
inline void* waits(void*) {
  pthread_mutex_lock(&m);
  while (shared == 0) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return nullptr;
}

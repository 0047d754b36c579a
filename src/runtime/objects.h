// What is known of a synchronization object of the program, found by its address. The program's own bytes
// (pthread_mutex_t and the like) are left as their initialiser made them. Forgotten, all at once and in
// constant time, when the next execution begins.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Fiber;

struct SyncObject {
  std::uint64_t address = 0;
  Fiber* owner = nullptr;          // mutex: who holds it; once: who runs the initialiser
  std::uint32_t depth = 0;         // recursive mutex
  bool known = false;              // its state before the execution has been looked at
  std::uint32_t sleeping = 0;      // length of sleepers
  Fiber* waiters = nullptr;        // fibers whose announced step is enabled or not by this object
  Fiber* sleepers = nullptr;       // condition variable: who waits to be woken, by creation path
  std::uintptr_t acquired_at = 0;  // code address of the last acquisition
  std::uint64_t clock = 0;         // virtual time that its steps have reached (S12)
};

SyncObject* object_at(const void* address);
// The object ends (destroy) or begins again (init): nothing of the old one may be seen.
void forget_object(const void* address);
void forget_all_objects();
void prepare_objects();

void link_waiter(SyncObject* object, Fiber* fiber);
void unlink_waiter(SyncObject* object, Fiber* fiber);
void link_sleeper(SyncObject* object, Fiber* fiber);
void unlink_sleeper(SyncObject* object, Fiber* fiber);

}  // namespace stalemate::rt

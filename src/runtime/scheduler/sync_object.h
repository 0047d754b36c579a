// What is known of a synchronization object of the program, found by its address. The program's own bytes
// (pthread_mutex_t and the like) are left as their initialiser made them. Forgotten, all at once and in
// constant time, when the next execution begins.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/shadow/vector_clock.h"

namespace stalemate::rt {

struct Fiber;

// One thread's share of a read-write lock.
struct ReadHold {
  Fiber* reader = nullptr;
  std::uint32_t depth = 0;
  std::uintptr_t acquired_at = 0;
  ReadHold* next = nullptr;
};

// What became of a robust mutex whose owner ended while it had it.
enum class MutexHealth : std::uint8_t {
  kSound,
  kOrphaned,      // nobody has locked it since
  kInconsistent,  // its next owner knows, and has not said that all is well again
  kLost,          // unlocked without having said so: never to be locked again
};

struct SyncObject {
  std::uint64_t address = 0;
  SyncObject* near = nullptr;      // the next one of those that lie near, in the heap
  Fiber* owner = nullptr;          // lock: who holds it, alone; once: who runs the initialiser
  std::uint32_t depth = 0;         // recursive mutex
  bool known = false;              // its state before the execution has been looked at
  std::uint32_t sleeping = 0;      // length of sleepers
  Fiber* waiters = nullptr;        // fibers whose announced step is enabled or not by this object
  Fiber* sleepers = nullptr;       // condition variable: who waits to be woken, by creation path
  std::uintptr_t acquired_at = 0;  // code address of the last acquisition
  std::uint64_t clock = 0;         // virtual time that its steps have reached (S12)
  // Of one family each.
  std::uint32_t count = 0;  // semaphore: its value; barrier: who has arrived; rwlock: writers in line
  std::uint32_t limit = 0;  // barrier: how many shall arrive
  bool is_semaphore = false;
  // Semaphore, across its end and the begin of another one in its place: what the log says that it counts.
  std::uint32_t count_before = 0;
  bool counted = false;
  bool robust = false;  // mutex
  MutexHealth health = MutexHealth::kSound;
  bool writers_first = false;       // rwlock: readers queue behind a writer that waits
  ReadHold* readers = nullptr;      // rwlock, the latest first
  std::uint64_t read_clock = 0;     // rwlock: what its readers have reached; they do not order each other
  SyncObject* used_with = nullptr;  // condition variable: the mutex of its sleepers
  // For race reports (S6).
  VectorClock released;       // what its users have published
  VectorClock read_released;  // rwlock: its readers
  VectorClock annotated;      // what the program says that they have; its word may be an atomic
  VectorClock
      wake_released;  // futex: who woke its sleepers; its word may be an atomic with an order of its own
};

SyncObject* object_at(const void* address);
// In order of first use, from 0.
SyncObject* object_by_number(std::uint32_t number);
std::uint32_t object_count();
// The object ends (destroy) or begins again (init): nothing of the old one may be seen.
void forget_object(const void* address);
// The same for all that lie in a block of the heap, except those that threads wait for.
void forget_objects_in(std::uint64_t begin, std::size_t bytes);
void forget_all_objects();
// Differs from one execution to the next.
std::uint32_t object_epoch();
void prepare_objects();

// Who has it, alone or as the first of its readers, and since where; nullptr: nobody.
const Fiber* holder_of(const SyncObject* object, std::uintptr_t* since);

ReadHold* read_hold_of(const SyncObject* object, const Fiber* reader);
void add_read_hold(SyncObject* object, Fiber* reader, std::uintptr_t pc);
// Gives one level of it back; it must be there.
void drop_read_hold(SyncObject* object, const Fiber* reader);

void link_waiter(SyncObject* object, Fiber* fiber);
void unlink_waiter(SyncObject* object, Fiber* fiber);
void link_sleeper(SyncObject* object, Fiber* fiber);
void unlink_sleeper(SyncObject* object, Fiber* fiber);

}  // namespace stalemate::rt

// The runtime's state of a synchronization object of the program, found by its address. The program's bytes
// (such as pthread_mutex_t) stay as their initialiser made them. All objects are forgotten, in constant time,
// when the next execution begins.
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

// The state of a robust mutex whose owner ended while it held the mutex.
enum class MutexHealth : std::uint8_t {
  kSound,
  kOrphaned,      // not locked since
  kInconsistent,  // its next owner knows, and has not called pthread_mutex_consistent
  kLost,          // unlocked while inconsistent: can never be locked again
};

struct SyncObject {
  std::uint64_t address = 0;
  SyncObject* near = nullptr;      // the next object nearby in the heap
  Fiber* owner = nullptr;          // lock: its exclusive owner; once: the thread that runs the initialiser
  std::uint32_t depth = 0;         // recursive mutex
  bool known = false;              // its state before the execution has been read
  std::uint32_t sleeping = 0;      // length of sleepers
  Fiber* waiters = nullptr;        // fibers whose announced step's enabledness depends on this object
  Fiber* sleepers = nullptr;       // condition variable: fibers that wait to be woken, by creation path
  std::uintptr_t acquired_at = 0;  // code address of the last acquisition
  std::uint64_t clock = 0;         // virtual time that its steps have reached (S12)
  // Each used by one family.
  std::uint32_t count = 0;  // semaphore: its value; barrier: arrived threads; rwlock: queued writers
  std::uint32_t limit = 0;  // barrier: number of threads that must arrive
  bool is_semaphore = false;
  // Semaphore, across its destruction and the creation of another at its address: the count in the log.
  std::uint32_t count_before = 0;
  bool counted = false;
  bool robust = false;  // mutex
  MutexHealth health = MutexHealth::kSound;
  bool writers_first = false;       // rwlock: readers queue behind a waiting writer
  ReadHold* readers = nullptr;      // rwlock, the latest first
  std::uint64_t read_clock = 0;     // rwlock: the clock of its readers; they do not order each other
  SyncObject* used_with = nullptr;  // condition variable: the mutex of its sleepers
  // For race reports (S6).
  VectorClock released;       // what its users have published
  VectorClock read_released;  // rwlock: its readers
  VectorClock annotated;      // what the program annotates; its word may be an atomic
  VectorClock wake_released;  // futex: of wakers; its word may be an atomic with its own order
};

SyncObject* object_at(const void* address);
// In order of first use, from 0.
SyncObject* object_by_number(std::uint32_t number);
std::uint32_t object_count();
// The object ends (destroy) or begins again (init): no state of the old one may remain.
void forget_object(const void* address);
// The same for all objects in a block of the heap, except those that threads wait for.
void forget_objects_in(std::uint64_t begin, std::size_t bytes);
void forget_all_objects();
// Differs from one execution to the next.
std::uint32_t object_epoch();
void prepare_objects();

// Its exclusive holder, or the first of its readers, and where that acquired it; nullptr: it is free.
const Fiber* holder_of(const SyncObject* object, std::uintptr_t* since);

ReadHold* read_hold_of(const SyncObject* object, const Fiber* reader);
void add_read_hold(SyncObject* object, Fiber* reader, std::uintptr_t pc);
// Releases one level of it; the hold must exist.
void drop_read_hold(SyncObject* object, const Fiber* reader);

void link_waiter(SyncObject* object, Fiber* fiber);
void unlink_waiter(SyncObject* object, Fiber* fiber);
void link_sleeper(SyncObject* object, Fiber* fiber);
void unlink_sleeper(SyncObject* object, Fiber* fiber);

}  // namespace stalemate::rt

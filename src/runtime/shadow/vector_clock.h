// Synchronizes-before (S6), for race reports only: vector clocks over the C++ memory model. Identifies
// threads by number and objects by their clock; nothing here uses a fiber or takes a step.
//
// A thread's life is divided into intervals, at each operation by which another thread may acquire from it (a
// release). Intervals are numbered consecutively, over all threads and executions, so that all stamps of an
// earlier execution are older than `base` and nothing has to be cleared. A stamp is an interval's number
// shifted by four; the low bits are for the shadow's use.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// The knowledge of a thread or an object about every thread: the end of its last interval that happened
// before. Memory belongs to the execution; a zeroed clock knows nothing.
struct VectorClock {
  std::uint32_t* known = nullptr;  // by thread
  std::uint32_t size = 0;
  std::uint32_t room = 0;
};

// In Racing::whole: some accesses need more than a check (access()). Above all stamps and below the marks of
// the shadow, so that no cell holds it or a part of it.
inline constexpr std::uint32_t kCareful = 0xffffffe0u;

// What every checked access reads, together on one cache line.
struct alignas(64) Racing {
  std::uint32_t whole = 0;                // `now` with all low bits, kCareful, or 0: accesses are not checked
  std::uint32_t now = 0;                  // stamp of the running thread's interval, or 0
  std::uint32_t base = 0;                 // the execution's first stamp
  const std::uint32_t* known = nullptr;   // the running thread's clock
  const std::uint16_t* owners = nullptr;  // thread of each interval since base
  std::uint32_t thread = 0;
  bool careful = false;
  bool tracked = false;  // the running thread may repeat itself: see stretch.h
};
// Hidden, or position-independent code would look its address up at every access.
extern Racing racing __attribute__((visibility("hidden")));

// Whether what happened at `stamp` happened before the running thread's present, for stamps of this
// execution.
inline bool happened_before(std::uint32_t stamp) {
  return racing.known[racing.owners[(stamp - racing.base) >> 4]] >= stamp;
}

// Memory orders as the compiler numbers them.
enum class Order : int { kRelaxed = 0, kConsume, kAcquire, kRelease, kAcqRel, kSeqCst };

// Once, before anything else.
void prepare_clocks();
// Thread 0 begins. Returns false if the numbers have started again, which they also do if `again`: old stamps
// must be forgotten first.
bool begin_clocks(bool again = false);
// Nothing is checked until the next begin_clocks().
void stop_clocks();
// The same during an execution that is too large; calls on_giving_up.
void give_up_races(const char* why);
extern void (*on_giving_up)(const char* why);
// Racing::whole follows from the rest.
void renew_whole();
// The running thread changes.
void run_clock(std::uint32_t thread);
// The running thread has created `child`.
void fork_clock(std::uint32_t child);
// The running thread has acquired all that `finished` did.
void join_clock(std::uint32_t finished);

void acquire(const VectorClock& from);
// Another thread acquires.
void teach_clock(std::uint32_t thread, const VectorClock& from);
void release(VectorClock& to);  // adds the running thread's knowledge
void publish(VectorClock& to);  // replaces what was there

// Atomic operations on an object with clock `object`: release sequences as C++20 has them (continued by
// read-modify-write operations of any order, ended by any other store), fences.
void atomic_load(const VectorClock& object, Order order);
void atomic_store(VectorClock& object, Order order);
void atomic_rewrite(VectorClock& object, Order order);  // a read-modify-write, after its atomic_load
void atomic_fence(Order order);

}  // namespace stalemate::rt

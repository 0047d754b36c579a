// What an execution did, as far as synchronizes-before (S6) and races (S13) go: a list of events, in the
// order in which they happened. The words of three judges that share nothing else: the runtime's clocks and
// shadow, the graph of events, and Goldilocks.
//
// Objects are small numbers, each kind of object with numbers of its own. What is no kind of event:
// - a condition variable orders nothing: a wait is kRelease of its mutex, then kAcquire;
// - a semaphore's post, a once's end and the end of its initialiser are kRelease, their counterparts
// kAcquire: all
//   of them add to what is there, as unlocking does;
// - a thread's end, which orders nothing before somebody joins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/shadow/vector_clock.h"

namespace stalemate::test {

using rt::Order;

struct Event {
  enum Kind : std::uint8_t {
    kRead,  // plain
    kWrite,
    kAcquire,  // a mutex, or a read-write lock for writing
    kRelease,
    kReadAcquire,
    kReadRelease,
    kArrive,  // at a round of a barrier: each round is an object
    kLeave,
    kLoad,
    kStore,
    kModify,
    kFence,
    kAllocate,  // the bytes begin anew
    kFree,
    kCreate,  // the object is a thread
    kJoin,
  };
  Kind kind = kRead;
  std::uint32_t thread = 0;
  std::uint32_t object = 0;
  Order order = Order::kRelaxed;
  std::uint32_t at = 0, bytes = 0;  // of the memory that is accessed

  bool atomic() const { return kind == kLoad || kind == kStore || kind == kModify; }
  bool accesses() const { return kind == kRead || kind == kWrite || atomic(); }
  bool writes() const { return kind == kWrite || kind == kStore || kind == kModify || kind == kFree; }
  bool acquires() const { return order != Order::kRelaxed && order != Order::kRelease; }
  bool releases() const { return order >= Order::kRelease; }
};
using Events = std::vector<Event>;

inline constexpr std::uint32_t kMostThreads = 8, kMostObjects = 8;

// What is wrong with an event: any of these bits. An access with a fault is not remembered: those that come
// later are judged as if it had not been there (its synchronization was).
using Faults = std::uint8_t;
inline constexpr Faults kRaces = 1;
inline constexpr Faults kFreed = 2;  // S13: of freed memory, or a free unordered with an access

// Threads act only between their creation and the moment when somebody joins them.
bool is_well_formed(const Events& events);
std::string text_of(const Event& event);
// One line each, with what a judge says.
std::string text_of(const Events& events, const std::vector<Faults>& faults);

// Leaves out events, one after the other, for as long as `fails` holds of the rest.
template <class Fails>
Events shrink(Events events, Fails fails) {
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = events.size(); i-- > 0;) {
      Events less = events;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      if (!is_well_formed(less) || !fails(less)) continue;
      events = std::move(less);
      again = true;
    }
  }
  return events;
}

}  // namespace stalemate::test

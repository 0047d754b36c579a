#include "runtime/shadow/vector_clock.h"

#include <cstring>

#include "base/check.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

Racing racing;
void (*on_giving_up)(const char*) = nullptr;

namespace {

constexpr std::uint32_t kMaxThreads = 4096;
constexpr std::uint32_t kMaxIntervals = 1u << 24;  // in one execution
constexpr std::uint32_t kFirst = 1u << 4;
constexpr std::uint32_t kLast = 0xf0000000u;  // room for one execution, and for the shadow's marks above
constexpr std::uint32_t kInterval = 15;       // a whole interval is known: its stamp with all low bits

struct ThreadClock {
  VectorClock present;
  VectorClock fenced;  // at its last release fence: what later relaxed stores publish
  VectorClock seen;    // by relaxed loads: what its next acquire fence acquires
};

constexpr std::uint64_t kWords = std::uint64_t{1} << 31;

// Outlives executions: stamps are not reused.
struct ClockMemory {
  std::uint32_t next;
  ThreadClock threads[kMaxThreads];
  std::uint16_t owners[kMaxIntervals];
  std::uint32_t words[kWords];  // the execution's memory for clocks
};

ClockMemory* kept = nullptr;
ThreadClock* threads = nullptr;
std::uint64_t words_used = 0;
std::uint32_t thread_count = 0;
bool stopped = false;  // for the rest of this execution

ThreadClock& own() { return threads[racing.thread]; }

void reserve(VectorClock& clock, std::uint32_t size) {
  if (size <= clock.room) return;
  std::uint32_t room = clock.room == 0 ? 4 : clock.room;
  while (room < size) room *= 2;
  STALEMATE_CHECK(words_used + room <= kWords, "the clocks of one execution take more than 8 GB");
  std::uint32_t* known = kept->words + words_used;
  words_used += room;
  std::memset(known, 0, room * sizeof *known);
  if (clock.size != 0) std::memcpy(known, clock.known, clock.size * sizeof *known);
  clock.known = known;
  clock.room = room;
}

void join(VectorClock& to, const VectorClock& from) {
  if (from.size == 0) return;
  reserve(to, from.size);
  if (from.size > to.size) to.size = from.size;
  for (std::uint32_t i = 0; i < from.size; ++i)
    if (from.known[i] > to.known[i]) to.known[i] = from.known[i];
}

void copy(VectorClock& to, const VectorClock& from) {
  reserve(to, from.size);
  if (from.size != 0) std::memcpy(to.known, from.known, from.size * sizeof *from.known);
  for (std::uint32_t i = from.size; i < to.size; ++i) to.known[i] = 0;
  to.size = from.size;
}

// The running thread's clock must cover every thread: the shadow looks its owners up there.
void cover_all(VectorClock& clock) {
  reserve(clock, thread_count);
  clock.size = thread_count;
}

void set_now(std::uint32_t stamp) {
  if (stopped) stamp = 0;
  racing.now = stamp;
  renew_whole();
}

void begin_interval(std::uint32_t thread) {
  std::uint32_t& next = kept->next;
  const std::uint32_t interval = (next - racing.base) >> 4;
  if (interval == kMaxIntervals) return give_up_races("more than 16 million releases in one execution");
  kept->owners[interval] = static_cast<std::uint16_t>(thread);
  threads[thread].present.known[thread] = next | kInterval;
  if (thread == racing.thread) set_now(next);
  next += kFirst;
}

bool acquires(Order order) { return order != Order::kRelaxed && order != Order::kRelease; }
bool releases(Order order) { return order >= Order::kRelease; }

}  // namespace

void renew_whole() {
  const bool careful = racing.tracked || (racing.careful && racing.now != 0);
  racing.whole = careful ? kCareful : racing.now == 0 ? 0 : racing.now | kInterval;
}

void prepare_clocks() {
  if (kept != nullptr) return;
  kept = static_cast<ClockMemory*>(kept_pages(sizeof(ClockMemory)));
  kept->next = kFirst;
  threads = kept->threads;
}

bool begin_clocks(bool again) {
  const bool fits = !again && kept->next < kLast - (kMaxIntervals << 4);
  if (!fits) kept->next = kFirst;
  stopped = false;
  racing.base = kept->next;
  racing.owners = kept->owners;
  words_used = 0;
  thread_count = 1;
  threads[0] = ThreadClock{};
  cover_all(threads[0].present);
  racing.thread = 0;
  begin_interval(0);
  run_clock(0);
  return fits;
}

void stop_clocks() {
  stopped = true;
  set_now(0);
}

void give_up_races(const char* why) {
  if (!stopped && on_giving_up != nullptr) on_giving_up(why);
  stop_clocks();
}

void run_clock(std::uint32_t thread) {
  racing.thread = thread;
  if (stopped) return;
  ThreadClock& clock = threads[thread];
  if (clock.present.size < thread_count) cover_all(clock.present);
  racing.known = clock.present.known;
  set_now(clock.present.known[thread] & ~kInterval);
}

void fork_clock(std::uint32_t child) {
  const std::uint32_t self = racing.thread;
  if (child >= thread_count) thread_count = child + 1;
  threads[child] = ThreadClock{};
  copy(threads[child].present, threads[self].present);
  cover_all(threads[child].present);
  begin_interval(child);
  cover_all(threads[self].present);
  begin_interval(self);
  racing.known = threads[self].present.known;
}

void join_clock(std::uint32_t finished) { acquire(threads[finished].present); }

void acquire(const VectorClock& from) { join(own().present, from); }

void teach_clock(std::uint32_t thread, const VectorClock& from) { join(threads[thread].present, from); }

void release(VectorClock& to) {
  join(to, own().present);
  begin_interval(racing.thread);
}

void publish(VectorClock& to) {
  copy(to, own().present);
  begin_interval(racing.thread);
}

void atomic_load(const VectorClock& object, Order order) {
  if (acquires(order))
    acquire(object);
  else
    join(own().seen, object);
}

void atomic_store(VectorClock& object, Order order) {
  if (releases(order))
    publish(object);
  else
    copy(object, own().fenced);
}

void atomic_rewrite(VectorClock& object, Order order) {
  if (releases(order))
    release(object);
  else
    join(object, own().fenced);
}

void atomic_fence(Order order) {
  if (acquires(order)) join(own().present, own().seen);
  if (!releases(order)) return;
  copy(own().fenced, own().present);
  begin_interval(racing.thread);
}

}  // namespace stalemate::rt

#include "runtime/scheduler/stretch.h"

#include <utility>

#include "model/operations.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/context.h"
#include "runtime/platform/pages.h"
#include "runtime/platform/tls.h"
#include "runtime/scheduler/moments.h"
#include "runtime/scheduler/private_state.h"
#include "runtime/shadow/shadow.h"
#include "runtime/shadow/vector_clock.h"

namespace stalemate::rt {

namespace {

struct Word {
  std::uint64_t address = 0;
  std::uint64_t value = 0;
};

// The change of a thread's hold on an object, or of its count, since the head.
struct Hold {
  std::uint64_t object = 0;
  std::int32_t depth = 0;
};

// A set of words with the values of some of their bytes, emptied in constant time.
class WordSet {
 public:
  void clear() {
    ++round_;
    count_ = 0;
  }
  bool has(std::uint64_t address) const { return at(address).round == round_; }
  // Records that the bytes in `mask` have the value in `value`; bytes already recorded do not change. False:
  // the set is full.
  bool add(std::uint64_t address, std::uint64_t value, std::uint64_t mask) {
    Entry& entry = const_cast<Entry&>(at(address));
    if (entry.round != round_) {
      if (count_ == kMost) return false;
      entry = {address, 0, 0, round_};
      words_[count_++] = static_cast<std::uint16_t>(&entry - entries_);
    }
    entry.value |= value & mask & ~entry.mask;
    entry.mask |= mask;
    return true;
  }
  // Whether each byte has the value it had when it was added.
  bool unchanged() const {
    for (std::uint32_t n = 0; n < count_; ++n) {
      const Entry& entry = entries_[words_[n]];
      const std::uint64_t now = *reinterpret_cast<const volatile std::uint64_t*>(entry.address);
      if ((now & entry.mask) != entry.value) return false;
    }
    return true;
  }
  bool has_moments() const {
    for (std::uint32_t n = 0; n < count_; ++n)
      if (moments::may_be_moment(entries_[words_[n]].value)) return true;
    return false;
  }

 private:
  static constexpr std::uint32_t kEntries = 1024, kMost = 512;
  struct Entry {
    std::uint64_t address;
    std::uint64_t value;
    std::uint64_t mask;
    std::uint64_t round;
  };
  const Entry& at(std::uint64_t address) const {
    auto n = static_cast<std::uint32_t>(address * 0x9e3779b97f4a7c15u >> 54);
    while (entries_[n].round == round_ && entries_[n].address != address) n = (n + 1) % kEntries;
    return entries_[n];
  }

  std::uint64_t round_;
  std::uint32_t count_;
  std::uint16_t words_[kMost];
  Entry entries_[kEntries];
};

}  // namespace

struct Stretch {
  static constexpr std::uint32_t kHolds = 16;

  Fiber* thread;       // nullptr: free
  PrivateState state;  // of the thread, at the head
  bool looked;         // at a clock
  bool unseen;         // something unobserved happened: no proof
  bool alone;          // no other thread has taken a step
  bool observed;       // another thread used what was changed
  std::uint32_t hold_count;
  Hold holds[kHolds];
  WordSet read, written;

  void begin(Fiber* of, PrivateState with) {
    thread = of;
    state = with;
    unseen = observed = looked = false;
    alone = true;
    hold_count = 0;
    read.clear();
    written.clear();
  }
  void hold(std::uint64_t object, std::int32_t change) {
    std::uint32_t n = 0;
    while (n < hold_count && holds[n].object != object) ++n;
    if (n == kHolds) {
      unseen = true;
      return;
    }
    if (n == hold_count) holds[hold_count++] = {object, 0};
    holds[n].depth += change;
  }
  // Whether a step on the object may depend on what the thread did since the head.
  bool has_touched(std::uint64_t object) const {
    if (written.has(object & ~std::uint64_t{7})) return true;
    for (std::uint32_t n = 0; n < hold_count; ++n)
      if (holds[n].object == object) return true;
    return false;
  }
  bool restored() const {
    for (std::uint32_t n = 0; n < hold_count; ++n)
      if (holds[n].depth != 0) return false;
    return written.unchanged();
  }
};

namespace {

constexpr std::uint32_t kStretches = 128;

// In memory that survives the undoing of an execution.
struct Pool {
  std::uint32_t used;  // some of them may be free
  std::uint32_t recorded;
  Stretch stretches[kStretches];
};

Pool* pool = nullptr;

// The thread is where the stretch began.
bool is_same_state(const Stretch& stretch, const PrivateState& now) {
  if (!stretch.looked) return stretch.state.plain == now.plain;
  return stretch.state.but_for_time == now.but_for_time && !stretch.read.has_moments();
}

Stretch* take_stretch() {
  for (std::uint32_t n = 0; n < pool->used; ++n)
    if (pool->stretches[n].thread == nullptr) return &pool->stretches[n];
  return pool->used == kStretches ? nullptr : &pool->stretches[pool->used++];
}

void record_from(LoopHead& head, const PrivateState& state) {
  if (!shadow_is_there()) return;  // the hooks would access it first
  if (head.stretch == nullptr) {
    head.stretch = take_stretch();
    if (head.stretch == nullptr) return;
    ++pool->recorded;
  }
  head.stretch->begin(g.current, state);
  choose_tracked(g.current);
}

void move_to(LoopHead& head) {
  const Fiber* self = g.current;
  head.pc = self->pc;
  head.op = self->op;
  head.object = self->object;
  head.stack = stalemate_rt_passed.stack;
  head.since = 0;
}

bool is_here(const LoopHead& head) {
  const Fiber* self = g.current;
  return head.pc == self->pc && head.op == self->op && head.object == self->object &&
         head.stack == stalemate_rt_passed.stack;
}

void stop_recording(LoopHead& head) {
  if (head.stretch == nullptr) return;
  head.stretch->thread = nullptr;
  head.stretch = nullptr;
  --pool->recorded;
  choose_tracked(g.current);
}

void record_here(LoopHead& head) {
  const PrivateState state = private_state(g.current);
  if (state.plain != 0) record_from(head, state);
}

// Later each time: a loop that has not repeated itself for long is recorded less often.
void record_anew(LoopHead& head) {
  constexpr std::uint16_t kMost = 64;
  const bool rests = head.limit == kMost && head.stretch != nullptr;
  head.returns = 0;
  if (head.limit < kMost) head.limit = static_cast<std::uint16_t>(head.limit * 2);
  rests ? stop_recording(head) : record_here(head);
}

// The thread is elsewhere: after a while, the head is moved here. True: it was moved.
bool pass_by(LoopHead& head) {
  constexpr std::uint16_t kMost = 1024;
  if (++head.since < head.patience) return false;
  stop_recording(head);
  head.returns = 0;
  head.limit = 1;
  if (head.patience < kMost) head.patience = static_cast<std::uint16_t>(head.patience * 2);
  move_to(head);
  return true;
}

std::uint64_t number(const void* at) { return reinterpret_cast<std::uint64_t>(at); }

bool is_own(const Fiber* self, std::uint64_t address) {
  const std::uint64_t tcb = number(self->tcb), image = tls_image_bytes();
  return address - stack_low(self->slot) < stack_high(self->slot) - stack_low(self->slot) ||
         address - (tcb - image) < image;
}

// The effect of a step on its object, if a later step must undo it; changed words of memory are compared
// directly.
enum class Change : std::uint8_t { kNone, kAcquires, kReleases, kUnknown };

// A failed step does not change its object. A wait that timed out has left the queue that it had entered.
Change change_by_failed(const wire::Record& step) {
  if (step.op != OpKind::kReacquire && step.op != OpKind::kFutexWoken) return Change::kNone;
  return yields(step.op, step.value) ? Change::kReleases : Change::kUnknown;
}

Change change_by(const wire::Record& step) {
  if (result_of(step.op, step.value) == StepResult::kFailed) return change_by_failed(step);
  if (accesses_memory(step.op) || gives_way(step.op)) return Change::kNone;
  if (operations::has(step.op, operations::kAcquires)) return Change::kAcquires;
  return operations::has(step.op, operations::kReleases) ? Change::kReleases : Change::kUnknown;
}

void take_step(Stretch& stretch, const wire::Record& step) {
  switch (change_by(step)) {
    case Change::kNone: return;
    case Change::kAcquires: return stretch.hold(step.object, 1);
    case Change::kReleases: return stretch.hold(step.object, -1);
    case Change::kUnknown: stretch.unseen = true;
  }
}

}  // namespace

// A plain access while Racing::careful or Racing::tracked. True: no trace of it may remain on the stack.
extern "C" bool stalemate_rt_track(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  if (racing.tracked) track_access(address, bytes, write);
  untracked_access(address, bytes, write, pc);
  return racing.tracked;
}

void prepare_stretches() {
  tracked_access = stalemate_rt_track_wiping;
  if (pool == nullptr) pool = static_cast<Pool*>(kept_pages(sizeof(Pool)));
}

void begin_stretches() {
  for (std::uint32_t n = 0; n < pool->used; ++n) pool->stretches[n].thread = nullptr;
  pool->used = pool->recorded = 0;
  racing.tracked = false;
}

bool comes_round(LoopHead& head, bool at_once) {
  if (head.pc == 0 || !is_here(head)) {
    const bool moved = head.pc == 0 || pass_by(head);
    if (head.pc == 0) move_to(head);
    if (moved && at_once) record_here(head);
    return false;
  }
  head.since = 0;
  if (head.stretch == nullptr) {
    if (++head.returns >= head.limit) record_anew(head);
    return false;
  }
  const Stretch& stretch = *head.stretch;
  const bool seen = !stretch.unseen && (!stretch.alone || stretch.read.unchanged());
  if (seen && !stretch.observed && stretch.restored()) {
    const PrivateState now = private_state(g.current);
    if (is_same_state(stretch, now)) {
      record_from(head, now);
      return true;
    }
  }
  if (stretch.observed)
    record_here(head);
  else if (!seen || ++head.returns >= head.limit)
    record_anew(head);
  return false;
}

void drop_head(LoopHead& head) {
  if (head.pc == 0) return;
  stop_recording(head);
  head = LoopHead{};
}

bool stretches_used() { return pool->recorded != 0; }

void take_step_into_stretches() {
  for (std::uint32_t n = 0; n < pool->used; ++n) {
    Stretch& stretch = pool->stretches[n];
    if (stretch.thread == nullptr) continue;
    if (stretch.thread == g.last) {
      take_step(stretch, *g.last_step);
      continue;
    }
    stretch.alone = false;
    if (!stretch.observed && stretch.has_touched(g.last_step->object)) stretch.observed = !stretch.restored();
  }
}

namespace {

// The bytes of the word that the access covers.
std::uint64_t bytes_of(std::uint64_t word, std::uint64_t address, std::size_t bytes) {
  const std::uint64_t first = address > word ? address - word : 0;
  const std::uint64_t last = address + bytes < word + 8 ? address + bytes - word : 8;
  return (last == 8 ? 0 : std::uint64_t{1} << last * 8) - (std::uint64_t{1} << first * 8);
}

}  // namespace

void track_access(std::uintptr_t address, std::size_t bytes, bool write) {
  const Fiber* self = g.current;
  constexpr std::uintptr_t kFirst = 65536, kBeyond = std::uintptr_t{1} << 47;
  if (address < kFirst || address + bytes >= kBeyond) return track_unseen();  // the access is about to fault
  for (const LoopHead& head : self->loops) {
    Stretch* const stretch = head.stretch;
    if (stretch == nullptr || stretch->unseen) continue;
    for (std::uint64_t at = address & ~std::uint64_t{7}; at < address + bytes; at += 8) {
      if (is_own(self, at)) continue;
      const std::uint64_t value = *reinterpret_cast<const volatile std::uint64_t*>(at);
      const std::uint64_t mask = bytes_of(at, address, bytes);
      const bool fits = write ? stretch->written.add(at, value, mask)
                              : stretch->written.has(at) || stretch->read.add(at, value, mask);
      if (!fits) stretch->unseen = true;
      if (!fits) break;
    }
  }
}

void track_unseen() {
  for (const LoopHead& head : g.current->loops)
    if (head.stretch != nullptr) head.stretch->unseen = true;
}

void track_look() {
  for (const LoopHead& head : g.current->loops)
    if (head.stretch != nullptr) head.stretch->looked = true;
}

void track_hold(std::uint64_t object, std::int32_t change) {
  for (const LoopHead& head : g.current->loops)
    if (head.stretch != nullptr) head.stretch->hold(object, change);
}

void choose_tracked(const Fiber* running) {
  bool tracked = false;
  for (const LoopHead& head : running->loops) tracked |= head.stretch != nullptr;
  racing.tracked = tracked;
  renew_whole();
}

}  // namespace stalemate::rt

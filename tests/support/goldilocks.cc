#include "goldilocks.h"

#include <algorithm>

namespace stalemate::test {

namespace {

// Elements of locksets. The first three are the papers'; Java's volatile variables are sequentially
// consistent atomics that never lose what was written to them.
enum Family : std::uint32_t {
  kThread,
  kLock,    // as its writers leave it
  kAtomic,  // what a thread learns that reads the variable's present value and acquires
  // A read-write lock as its readers leave it: the next writer learns of them, the next reader does not.
  kReaders,
  kRound,  // of a barrier
  // C++ fences. What a thread knew at its last release fence: its relaxed stores publish that.
  kFenced,
  // What its relaxed loads have read: it is known to the thread from its next acquire fence on.
  kSeen,
};

constexpr std::uint32_t element(Family family, std::uint32_t number) {
  return family * kMostObjects + number;
}

}  // namespace

void Goldilocks::pass_on(std::uint32_t from, std::uint32_t to) {
  for (Byte& byte : memory_)
    for (Access& access : byte.accesses)
      if (access.lockset[from]) access.lockset.set(to);
}

void Goldilocks::forget(std::uint32_t element) {
  for (Byte& byte : memory_)
    for (Access& access : byte.accesses) access.lockset.reset(element);
}

Faults Goldilocks::judge(const Event& event) {
  reach(event.at + event.bytes);
  if (event.kind == Event::kAllocate) {
    begin_anew(event);
    return 0;
  }
  if (event.kind == Event::kLoad || event.kind == Event::kModify) learn(event);
  Faults faults = 0;
  for (std::uint32_t i = event.at; i < event.at + event.bytes; ++i) faults |= look(memory_[i], event);
  if (faults == 0 || whole_)
    for (std::uint32_t i = event.at; i < event.at + event.bytes; ++i) remember(memory_[i], event);
  if (event.kind == Event::kStore || event.kind == Event::kModify) tell(event);
  synchronize(event);
  return faults;
}

// Rules 4 to 7 of the paper: acquire, release, fork, join.
void Goldilocks::synchronize(const Event& e) {
  const std::uint32_t thread = element(kThread, e.thread);
  switch (e.kind) {
    case Event::kAcquire:
      pass_on(element(kLock, e.object), thread);
      return pass_on(element(kReaders, e.object), thread);
    case Event::kRelease: return pass_on(thread, element(kLock, e.object));
    case Event::kReadAcquire: return pass_on(element(kLock, e.object), thread);
    case Event::kReadRelease: return pass_on(thread, element(kReaders, e.object));
    case Event::kArrive: return pass_on(thread, element(kRound, e.object));
    case Event::kLeave: return pass_on(element(kRound, e.object), thread);
    case Event::kFence:
      if (e.acquires()) pass_on(element(kSeen, e.thread), thread);
      if (e.releases()) pass_on(thread, element(kFenced, e.thread));
      return;
    case Event::kCreate: return pass_on(thread, element(kThread, e.object));
    case Event::kJoin: return pass_on(element(kThread, e.object), thread);
    default: return;
  }
}

// Rule 2, volatile read. A relaxed one teaches nothing until an acquire fence follows.
void Goldilocks::learn(const Event& e) {
  pass_on(element(kAtomic, e.object), element(e.acquires() ? kThread : kSeen, e.thread));
}

// Rule 3, volatile write. Besides: a store ends the release sequences whose values it replaces, so that
// nobody can learn of their heads from this variable any more; a read-modify-write of any order continues
// them. What does not release publishes what the thread's last release fence did.
void Goldilocks::tell(const Event& e) {
  if (e.kind == Event::kStore) forget(element(kAtomic, e.object));
  pass_on(element(e.releases() ? kThread : kFenced, e.thread), element(kAtomic, e.object));
}

// Rule 1, first half. S13: one of the two writes, one of them is plain.
Faults Goldilocks::look(const Byte& byte, const Event& e) const {
  if (byte.freed) return kFreed;
  for (const Access& earlier : byte.accesses) {
    const bool conflict = (earlier.writes || e.writes()) && !(earlier.atomic && e.atomic());
    if (conflict && !earlier.lockset[element(kThread, e.thread)])
      return e.kind == Event::kFree ? kFreed : kRaces;
  }
  return 0;
}

// Rule 1, second half: only its own thread knows of an access. A plain write stands for everything that came
// before it: whoever does not race with the write does not race with that either. Any other access stands for
// its thread's earlier ones of the same kind.
void Goldilocks::remember(Byte& byte, const Event& e) {
  auto replaced = [&e](const Access& old) {
    const bool alike = old.thread == e.thread && old.writes == e.writes() && old.atomic == e.atomic();
    return old.lockset[element(kThread, e.thread)] &&
           (alike || e.kind == Event::kWrite || e.kind == Event::kFree);
  };
  byte.accesses.erase(std::remove_if(byte.accesses.begin(), byte.accesses.end(), replaced),
                      byte.accesses.end());
  byte.accesses.push_back({e.thread, e.writes(), e.atomic(), Lockset().set(element(kThread, e.thread))});
  byte.freed = e.kind == Event::kFree;
}

// Rule 8: nobody has accessed what is allocated.
void Goldilocks::begin_anew(const Event& e) {
  for (std::uint32_t i = e.at; i < e.at + e.bytes; ++i) memory_[i] = Byte{};
}

void Goldilocks::reach(std::uint32_t bytes) {
  if (memory_.size() < bytes) memory_.resize(bytes);
}

namespace {

std::vector<Faults> judged_by(Goldilocks judge, const Events& events) {
  std::vector<Faults> faults;
  faults.reserve(events.size());
  for (const Event& event : events) faults.push_back(judge.judge(event));
  return faults;
}

}  // namespace

std::vector<Faults> judged_by_goldilocks(const Events& events) {
  return judged_by(Goldilocks(false), events);
}
std::vector<Faults> judged_by_whole_goldilocks(const Events& events) {
  return judged_by(Goldilocks(true), events);
}

}  // namespace stalemate::test

#include "recording.h"

#include <sys/mman.h>

#include <cstring>

#include "base/check.h"
#include "runtime/fiber.h"
#include "runtime/shadow.h"
#include "runtime/state.h"

namespace stalemate::test {

namespace {

void (*tool_is_told)(const rt::Conflict& conflict) = nullptr;

void listen(const rt::Conflict& conflict) {
  Recording::shared().tell_race();
  tool_is_told(conflict);
}

}  // namespace

Recording& Recording::shared() {
  static Recording* const recording = [] {
    void* pages = mmap(nullptr, sizeof(Recording), PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    STALEMATE_CHECK(pages != MAP_FAILED, "no memory for the records");
    return static_cast<Recording*>(pages);
  }();
  return *recording;
}

void Recording::begin(const std::int32_t* variables, const void* atomics) {
  if (rt::on_conflict != listen) {
    tool_is_told = rt::on_conflict;
    rt::on_conflict = listen;
  }
  STALEMATE_CHECK(used_ < kRecords, "more executions than there is room for");
  record_ = &records_[used_++];
  std::memset(static_cast<void*>(record_), 0, sizeof *record_);
  record_->promoted = rt::g.channel->config.promoted_count;
  record_->waiting = kThreads;
  variables_ = variables;
  atomics_ = static_cast<const std::int32_t*>(atomics);
  pending_ = false;
}

void Recording::meet(std::uint32_t thread) { fibers_[thread] = rt::g.current; }

void Recording::put(std::uint32_t thread, bool races) {
  STALEMATE_CHECK(record_->steps < Record::kMost, "a longer execution than there is room for");
  record_->step[record_->steps++] = {static_cast<std::uint8_t>(thread), races};
}

// The first step of a wait returns to nobody who could record it. It has happened if the thread now announces
// the second; no other step has since the last one recorded, but the present one.
void Recording::step(std::uint32_t thread) {
  const std::uint32_t waiting = record_->waiting;
  if (waiting != kThreads) {
    const auto* sleeper = static_cast<const rt::Fiber*>(fibers_[waiting]);
    if (waiting == thread || sleeper->op == OpKind::kReacquire) {
      put(waiting, false);
      record_->waiting = kThreads;
    }
  }
  put(thread, pending_);
  pending_ = false;
  for (std::uint32_t i = 0; i < kVariables; ++i) record_->state.variables[i] = variables_[i];
  for (std::uint32_t i = 0; i < kAtomics; ++i) record_->state.atomics[i] = atomics_[i];
}

void Recording::before_wait(std::uint32_t thread) { record_->waiting = thread; }

void Recording::now(std::uint32_t thread, std::uint32_t place, std::uint64_t seen) {
  record_->state.places[thread] = place;
  record_->state.seen[thread] = seen;
}

void Recording::end() { record_->ended = true; }

}  // namespace stalemate::test

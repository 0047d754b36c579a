#include "recording.h"

#include <sys/mman.h>

#include <cstring>

#include "base/check.h"
#include "runtime/core/fiber.h"
#include "runtime/shadow/shadow.h"
#include "runtime/core/state.h"

namespace stalemate::test {

namespace {

// This process's execution.
Record* record = nullptr;
bool races = false;  // the access under way
const std::int32_t* variables = nullptr;
const std::int32_t* atomics = nullptr;
const rt::Fiber* fibers[kThreads];

void (*tool_is_told)(const rt::Conflict& conflict) = nullptr;

void listen(const rt::Conflict& conflict) {
  races = true;
  tool_is_told(conflict);
}

void put(std::uint32_t thread, bool told) {
  STALEMATE_CHECK(record->steps < Record::kMost, "a longer execution than there is room for");
  record->step[record->steps++] = {static_cast<std::uint8_t>(thread), told};
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

void Recording::clear() {
  for (std::uint32_t i = 0; i < used_; ++i) records_[i].begun = false;
  used_ = 0;
}

void Recording::begin(const std::int32_t* plain, const void* atomic) {
  if (rt::on_conflict != listen) {
    tool_is_told = rt::on_conflict;
    rt::on_conflict = listen;
  }
  const std::uint32_t number = used_++;
  STALEMATE_CHECK(number < kRecords, "more executions than there is room for");
  record = &records_[number];
  std::memset(static_cast<void*>(record), 0, sizeof *record);
  record->promoted = rt::g.channel->config.promoted_count;
  record->waiting = kThreads;
  variables = plain;
  atomics = static_cast<const std::int32_t*>(atomic);
  races = false;
  record->begun = true;
}

void Recording::meet(std::uint32_t thread) { fibers[thread] = rt::g.current; }

// The first step of a wait returns to nobody who could record it. It has happened if the thread now announces
// the second; no other step has since the last one recorded, but the present one.
void Recording::step(std::uint32_t thread) {
  const std::uint32_t waiting = record->waiting;
  if (waiting != kThreads) {
    if (waiting == thread || fibers[waiting]->op == OpKind::kReacquire) {
      put(waiting, false);
      record->waiting = kThreads;
    }
  }
  put(thread, races);
  races = false;
  for (std::uint32_t i = 0; i < kVariables; ++i) record->state.variables[i] = variables[i];
  for (std::uint32_t i = 0; i < kAtomics; ++i) record->state.atomics[i] = atomics[i];
}

void Recording::before_wait(std::uint32_t thread) { record->waiting = thread; }

void Recording::now(std::uint32_t thread, std::uint32_t place, std::uint64_t seen) {
  record->state.places[thread] = place;
  record->state.seen[thread] = seen;
}

void Recording::end() { record->ended = true; }

}  // namespace stalemate::test

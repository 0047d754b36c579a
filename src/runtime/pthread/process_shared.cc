#include "runtime/pthread/process_shared.h"

#include <sys/wait.h>
#include <cerrno>

#include "model/operations.h"
#include "model/wire/layout.h"
#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/memory_map.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"

namespace stalemate::rt {

namespace {

constexpr int kLook = 5;         // milliseconds between two polls
constexpr int kPatience = 1000;  // for the remaining ones, when one child has ended

bool forked = false;
bool shares_memory = false;

struct Search {
  std::uint64_t address;
  bool shared;
};

void find_shared(const MappedRange& mapping, void* argument) {
  auto* search = static_cast<Search*>(argument);
  if (mapping.range.begin <= search->address && search->address < mapping.range.end)
    search->shared = mapping.shared;
}

void find_writable_shared(const MappedRange& mapping, void* argument) {
  if (mapping.shared && mapping.writable && !layout::in_runtime_regions(mapping.range.begin))
    *static_cast<bool*>(argument) = true;
}

bool is_in_shared_memory(std::uint64_t address) {
  Search search = {address, false};
  each_mapping(find_shared, &search);
  return search.shared;
}

bool waits_for_shared(const Fiber& fiber) {
  return fiber.op == OpKind::kSemWait && fiber.on != nullptr && fiber.on->is_semaphore &&
         is_process_shared(reinterpret_cast<const sem_t*>(fiber.on->address));
}

enum class Children { kNone, kRunning, kEnded };

Children look_at_children() {
  siginfo_t child = {};
  const long result =
      kernel::call(SYS_waitid, P_ALL, 0, kernel::word(&child), WEXITED | WNOHANG | WNOWAIT | __WALL);
  if (result == -ECHILD) return Children::kNone;
  return child.si_pid != 0 ? Children::kEnded : Children::kRunning;
}

bool enable_those_posted() {
  bool any = false;
  for (Fiber* fiber = first_fiber(); fiber != nullptr; fiber = fiber->path_next) {
    if (!waits_for_shared(*fiber)) continue;
    SyncObject* semaphore = fiber->on;
    int value = 0;
    real().sem_getvalue(reinterpret_cast<sem_t*>(semaphore->address), &value);
    if (value <= 0) continue;
    note_uncontrolled(wire::Uncontrolled::kBlocking, fiber->pc, name_of(fiber->op));
    semaphore->count = 1;  // one at a time: the current number is unreliable
    refresh(fiber);        // the running one is not yet on the semaphore's list
    any = true;
  }
  return any;
}

bool anybody_waits() {
  for (const Fiber* fiber = first_fiber(); fiber != nullptr; fiber = fiber->path_next)
    if (waits_for_shared(*fiber)) return true;
  return false;
}

}  // namespace

void renew_processes() { forked = shares_memory = false; }

void note_fork(std::uintptr_t pc) {
  forked = true;
  each_mapping(find_writable_shared, &shares_memory);
  if (shares_memory)
    note_uncontrolled(wire::Uncontrolled::kAccesses, pc, "those of a forked process to shared memory");
}

bool has_forked() { return forked; }

bool shares_memory_with_process() { return shares_memory; }

bool waits_for_process() {
  if (!shares_memory) return false;
  for (const Fiber* fiber = first_fiber(); fiber != nullptr; fiber = fiber->path_next)
    if (!fiber->finished && fiber->on != nullptr && !waits_for_shared(*fiber) &&
        is_in_shared_memory(fiber->on->address))
      return true;
  return false;
}

// As in libc: the third word is 0, or FUTEX_PRIVATE_FLAG if the kernel must consider other processes.
bool is_process_shared(const sem_t* semaphore) {
  return reinterpret_cast<const std::uint32_t*>(semaphore)[2] != 0;
}

void refuse_process_shared(bool shared, const char* what) {
  if (shared && forked) [[unlikely]]
    end_beyond_capacity(what);
}

void refuse_shared_memory(const volatile void* object, const char* what) {
  if (forked && is_in_shared_memory(reinterpret_cast<std::uint64_t>(object))) end_beyond_capacity(what);
}

bool wake_shared_waits() {
  if (!forked || !anybody_waits()) return false;
  for (int waited = 0;;) {
    const Children children = look_at_children();
    if (enable_those_posted()) return true;
    if (children == Children::kNone) return false;
    if (children == Children::kEnded && (waited += kLook) > kPatience) return false;
    kernel::call(SYS_poll, 0, 0, kLook);
  }
}

}  // namespace stalemate::rt

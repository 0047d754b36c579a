#include "runtime/scheduler/outside_state.h"

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/shadow/vector_clock.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostUses = 2048;
constexpr int kDescriptors = 4096;

// The last use of a state by a thread, of each kind.
struct Use {
  std::uint64_t key;
  std::uint32_t thread;
  std::uint32_t stamp;  // 0: unknown
  OutsideUse use;
};

// Since the execution began.
Use uses[kMostUses];
std::uint32_t use_count = 0;
// States with two changes that were not ordered, and that no one has read yet.
constexpr std::uint32_t kMostDisordered = 64;
std::uint64_t disordered[kMostDisordered];
std::uint32_t disordered_count = 0;
std::uint32_t opened[kDescriptors];  // how often each descriptor was

bool has_other_thread() {
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f != g.current && !f->joined) return true;
  return false;
}

bool is_ordered(const Use& before) {
  if (before.stamp == 0 || racing.now == 0) return false;
  return before.stamp < racing.base || happened_before(before.stamp);
}

bool matters(OutsideUse before, OutsideUse now) {
  if (before == OutsideUse::kRead && now == OutsideUse::kRead) return false;
  return before != OutsideUse::kCombine || now != OutsideUse::kCombine;
}

bool is_disordered(std::uint64_t key) {
  for (std::uint32_t n = 0; n < disordered_count; ++n)
    if (disordered[n] == key) return true;
  return disordered_count == kMostDisordered;
}

void note(const char* detail, std::uintptr_t pc) {
  note_uncontrolled(wire::Uncontrolled::kOutsideState, pc, detail);
}

void note_conflict(const Use& before, OutsideUse now, const char* detail, std::uintptr_t pc) {
  if (before.use != OutsideUse::kAppend || now != OutsideUse::kAppend) return note(detail, pc);
  if (!is_disordered(before.key)) disordered[disordered_count++] = before.key;
}

}  // namespace

std::uint64_t mix_outside(std::uint64_t a, std::uint64_t b) {
  std::uint64_t bits = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdu;
  return bits ^ bits >> 33;
}

void use_outside(Outside what, std::uint64_t which, OutsideUse use, const char* detail, std::uintptr_t pc) {
  if (!g.active || g.exiting || g.current == nullptr || detail == nullptr) return;
  const std::uint64_t key = mix_outside(which, static_cast<std::uint64_t>(what) + 1);
  if (racing.tracked) track_unseen();
  if (use == OutsideUse::kRead && is_disordered(key)) note(detail, pc);
  if (!has_other_thread()) return;  // later threads begin after this, and joined ones have ended before
  Use* own = nullptr;
  for (std::uint32_t n = 0; n < use_count; ++n) {
    Use& past = uses[n];
    if (past.key != key) continue;
    if (past.thread == g.current->id) {
      if (past.use == use) own = &past;
    } else if (matters(past.use, use) && !is_ordered(past)) {
      note_conflict(past, use, detail, pc);
    }
  }
  if (own == nullptr) {
    if (use_count == kMostUses) return note("more files and other objects than are tracked", pc);
    own = &uses[use_count++];
  }
  *own = {key, g.current->id, racing.now, use};
}

void renew_descriptor(int fd) {
  if (g.active && fd >= 0 && fd < kDescriptors) ++opened[fd];
}

std::uint64_t descriptor_key(int fd) {
  const std::uint32_t times = fd >= 0 && fd < kDescriptors ? opened[fd] : 0;
  return std::uint64_t{times} << 32 | static_cast<std::uint32_t>(fd);
}

void renew_outside_state() {
  use_count = disordered_count = 0;
  for (std::uint32_t& times : opened) times = 0;
}

}  // namespace stalemate::rt

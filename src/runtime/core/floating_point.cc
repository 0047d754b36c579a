#include "runtime/core/floating_point.h"

#include <fenv.h>
#include <cstdint>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kSseFlags = 0x3f;  // exceptions that occurred, not control bits
constexpr int kSseMaskShift = 7;           // the masks lie above the flags there, at bit 0 here
constexpr int kSseRoundShift = 3;

struct Words {
  std::uint32_t sse;
  std::uint16_t x87;
};

Words words_now() {
  Words words;
  asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(words.sse), "=m"(words.x87));
  return words;
}

void load(const Words& words) { asm volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(words.sse), "m"(words.x87)); }

constexpr Words kDefault = {0x1f80, 0x37f};

bool is_default(const Words& words) {
  return (words.sse & ~kSseFlags) == kDefault.sse && words.x87 == kDefault.x87;
}

// All other threads have the words from before the change.
void use_floating_point(const Words& before) {
  if (!g.active || g.floating_point) return;
  g.floating_point = true;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) {
    f->sse_control = before.sse & ~kSseFlags;
    f->x87_control = before.x87;
  }
}

}  // namespace

void renew_floating_point() {
  if (g.floating_point) load(kDefault);
  g.floating_point = false;
}

void look_at_floating_point() {
  if (!g.floating_point && !is_default(words_now())) use_floating_point(kDefault);
}

void inherit_floating_point(Fiber* created) {
  look_at_floating_point();
  if (!g.floating_point) return;
  const Words words = words_now();
  created->sse_control = words.sse & ~kSseFlags;
  created->x87_control = words.x87;
}

void exchange_floating_point(Fiber* from, const Fiber* to) {
  const Words words = words_now();
  from->sse_control = words.sse;
  from->x87_control = words.x87;
  load({to->sse_control, to->x87_control});
}

}  // namespace stalemate::rt

using namespace stalemate::rt;

// As in libm, which may be absent: the linker drops it if no symbol of it is needed.
STALEMATE_INTERPOSED int fesetround(int mode) noexcept {
  if ((mode & ~FE_TOWARDZERO) != 0) return 1;
  Words words = words_now();
  use_floating_point(words);
  words.x87 = static_cast<std::uint16_t>((words.x87 & ~FE_TOWARDZERO) | mode);
  const auto in_sse = static_cast<std::uint32_t>(mode) << kSseRoundShift;
  words.sse = (words.sse & ~(std::uint32_t{FE_TOWARDZERO} << kSseRoundShift)) | in_sse;
  load(words);
  return 0;
}

namespace {

// Unmasks and masks exceptions; returns what was unmasked before.
int change_traps(int unmask, int mask) {
  Words words = words_now();
  use_floating_point(words);
  const int before = ~words.x87 & FE_ALL_EXCEPT;
  const int masked = ((words.x87 & FE_ALL_EXCEPT) | (mask & FE_ALL_EXCEPT)) & ~unmask;
  words.x87 = static_cast<std::uint16_t>((words.x87 & ~FE_ALL_EXCEPT) | masked);
  constexpr auto kAll = static_cast<std::uint32_t>(FE_ALL_EXCEPT) << kSseMaskShift;
  words.sse = (words.sse & ~kAll) | static_cast<std::uint32_t>(masked) << kSseMaskShift;
  load(words);
  return before;
}

}  // namespace

STALEMATE_INTERPOSED int feenableexcept(int exceptions) noexcept {
  return change_traps(exceptions & FE_ALL_EXCEPT, 0);
}

STALEMATE_INTERPOSED int fedisableexcept(int exceptions) noexcept { return change_traps(0, exceptions); }

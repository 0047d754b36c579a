#include "runtime/core/fiber.h"

#include <cstdio>
#include <cstring>

#include "base/check.h"
#include "model/wire/layout.h"
#include "runtime/core/state.h"
#include "runtime/platform/context.h"
#include "runtime/platform/own_malloc.h"
#include "runtime/platform/pages.h"
#include "runtime/platform/tls.h"

namespace stalemate::rt {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::uint32_t kMaxThreads = 4096;

struct Slot {
  Fiber fiber;
  void* tls_image = nullptr;
  std::uint32_t execution = 0;  // the last execution that used it
  bool made = false;
};

Slot* slots = nullptr;     // layout::kSlots
Fiber** fibers = nullptr;  // by id, of this execution
std::uint32_t count = 0;
std::uint32_t execution = 0;
Fiber* first = nullptr;

std::uint64_t slot_base(std::uint32_t slot) { return layout::kStackRegion + slot * layout::kStackStride; }

std::uint64_t hash_path(std::uint64_t parent, std::uint32_t ordinal) {
  std::uint64_t h = (parent ^ ordinal) * 0x9e3779b97f4a7c15u;
  return h ^ (h >> 29);
}

// Main's children get the slot of their number; deeper paths are hashed. A hash collision is resolved by
// order of creation, the one case in which a slot does not follow from the path alone.
std::uint32_t choose_slot(const Fiber* parent, std::uint32_t ordinal, std::uint64_t path_hash) {
  if (parent == nullptr) return 0;
  if (parent->level == 0 && ordinal < layout::kDirectSlots) return ordinal;
  const std::uint32_t hashed = layout::kSlots - layout::kDirectSlots;
  std::uint32_t slot = static_cast<std::uint32_t>(path_hash % hashed);
  for (std::uint32_t tries = 0; tries < hashed; ++tries, slot = (slot + 1) % hashed)
    if (slots[layout::kDirectSlots + slot].execution != execution) return layout::kDirectSlots + slot;
  return layout::kSlots;
}

// Threads whose slots are made before the first execution, where that is necessary.
constexpr std::uint32_t kMadeBefore = 16;

// False: the memory limit of the program leaves no room for another stack.
bool make_slot(std::uint32_t index) {
  const bool active = g.active;
  g.active = false;  // the loader allocates; that must outlive the execution
  Slot& slot = slots[index];
  const std::size_t bytes = kPage + layout::kStackBytes + tls_bytes();
  static_assert(kPage + layout::kStackBytes + 2 * layout::kMostTlsBytes < layout::kStackStride);
  const bool mapped = pages_at(slot_base(index), bytes, bytes, kPage);
  STALEMATE_CHECK(mapped || index != 0, "the main thread's stack cannot be mapped at its address");
  if (!mapped) {
    g.active = active;
    return false;
  }
  slot.fiber.calls = static_cast<CallStack*>(pages(sizeof(CallStack)));
  if (index == 0) {
    slot.fiber.tcb = g.main_tcb;  // the initial thread has its own
  } else {
    slot.fiber.tcb = make_tls(slot_base(index) + bytes);
    slot.tls_image = pages(tls_image_bytes());
    take_tls_image(slot.fiber.tcb, slot.tls_image);
  }
  slot.made = true;
  g.active = active;
  return true;
}

void clear(Slot& slot) {
  if (slot.tls_image != nullptr) reset_tls(slot.fiber.tcb, slot.tls_image);
  if (slot.fiber.used_keys && slot.tls_image != nullptr) forget_keys(slot.fiber.tcb);
  Fiber fresh;
  fresh.tcb = slot.fiber.tcb;
  fresh.calls = slot.fiber.calls;
  fresh.calls->depth = 0;
  slot.fiber = fresh;
}

// Path order is the preorder of the creation tree, so a new child comes after its parent's subtree.
void insert_by_path(Fiber* fiber, Fiber* parent) {
  if (parent == nullptr) {
    first = fiber;
    return;
  }
  Fiber* before = parent;
  while (before->path_next != nullptr && before->path_next->level > parent->level) before = before->path_next;
  fiber->path_next = before->path_next;
  before->path_next = fiber;
}

}  // namespace

void prepare_fibers() {
  if (slots != nullptr) return;
  slots = static_cast<Slot*>(pages(sizeof(Slot) * layout::kSlots));
  fibers = static_cast<Fiber**>(pages(sizeof(Fiber*) * kMaxThreads));
  execution = 1;
  // The loader allocates for a thread; with a malloc of the program, that would take steps of the program.
  if (program_has_own_malloc())
    for (std::uint32_t index = 1; index <= kMadeBefore; ++index) make_slot(index);
}

Fiber* take_fiber(Fiber* parent) {
  if (count == kMaxThreads) return nullptr;
  const std::uint32_t ordinal = parent == nullptr ? 0 : parent->children + 1;
  const std::uint64_t path_hash = parent == nullptr ? 1 : hash_path(parent->path_hash, ordinal);
  const std::uint32_t index = choose_slot(parent, ordinal, path_hash);
  if (index == layout::kSlots) return nullptr;
  Slot& slot = slots[index];
  if (!slot.made && !make_slot(index)) return nullptr;
  clear(slot);
  slot.execution = execution;
  if (parent != nullptr) ++parent->children;
  Fiber* fiber = &slot.fiber;
  fiber->id = count;
  fiber->slot = index;
  fiber->level = parent == nullptr ? 0 : parent->level + 1;
  fiber->path_hash = path_hash;
  fibers[count++] = fiber;
  insert_by_path(fiber, parent);
  return fiber;
}

void release_fibers() {
  open_closed_pages();
  count = 0;
  first = nullptr;
  ++execution;
}

Fiber* fiber_of(unsigned long handle) {
  const std::uint32_t index = layout::in_stacks(handle) ? layout::stack_slot(handle) : 0;
  Slot& slot = slots[index];
  const bool ours = slot.execution == execution && reinterpret_cast<unsigned long>(slot.fiber.tcb) == handle;
  return ours ? &slot.fiber : nullptr;
}

Fiber* fiber_by_id(std::uint32_t id) { return id < count ? fibers[id] : nullptr; }
std::uint32_t fiber_count() { return count; }

// In path order the children of a fiber follow it in the order of their creation.
void write_path(const Fiber* fiber, char* text, std::size_t bytes) {
  constexpr std::uint32_t kLevels = 64;
  std::uint32_t ordinals[kLevels] = {};
  std::uint32_t above = 0;
  for (const Fiber* f = first; f != nullptr; f = f->path_next) {
    if (f->level > above && f->level < kLevels) ordinals[f->level] = 0;
    above = f->level;
    if (f->level != 0 && f->level < kLevels) ++ordinals[f->level];
    if (f == fiber) break;
  }
  std::size_t used = 0;
  for (std::uint32_t level = 0; level <= fiber->level && level < kLevels && used < bytes; ++level) {
    const int length = std::snprintf(text + used, bytes - used, level == 0 ? "%u" : ".%u", ordinals[level]);
    used += static_cast<std::size_t>(length);
  }
}

Fiber* first_fiber() { return first; }

const void* pristine_tls(const Fiber* fiber) { return slots[fiber->slot].tls_image; }

std::uint64_t stack_low(std::uint32_t slot) {
  const std::uint64_t limit = slots != nullptr ? slots[slot].fiber.stack_limit : 0;
  return limit != 0 ? limit : slot_base(slot) + kPage;
}
std::uint64_t stack_high(std::uint32_t slot) { return slot_base(slot) + kPage + layout::kStackBytes; }

void limit_stack(Fiber* fiber, std::size_t bytes) {
  constexpr std::size_t kMargin = 256 << 10;
  const std::size_t room = round_up(bytes + bytes / 4 + kMargin, kPage);
  if (bytes >= layout::kStackBytes || room >= layout::kStackBytes) return;
  fiber->stack_limit = stack_high(fiber->slot) - room;
  close_pages_at(slot_base(fiber->slot), fiber->stack_limit - slot_base(fiber->slot));
}

bool in_stack_guard(std::uint64_t address) {
  if (!layout::in_stacks(address)) return false;
  const std::uint32_t slot = layout::stack_slot(address);
  if (slots[slot].execution == execution && address < slots[slot].fiber.stack_limit) return true;
  // A large frame may jump over the guard page: below it nothing is mapped down to the previous slot.
  const std::uint64_t inside = (address - layout::kStackRegion) % layout::kStackStride;
  return inside < kPage || inside >= kPage + layout::kStackBytes + tls_bytes();
}

}  // namespace stalemate::rt

#include "runtime/heap/heap_faults.h"

#include <cstdio>

#include "model/wire/layout.h"
#include "runtime/core/call_once.h"
#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/heap/heap_arena.h"
#include "runtime/heap/heap_blocks.h"
#include "runtime/heap/old_blocks.h"
#include "runtime/log/call_stack.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/uninstrumented/code_origin.h"

namespace stalemate::rt {

namespace {

// The bytes that represent a whole object of a primitive: its first ones.
constexpr std::size_t kObjectBytes = 4;

struct Text {
  char text[160] = {};
};

Text path_of(std::uint32_t thread) {
  Text path;
  if (const Fiber* fiber = fiber_by_id(thread)) write_path(fiber, path.text, sizeof path.text);
  return path;
}

Text size_of(std::size_t bytes) {
  Text size;
  std::snprintf(size.text, sizeof size.text, bytes == 1 ? "1 byte" : "%zu bytes", bytes);
  return size;
}

void put_fault(std::uint64_t address, std::size_t bytes, bool write, std::uint32_t earlier_thread) {
  const auto size = static_cast<std::uint32_t>(bytes < 255 ? bytes : 255);
  const std::uint32_t value = size | (write ? std::uint32_t{wire::kAccessWrites} : 0u) | earlier_thread << 16;
  put({wire::RecordKind::kFault, OpKind::kNone, static_cast<std::uint16_t>(g.current->id), value, address});
}

// "4 bytes are written"
Text access_of(const Conflict& conflict) {
  Text access;
  std::snprintf(access.text, sizeof access.text, "%s %s %s", size_of(conflict.bytes).text,
                conflict.bytes == 1 ? "is" : "are", conflict.write ? "written" : "read");
  return access;
}

// "8 bytes after the end"
Text place_of(const Conflict& conflict, const HeapBlock& block) {
  Text place;
  const std::uint64_t end = block.begin + block.bytes;
  if (conflict.address > end)
    std::snprintf(place.text, sizeof place.text, "%s after the end", size_of(conflict.address - end).text);
  else if (conflict.address == end)
    std::snprintf(place.text, sizeof place.text, "right after the end");
  else if (conflict.address < block.begin)
    std::snprintf(place.text, sizeof place.text, "%s before the begin",
                  size_of(block.begin - conflict.address).text);
  else
    std::snprintf(place.text, sizeof place.text, "across the end");
  return place;
}

[[noreturn]] void end_at_outside(const Conflict& conflict, std::uintptr_t pc) {
  put_fault(conflict.address, conflict.bytes, conflict.write, 0);
  HeapBlock block;
  if (!block_near(conflict.address, &block))
    fail(wire::Outcome::kHeapOverflow, pc, "%s beside a block of the heap", access_of(conflict).text);
  fail(wire::Outcome::kHeapOverflow, pc, "%s %s of a block of %s", access_of(conflict).text,
       place_of(conflict, block).text, size_of(block.bytes).text);
}

bool freed_block_at(std::uint64_t address, HeapBlock* block) {
  return (block_near(address, block) && block->freed) || freed_old_block_at(address, block);
}

[[noreturn]] void end_at_freed(const Conflict& conflict, std::uintptr_t pc) {
  HeapBlock block;
  const bool known = freed_block_at(conflict.address, &block);
  put_fault(conflict.address, conflict.bytes, conflict.write, block.freed_by);
  if (!known) fail(wire::Outcome::kUseAfterFree, pc, "%s of freed memory", access_of(conflict).text);
  fail(wire::Outcome::kUseAfterFree, pc, "%s of a block of %s that %s has freed", access_of(conflict).text,
       size_of(block.bytes).text, path_of(block.freed_by).text);
}

[[noreturn]] void end_at_unordered_free(const Conflict& conflict, std::uintptr_t pc) {
  put_fault(conflict.address, conflict.bytes, true, conflict.earlier_thread);
  fail(wire::Outcome::kUseAfterFree, pc,
       "a block of %s is freed, unordered with a %s of it by %s: the other order is a use after free",
       size_of(conflict.bytes).text, conflict.earlier_write ? "write" : "read",
       path_of(conflict.earlier_thread).text);
}

// Whether the C++ library, called by the program, called the code that frees: a destructor, when the last
// user of a facet or of a weak_ptr's block left. pthread_once calls what the program requested.
bool library_decides(std::uintptr_t pc) {
  constexpr std::uint32_t kDepth = 32, kOnceBytes = 256;
  std::uintptr_t callers[kDepth] = {};
  take_callers(pc, callers, kDepth);
  const auto once = reinterpret_cast<std::uintptr_t>(&stalemate_rt_call_once);
  bool in_library = false;
  for (std::uint32_t n = 0; n < kDepth && callers[n] != 0; ++n) {
    const CodeOrigin origin = origin_of(callers[n]);
    if (in_library && origin == CodeOrigin::kInstrumented && callers[n] - once >= kOnceBytes) return true;
    in_library = origin == CodeOrigin::kCxxLibrary;
  }
  return false;
}

bool in_heap(const volatile void* object) {
  const auto address = reinterpret_cast<std::uint64_t>(object);
  return racing.now != 0 && (layout::in_heaps(address) || in_old_heap(address));
}

// What a pointer that is not from malloc points to.
Text target_of(std::uint64_t address) {
  Text target;
  HeapBlock block;
  if (layout::in_stacks(address))
    std::snprintf(target.text, sizeof target.text, "it points into a stack");
  else if (block_near(address, &block) && address - block.begin < block.bytes)
    std::snprintf(target.text, sizeof target.text, "it points %s into a block of %s",
                  size_of(address - block.begin).text, size_of(block.bytes).text);
  else
    std::snprintf(target.text, sizeof target.text, "no block begins there");
  return target;
}

}  // namespace

void end_at_heap_fault(const Conflict& conflict) {
  const std::uintptr_t pc = conflict.pc & ~kVolatileAccess;
  if (conflict.frees && library_decides(pc)) return;
  if (conflict.frees) end_at_unordered_free(conflict, pc);
  if (conflict.fault == Fault::kFreed) end_at_freed(conflict, pc);
  end_at_outside(conflict, pc);
}

void end_at_double_free(const Block* block, std::uintptr_t pc) {
  const auto before = static_cast<std::uint32_t>(block->freed_by);
  put_fault(block->begin(), block->size, true, before);
  fail(wire::Outcome::kDoubleFree, pc, "a block of %s is freed that %s has freed already",
       size_of(block->size).text, path_of(before).text);
}

void end_at_foreign_free(const void* memory, std::uintptr_t pc) {
  fail(wire::Outcome::kMisuse, pc, "a pointer is freed that malloc did not give: %s",
       target_of(reinterpret_cast<std::uint64_t>(memory)).text);
}

void check_memory(const volatile void* object, const char* what, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uint64_t>(object);
  if (!is_freed(address)) return;
  HeapBlock block;
  if (!freed_block_at(address, &block))
    fail(wire::Outcome::kUseAfterFree, pc, "a %s is used in freed memory", what);
  put_fault(address, kObjectBytes, true, block.freed_by);
  fail(wire::Outcome::kUseAfterFree, pc, "a %s is used in a block of %s that %s has freed", what,
       size_of(block.bytes).text, path_of(block.freed_by).text);
}

void access_memory(const volatile void* object, bool write, std::uintptr_t pc) {
  if (in_heap(object)) check_atomic(reinterpret_cast<std::uintptr_t>(object), kObjectBytes, write, pc);
}

}  // namespace stalemate::rt

// Call stacks by the unwinder of the compiler's support library, which C++ programs use for exceptions.
#include "runtime/log/call_stack.h"

#include <link.h>
#include <unwind.h>
#include <cstring>

#include "model/wire/layout.h"
#include "runtime/core/fiber.h"
#include "runtime/log/record.h"

namespace stalemate::rt {

namespace {

const void* outermost[4];
std::uint32_t outermost_count = 0;

bool is_outermost(const void* function) {
  for (std::uint32_t i = 0; i < outermost_count; ++i)
    if (outermost[i] == function) return true;
  return false;
}

struct Walk {
  CallStack* calls;
  std::uintptr_t from;  // frames inside this one are the runtime's
  bool reached;
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* argument) {
  auto* walk = static_cast<Walk*>(argument);
  int before = 0;
  std::uintptr_t pc = _Unwind_GetIPInfo(context, &before);
  if (before != 0) ++pc;  // an interrupted instruction, not a return address
  walk->reached = walk->reached || pc == walk->from;
  if (!walk->reached) return _URC_NO_REASON;
  // At a caller, the unwinder has the canonical frame address of the function that it called.
  CallStack& calls = *walk->calls;
  if (calls.depth != 0) calls.frames[calls.depth - 1].frame_end = _Unwind_GetCFA(context);
  if (pc == 0 || calls.depth >= g.frames) return _URC_END_OF_STACK;
  if (is_outermost(_Unwind_FindEnclosingFunction(reinterpret_cast<void*>(pc - 1)))) return _URC_END_OF_STACK;
  calls.frames[calls.depth++] = {pc, 0};
  return _URC_NO_REASON;
}

struct CallersWalk {
  std::uintptr_t* next;
  std::uint32_t left;
  std::uintptr_t from;
  bool reached;
};

_Unwind_Reason_Code visit_caller(_Unwind_Context* context, void* argument) {
  auto* walk = static_cast<CallersWalk*>(argument);
  const std::uintptr_t pc = _Unwind_GetIP(context);
  if (!walk->reached) {
    walk->reached = pc == walk->from;
    return _URC_NO_REASON;
  }
  if (pc == 0 || walk->left == 0) return _URC_END_OF_STACK;
  if (is_outermost(_Unwind_FindEnclosingFunction(reinterpret_cast<void*>(pc - 1)))) return _URC_END_OF_STACK;
  *walk->next++ = pc;
  return --walk->left == 0 ? _URC_END_OF_STACK : _URC_NO_REASON;
}

struct Range {
  std::uintptr_t begin;
  std::uintptr_t end;
};
Range support[4];
std::uint32_t support_count = 0;

// The compiler's support library, and the C++ library: libgcc_s.so.1, libstdc++.so.6, libc++.so.1,
// libc++abi.so.1.
bool is_support_library(const char* path) {
  const char* slash = std::strrchr(path, '/');
  const char* name = slash != nullptr ? slash + 1 : path;
  return std::strncmp(name, "libgcc_s.so", 11) == 0 || std::strncmp(name, "libstdc++.so", 12) == 0 ||
         std::strncmp(name, "libc++", 6) == 0;
}

int find_support_code(dl_phdr_info* module, std::size_t, void*) {
  if (module->dlpi_name == nullptr || !is_support_library(module->dlpi_name)) return 0;
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const auto& part = module->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0 || support_count == 4) continue;
    const std::uintptr_t begin = module->dlpi_addr + part.p_vaddr;
    support[support_count++] = {begin, begin + part.p_memsz};
  }
  return 0;
}

}  // namespace

void take_call_stack(Fiber* fiber, std::uintptr_t pc) {
  const bool active = g.active;
  g.active = false;  // the unwinder synchronizes, too
  fiber->calls->depth = 0;
  Walk walk{fiber->calls, pc, false};
  _Unwind_Backtrace(visit, &walk);
  g.active = active;
}

void take_callers(std::uintptr_t pc, std::uintptr_t* callers, std::uint32_t most) {
  const bool active = g.active;
  g.active = false;
  CallersWalk walk{callers, most, pc, false};
  _Unwind_Backtrace(visit_caller, &walk);
  g.active = active;
}

void call_stacks_end_at(const void* function) {
  if (!is_outermost(function) && outermost_count < 4) outermost[outermost_count++] = function;
}

void learn_support_libraries() {
  dl_iterate_phdr(find_support_code, nullptr);
  Fiber no_thread;
  CallStack calls;
  no_thread.calls = &calls;
  take_call_stack(&no_thread, 0);  // the unwinder's first use initialises it
}

bool in_support_library(std::uintptr_t pc) {
  for (std::uint32_t i = 0; i < support_count; ++i)
    if (pc - support[i].begin < support[i].end - support[i].begin) return true;
  return false;
}

void put_frames(const Fiber* fiber, std::uintptr_t pc) {
  std::uint32_t written = 0;
  const std::uint64_t slot_base = layout::kStackRegion + fiber->slot * layout::kStackStride;
  auto frame = [&](std::uintptr_t address, std::uint64_t frame_end) {
    if (g.write >= g.write_end) return;
    const std::uint64_t offset = frame_end - slot_base;
    constexpr std::uint64_t kOffsets = std::uint64_t{1} << 24;  // limit of a record
    const std::uint32_t known = offset < kOffsets ? static_cast<std::uint32_t>(offset) << 8 : 0;
    put({wire::RecordKind::kFrame, OpKind::kNone, static_cast<std::uint16_t>(fiber->id), known | written++,
         address});
  };
  const CallStack& calls = *fiber->calls;
  for (std::uint32_t i = 0; i < calls.depth; ++i) frame(calls.frames[i].pc, calls.frames[i].frame_end);
  if (calls.depth == 0 && pc != 0) frame(pc, 0);
}

}  // namespace stalemate::rt

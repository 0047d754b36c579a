// Call stacks by the unwinder of the compiler's support library, which C++ programs use for exceptions.
#include "runtime/call_stack.h"

#include <link.h>
#include <unwind.h>

#include "runtime/fiber.h"
#include "runtime/scheduler.h"

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
  std::uintptr_t from;  // frames inside this one are ours
  bool reached;
};

_Unwind_Reason_Code visit(_Unwind_Context* context, void* argument) {
  auto* walk = static_cast<Walk*>(argument);
  int before = 0;
  std::uintptr_t pc = _Unwind_GetIPInfo(context, &before);
  if (before != 0) ++pc;  // an interrupted instruction, not a return address
  walk->reached = walk->reached || pc == walk->from;
  if (!walk->reached) return _URC_NO_REASON;
  // What the unwinder has at a caller is the canonical frame address of the function that it called.
  CallStack& calls = *walk->calls;
  if (calls.depth != 0) calls.frames[calls.depth - 1].frame_end = _Unwind_GetCFA(context);
  if (pc == 0 || calls.depth == CallStack::kDepth) return _URC_END_OF_STACK;
  if (is_outermost(_Unwind_FindEnclosingFunction(reinterpret_cast<void*>(pc - 1)))) return _URC_END_OF_STACK;
  calls.frames[calls.depth++] = {pc, 0};
  return _URC_NO_REASON;
}

std::uintptr_t unwinder_begin = 0;
std::uintptr_t unwinder_end = 0;

int find_unwinder(dl_phdr_info* module, std::size_t, void*) {
  const auto inside = reinterpret_cast<std::uintptr_t>(&_Unwind_Backtrace);
  if (module->dlpi_name == nullptr || module->dlpi_name[0] == 0) return 0;  // the program itself
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const auto& part = module->dlpi_phdr[i];
    const std::uintptr_t begin = module->dlpi_addr + part.p_vaddr;
    if (part.p_type != PT_LOAD || inside - begin >= part.p_memsz) continue;
    unwinder_begin = begin;
    unwinder_end = begin + part.p_memsz;
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

void call_stacks_end_at(const void* function) {
  if (!is_outermost(function) && outermost_count < 4) outermost[outermost_count++] = function;
}

void learn_unwinder() {
  dl_iterate_phdr(find_unwinder, nullptr);
  Fiber nobody;
  CallStack calls;
  nobody.calls = &calls;
  take_call_stack(&nobody, 0);  // its first use initialises it
}

bool in_unwinder(std::uintptr_t pc) { return pc - unwinder_begin < unwinder_end - unwinder_begin; }

}  // namespace stalemate::rt

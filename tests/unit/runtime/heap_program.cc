#include "heap_program.h"

#include <gtest/gtest.h>

#include "runtime/core/ending.h"
#include "runtime/core/leave_memory.h"
#include "runtime/core/state.h"
#include "runtime/heap/heap.h"
#include "runtime/heap/heap_faults.h"
#include "runtime/platform/own_malloc.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/uninstrumented/code_origin.h"

namespace stalemate::rt {

State g;
Racing racing;

void forget_objects_in(std::uint64_t begin, std::size_t bytes) {
  test::HeapProgram::begun_anew.push_back({begin, bytes});
}
void end_at_foreign_free(const void*, std::uintptr_t) { throw test::ForeignFree{}; }
void end_at_double_free(const Block*, std::uintptr_t) { throw test::DoubleFree{}; }
void fail(wire::Outcome outcome, std::uintptr_t, const char*, ...) {
  EXPECT_EQ(outcome, wire::Outcome::kDoubleFree);
  throw test::DoubleFree{};
}
CodeOrigin origin_of(std::uintptr_t) { return CodeOrigin::kInstrumented; }

// The program has no heap besides ours, and every block of these tests lies in ours.
const HeapFunctions& outside_heap() {
  static const HeapFunctions none{};
  return none;
}
const HeapFunctions* own_heap() { return nullptr; }

// Nothing of the following is used: accesses are not checked, and allocations are no steps.
void end_state_log(wire::StatesUnknown) {}
void shadow_allocated(std::uintptr_t, std::size_t, std::size_t, std::size_t, bool) {}
void shadow_freed(std::uintptr_t, std::size_t, std::uintptr_t, bool) {}
bool is_freed(std::uintptr_t) { return false; }
void track_unseen() {}
void announce_cancelled(Fiber*) {}
void log_stored() {}
extern "C" void stalemate_rt_pass_noting(SyncObject*, bool, bool) {}
extern "C" void stalemate_rt_wipe_stack() {}
bool has_thread_pointer_instruction = false;
void set_thread_pointer_by_kernel(void*) {}

// Call stacks have one frame.
void take_call_stack(Fiber*, std::uintptr_t) {}
void put_frames(const Fiber* fiber, std::uintptr_t pc) {
  put({wire::RecordKind::kFrame, OpKind::kNone, static_cast<std::uint16_t>(fiber->id), 0, pc});
}

}  // namespace stalemate::rt

namespace stalemate::test {

std::vector<Range> HeapProgram::begun_anew;

namespace {

// Between two calls the test itself allocates: from libc.
template <class Call>
auto as_program(rt::Fiber* running, Call call) {
  struct Active {
    explicit Active(rt::Fiber* running) {
      rt::g.current = running;
      rt::g.active = true;
    }
    ~Active() { rt::g.active = false; }
  } active(running);
  return call();
}

void* at(std::uint64_t block) { return reinterpret_cast<void*>(block); }

}  // namespace

HeapProgram::HeapProgram() {
  for (std::uint32_t n = 0; n < kThreads; ++n) {
    fibers_[n].id = n;
    fibers_[n].slot = kSlots[n];
  }
  rt::g.channel = &channel_;
  begun_anew.clear();
}

HeapProgram::~HeapProgram() {
  rt::g.channel = nullptr;
  rt::g.current = nullptr;
}

void HeapProgram::begin(bool reuse) {
  channel_.config.reuse = reuse ? 1 : 0;
  rt::renew_heap();
}

std::uint64_t HeapProgram::allocate(std::uint32_t thread, std::size_t bytes, std::size_t alignment,
                                    std::uintptr_t pc) {
  return as_program(&fibers_[thread],
                    [&] { return reinterpret_cast<std::uint64_t>(rt::allocate(bytes, alignment, pc)); });
}

void HeapProgram::release(std::uint32_t thread, std::uint64_t block, std::uintptr_t pc) {
  as_program(&fibers_[thread], [&] { rt::release(at(block), pc); });
}

std::uint64_t HeapProgram::reallocate(std::uint32_t thread, std::uint64_t block, std::size_t bytes) {
  return as_program(&fibers_[thread],
                    [&] { return reinterpret_cast<std::uint64_t>(rt::reallocate(at(block), bytes, 1)); });
}

}  // namespace stalemate::test

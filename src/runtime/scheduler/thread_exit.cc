// pthread_exit: unwinds the whole stack, so that destructors and cleanup handlers run, and then ends the
// thread. C programs without -fexceptions register their handlers as jump buffers in a list; the unwinding
// stops at each frame that has one, and jumps there.
#include "runtime/scheduler/thread_exit.h"

#include <pthread.h>
#include <unwind.h>
#include <csetjmp>
#include <cstdint>
#include <cstring>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

// The list of handlers: each buffer has room for a pointer to the previous one.
void*& before(__pthread_unwind_buf_t* handler) { return handler->__pad[0]; }

_Unwind_Reason_Code leave_frame(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                _Unwind_Context* context, void*) {
  auto* handler = static_cast<__pthread_unwind_buf_t*>(g.current->cleanups);
  const bool at_end = (actions & _UA_END_OF_STACK) != 0;
  // The handler's buffer lies in the frame that registered it: this is the first frame outside it.
  if (handler != nullptr && (at_end || _Unwind_GetCFA(context) > reinterpret_cast<std::uintptr_t>(handler)))
    std::longjmp(reinterpret_cast<__jmp_buf_tag*>(handler->__cancel_jmp_buf), 1);
  if (at_end) end_thread();
  return _URC_NO_REASON;
}

[[noreturn]] void unwind_current() {
  CallStack* calls = g.current->calls;
  static_assert(sizeof(_Unwind_Exception) <= sizeof calls->unwinding);
  auto* exception = reinterpret_cast<_Unwind_Exception*>(calls->unwinding);
  std::memset(exception, 0, sizeof *exception);
  _Unwind_ForcedUnwind(exception, leave_frame, nullptr);
  end_thread();
}

}  // namespace

void rt::leave_thread(void* result) {
  g.current->leaving = true;
  g.current->result = result;
  unwind_current();
}

STALEMATE_INTERPOSED void pthread_exit(void* result) {
  if (!g.active) {
    real().pthread_exit(result);
    __builtin_unreachable();
  }
  leave_thread(result);
}

STALEMATE_INTERPOSED void __pthread_register_cancel(__pthread_unwind_buf_t* handler) {
  if (!g.active) return real().register_cancel(handler);
  before(handler) = g.current->cleanups;
  g.current->cleanups = handler;
}

STALEMATE_INTERPOSED void __pthread_unregister_cancel(__pthread_unwind_buf_t* handler) {
  if (!g.active) return real().unregister_cancel(handler);
  g.current->cleanups = before(handler);
}

// A handler has run: continue with the next.
STALEMATE_INTERPOSED void __pthread_unwind_next(__pthread_unwind_buf_t* handler) {
  if (!g.active) {
    real().unwind_next(handler);
    __builtin_unreachable();
  }
  g.current->cleanups = before(handler);
  unwind_current();
}

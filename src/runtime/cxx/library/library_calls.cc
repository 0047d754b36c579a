#include "runtime/cxx/library/library_calls.h"

#include "runtime/core/cxx_library.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/uninstrumented/code_origin.h"

using namespace stalemate::rt;

// Parts of libstdc++ that fill_ctype_tables() needs; null in a program with another library.
struct Facet;
extern "C" {
__attribute__((weak)) const void* stalemate_rt_classic() asm("_ZNSt6locale7classicEv");
__attribute__((weak)) const Facet* stalemate_rt_ctype(const void* locale) asm(
    "_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale");
__attribute__((weak)) void stalemate_rt_fill_narrow(const Facet* ctype) asm(
    "_ZNKSt5ctypeIcE14_M_narrow_initEv");
__attribute__((weak)) void stalemate_rt_fill_widen(const Facet* ctype) asm(
    "_ZNKSt5ctypeIcE13_M_widen_initEv");
// libc++'s data of a thread, which it finds by a static local.
__attribute__((weak)) void* stalemate_rt_thread_data() asm("_ZNSt3__119__thread_local_dataEv");
}

extern "C" __attribute__((visibility("hidden"))) LibraryCall __start_stalemate_calls[],
    __stop_stalemate_calls[];

namespace stalemate::rt {

namespace {

// std::ctype<char> caches conversions in tables that threads share without synchronization. All write the
// same values, so it works; tables that were filled before are only read.
void fill_ctype_tables() {
  if (stalemate_rt_fill_narrow == nullptr || stalemate_rt_fill_widen == nullptr) return;
  if (stalemate_rt_classic == nullptr || original("_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale") == nullptr)
    return;
  const Facet* const ctype = stalemate_rt_ctype(stalemate_rt_classic());
  stalemate_rt_fill_narrow(ctype);
  stalemate_rt_fill_widen(ctype);
}

}  // namespace

void find_library_calls() {
  for (LibraryCall* call = __start_stalemate_calls; call != __stop_stalemate_calls; ++call)
    if (call->original == nullptr) call->original = original(call->name);
  fill_ctype_tables();
  // Otherwise the first thread of each execution would initialise it: a step that depends on what is no step,
  // because the library looks at the guard itself.
  if (stalemate_rt_thread_data != nullptr) stalemate_rt_thread_data();
}

}  // namespace stalemate::rt

// Returns the library's function, which is to run next.
extern "C" __attribute__((visibility("hidden"))) void* stalemate_rt_before_library_call(
    LibraryCall* call, const CallArguments* arguments, std::uintptr_t pc) {
  if (call->original == nullptr) [[unlikely]]
    call->original = original(call->name);
  if (g.active && (racing.now != 0 || racing.tracked) && origin_of(pc) == CodeOrigin::kInstrumented) {
    call->model(CheckedCall(pc), *arguments);
    if (racing.tracked) track_unseen();  // the effects of the call itself
  }
  return call->original;
}

// r11 has the call. All registers that may hold arguments are preserved, and the stack is unchanged.
asm(R"(
  .pushsection .text
  .globl stalemate_rt_library_call
  .hidden stalemate_rt_library_call
  .type stalemate_rt_library_call, @function
  .p2align 4
stalemate_rt_library_call:
  .cfi_startproc
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  sub $192, %rsp
  mov %rdi, (%rsp)
  mov %rsi, 8(%rsp)
  mov %rdx, 16(%rsp)
  mov %rcx, 24(%rsp)
  mov %r8, 32(%rsp)
  mov %r9, 40(%rsp)
  mov %rax, 48(%rsp)
  movups %xmm0, 64(%rsp)
  movups %xmm1, 80(%rsp)
  movups %xmm2, 96(%rsp)
  movups %xmm3, 112(%rsp)
  movups %xmm4, 128(%rsp)
  movups %xmm5, 144(%rsp)
  movups %xmm6, 160(%rsp)
  movups %xmm7, 176(%rsp)
  mov %r11, %rdi
  mov %rsp, %rsi
  mov 8(%rbp), %rdx
  call stalemate_rt_before_library_call
  mov %rax, %r11
  mov (%rsp), %rdi
  mov 8(%rsp), %rsi
  mov 16(%rsp), %rdx
  mov 24(%rsp), %rcx
  mov 32(%rsp), %r8
  mov 40(%rsp), %r9
  mov 48(%rsp), %rax
  movups 64(%rsp), %xmm0
  movups 80(%rsp), %xmm1
  movups 96(%rsp), %xmm2
  movups 112(%rsp), %xmm3
  movups 128(%rsp), %xmm4
  movups 144(%rsp), %xmm5
  movups 160(%rsp), %xmm6
  movups 176(%rsp), %xmm7
  leave
  .cfi_def_cfa %rsp, 8
  .cfi_restore %rbp
  jmp *%r11
  .cfi_endproc
  .size stalemate_rt_library_call, . - stalemate_rt_library_call
  .popsection
)");

// Calls into the compiled part of the C++ library that access objects of the program. Each function of the
// tables (stream_calls.h and its neighbours) is interposed: before it runs, a model gives the memory that it
// accesses, and that is checked like an access of the program (S13). Then the library's function runs.
//
// A call is checked if instrumented code makes it. What the library calls in turn is part of that call. The
// accesses are announced before the call: if they are promoted, the call is a step, not its parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/libc/checked_memory.h"

namespace stalemate::rt {

// The register arguments, by position. A result that does not fit into registers is the first.
struct CallArguments {
  std::uintptr_t word[6];

  char* pointer(int n) const { return reinterpret_cast<char*>(word[n]); }
};

using CallModel = void (*)(const CheckedCall& call, const CallArguments& arguments);

// Aligned to its size, so that the linker makes an array of them.
struct alignas(32) LibraryCall {
  const char* name;
  CallModel model;
  void* original;  // null until found
};
static_assert(sizeof(LibraryCall) == 32);

}  // namespace stalemate::rt

// Defines the function `name` of the library, whose accesses the following model gives. The rest is in
// library_calls.cc.
#define STALEMATE_LIBRARY_CALL(name, ...)                                           \
  extern "C" __attribute__((visibility("hidden"), section("stalemate_calls")))      \
  stalemate::rt::LibraryCall stalemate_call_##name;                                 \
  stalemate::rt::LibraryCall stalemate_call_##name = {#name, __VA_ARGS__, nullptr}; \
  asm(".pushsection .text\n"                                                        \
      ".globl " #name                                                               \
      "\n"                                                                          \
      ".type " #name                                                                \
      ", @function\n"                                                               \
      ".p2align 4\n" #name                                                          \
      ":\n"                                                                         \
      "  .cfi_startproc\n"                                                          \
      "  lea stalemate_call_" #name                                                 \
      "(%rip), %r11\n"                                                              \
      "  jmp stalemate_rt_library_call\n"                                           \
      "  .cfi_endproc\n"                                                            \
      ".size " #name ", . - " #name                                                 \
      "\n"                                                                          \
      ".popsection");

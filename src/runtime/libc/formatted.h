// The arguments of the printf and scanf families: which memory of the program a format makes them read and
// write.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include "runtime/libc/checked_memory.h"

namespace stalemate::rt {

// A list of arguments made by hand: those in registers, laid out as a function with a variable number of
// arguments saves them, from this byte on, and those on the stack. No list ends them: va_end does nothing
// here.
struct ArgumentRegisters {
  std::uint64_t words[6];
  alignas(16) unsigned char vectors[8][16];
};
void make_list(va_list& list, const ArgumentRegisters* registers, unsigned first_byte, void* on_stack);

// What printing reads: the format, strings; and what it writes for %n. False: the format has something that
// is not known here (arguments by number, conversions of the program's own); the rest was not checked.
bool check_printed(const CheckedCall& call, const char* format, va_list arguments);

// What scanning writes: for the first `assigned` conversions that store something.
inline constexpr int kAllConversions = -1;
bool check_scanned(const CheckedCall& call, const char* format, va_list arguments, int assigned);

// How many conversions of `format` store something if `scan` reads `text`; kAllConversions if that is not
// known before.
using ScanText = int (*)(const char* text, const char* format, va_list arguments);
int count_assigned(ScanText scan, const char* text, const char* format);

}  // namespace stalemate::rt

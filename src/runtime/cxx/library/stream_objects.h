// What the C++ library's functions access of streams, buffers and strings of the program. Offsets are those
// of the libraries' binary interfaces, which do not change.
//
// By the standard two threads that use one stream race, unless it is one of the synchronized standard streams
// (such as std::cout). A call for input or output is a write of the stream's width, which the library sets to
// zero, and of the position in the buffer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/libc/checked_memory.h"

namespace stalemate::rt {

// Offsets of fields. All of a stream buffer's pointers are consecutive words.
struct StreamLayout {
  std::size_t precision, width, flags, state, fill, buffer;  // of basic_ios
  std::size_t get, put;                                      // of basic_streambuf: three pointers each
  std::size_t string;                                        // bytes of a std::string object
};
inline constexpr StreamLayout kLibstdcxx = {8, 16, 24, 32, 224, 232, 8, 32, 32};
inline constexpr StreamLayout kLibcxx = {16, 24, 8, 32, 144, 40, 16, 40, 24};

enum class Direction : std::uint8_t { kIn, kOut };

// An input or output operation on the stream object at `stream`.
void check_transfer(const CheckedCall& call, char* stream, Direction direction, const StreamLayout& layout);
// One on the stream buffer at `buffer`, by its base class's functions.
void check_buffer(const CheckedCall& call, char* buffer, Direction direction, const StreamLayout& layout);
// The stream's basic_ios, which is a virtual base.
char* ios_of(char* stream);

}  // namespace stalemate::rt

// What functions of the C++ library access, by their arguments. "Of" means the object is the second argument,
// after the place for the result; "At" means at an offset into the object.
#pragma once

#include "runtime/cxx/library/library_calls.h"
#include "runtime/cxx/library/stream_objects.h"

namespace stalemate::rt {

template <int Argument, std::size_t Offset, std::size_t Bytes>
void model_read(const CheckedCall& call, const CallArguments& arguments) {
  call.read(arguments.pointer(Argument) + Offset, Bytes);
}
template <int Argument, std::size_t Offset, std::size_t Bytes>
void model_write(const CheckedCall& call, const CallArguments& arguments) {
  call.write(arguments.pointer(Argument) + Offset, Bytes);
}
template <CallModel... Models>
void model_all(const CheckedCall& call, const CallArguments& arguments) {
  (Models(call, arguments), ...);
}

template <std::size_t Bytes>
inline constexpr CallModel kReads = model_read<0, 0, Bytes>;
template <std::size_t Bytes>
inline constexpr CallModel kWrites = model_write<0, 0, Bytes>;
template <std::size_t Offset, std::size_t Bytes>
inline constexpr CallModel kReadsAt = model_read<0, Offset, Bytes>;
template <std::size_t Offset, std::size_t Bytes>
inline constexpr CallModel kWritesAt = model_write<0, Offset, Bytes>;
template <std::size_t Bytes>
inline constexpr CallModel kReadsOf = model_read<1, 0, Bytes>;
template <std::size_t Bytes>
inline constexpr CallModel kWritesOf = model_write<1, 0, Bytes>;
template <std::size_t Offset, std::size_t Bytes>
inline constexpr CallModel kReadsOfAt = model_read<1, Offset, Bytes>;
template <std::size_t Offset, std::size_t Bytes>
inline constexpr CallModel kWritesOfAt = model_write<1, Offset, Bytes>;
template <std::size_t Bytes>
inline constexpr CallModel kReadsBoth = model_all<model_read<0, 0, Bytes>, model_read<1, 0, Bytes>>;
template <std::size_t Bytes>
inline constexpr CallModel kReadsOfTwo = model_all<model_read<1, 0, Bytes>, model_read<2, 0, Bytes>>;
template <std::size_t Bytes>
inline constexpr CallModel kWritesBoth = model_all<model_write<0, 0, Bytes>, model_write<1, 0, Bytes>>;
// From the second argument to the first.
template <std::size_t Bytes>
inline constexpr CallModel kCopies = model_all<model_read<1, 0, Bytes>, model_write<0, 0, Bytes>>;

// (this, T* first, const T* last)
inline void kWritesRange(const CheckedCall& call, const CallArguments& arguments) {
  call.write(arguments.pointer(1), arguments.word[2] - arguments.word[1]);
}

// An error_code, where the program wants to have it.
template <int Argument>
void model_error(const CheckedCall& call, const CallArguments& arguments) {
  if (arguments.pointer(Argument) != nullptr) call.write(arguments.pointer(Argument), 16);
}
// A std::shared_ptr, which is read, and what it points to.
inline char* model_pointer(const CheckedCall& call, const CallArguments& arguments) {
  call.read(arguments.pointer(0), 16);
  return *reinterpret_cast<char**>(arguments.pointer(0));
}
inline void model_shared_read(const CheckedCall& call, const CallArguments& arguments) {
  if (const char* const shared = model_pointer(call, arguments)) call.read(shared, 8);
}
inline void model_shared_write(const CheckedCall& call, const CallArguments& arguments) {
  if (const char* const shared = model_pointer(call, arguments)) call.write(shared, 8);
}

// An operation on a stream, which is argument `Stream`.
template <Direction Way, int Stream, const StreamLayout& Layout>
void model_transfer(const CheckedCall& call, const CallArguments& arguments) {
  check_transfer(call, arguments.pointer(Stream), Way, Layout);
}
// One on a stream buffer, where there is one.
template <Direction Way, int Buffer, const StreamLayout& Layout>
void model_buffer(const CheckedCall& call, const CallArguments& arguments) {
  if (arguments.pointer(Buffer) != nullptr) check_buffer(call, arguments.pointer(Buffer), Way, Layout);
}
// This many characters of that size, at the second argument.
template <std::size_t Size>
void model_text(const CheckedCall& call, const CallArguments& arguments) {
  call.read(arguments.pointer(1), arguments.word[2] * Size);
}
inline void model_c_string(const CheckedCall& call, const CallArguments& arguments) {
  const char* text = arguments.pointer(1);
  if (text != nullptr) call.read_up_to(text, [=] { return stalemate_rt_strlen(text) + 1; });
}

// The functions of one library.
template <const StreamLayout& Layout>
struct StreamModels {
  static constexpr CallModel kOut = model_transfer<Direction::kOut, 0, Layout>;
  static constexpr CallModel kIn = model_transfer<Direction::kIn, 0, Layout>;
  static constexpr CallModel kOutSentry = model_transfer<Direction::kOut, 1, Layout>;
  static constexpr CallModel kInSentry = model_transfer<Direction::kIn, 1, Layout>;
  static constexpr CallModel kOutCString = model_all<model_c_string, kOut>;
  static constexpr CallModel kOutFromBuffer = model_all<model_buffer<Direction::kIn, 1, Layout>, kOut>;
  template <std::size_t Size>
  static constexpr CallModel kOutText = model_all<model_text<Size>, kOut>;
  template <std::size_t Bytes>  // of the string object
  static constexpr CallModel kOutString = model_all<model_read<1, 0, Bytes>, kOut>;
  template <std::size_t Bytes>
  static constexpr CallModel kInValue = model_all<kIn, model_write<1, 0, Bytes>>;
  static constexpr CallModel kInToBuffer = model_all<kIn, model_buffer<Direction::kOut, 1, Layout>>;
  // Unformatted input also sets what gcount() returns, which comes first in an istream.
  static constexpr CallModel kGet = model_all<kIn, model_write<0, 8, 8>>;
  template <std::size_t Bytes>
  static constexpr CallModel kGetValue = model_all<kGet, model_write<1, 0, Bytes>>;
  static constexpr CallModel kGetToBuffer = model_all<kGet, model_buffer<Direction::kOut, 1, Layout>>;

  static constexpr CallModel kBufferOut = model_buffer<Direction::kOut, 0, Layout>;
  static constexpr CallModel kBufferIn = model_buffer<Direction::kIn, 0, Layout>;
  static constexpr CallModel kBufferAll = model_all<kBufferOut, kBufferIn>;

  // Manipulators and functions of basic_ios. They do no input or output, so the standard streams are not
  // exempt.
  template <std::size_t StreamLayout::*Field, std::size_t Bytes>
  static void set(const CheckedCall& call, const CallArguments& arguments) {
    call.write(ios_of(arguments.pointer(0)) + Layout.*Field, Bytes);
  }
  static constexpr CallModel kSetWidth = set<&StreamLayout::width, 8>;
  static constexpr CallModel kSetPrecision = set<&StreamLayout::precision, 8>;
  static constexpr CallModel kSetFlags = set<&StreamLayout::flags, 4>;
  static constexpr CallModel kSetFill = set<&StreamLayout::fill, 1>;
  // Two streams exchange their state, or one takes over the other's.
  static void kSwapStreams(const CheckedCall& call, const CallArguments& arguments) {
    for (int n : {0, 1}) call.write(ios_of(arguments.pointer(n)) + sizeof(void*), Layout.buffer);
  }
  static constexpr CallModel kReadsState = model_read<0, Layout.state, 4>;
  static constexpr CallModel kWritesState = model_write<0, Layout.state, 4>;
  // Precision, width, flags and what lies between them.
  static constexpr CallModel kCopiesFormat = model_all<model_read<1, 8, 24>, model_write<0, 8, 24>>;
};

}  // namespace stalemate::rt

// Models of single functions of libstdc++.
#pragma once

#include "runtime/cxx/library/library_models.h"

namespace stalemate::rt {

// ios_base::imbue returns the old locale: the stream is the second argument, the locale is at its end.
inline constexpr CallModel kImbues = kWritesOfAt<208, 8>;

// (const void* memory, size_t bytes, …)
inline void kReadsText(const CheckedCall& call, const CallArguments& arguments) {
  call.read(arguments.pointer(0), arguments.word[1]);
}
// (this, const char* first, const char* last, T* to)
template <std::size_t Size>
void kWidens(const CheckedCall& call, const CallArguments& arguments) {
  const std::size_t count = arguments.word[2] - arguments.word[1];
  call.read(arguments.pointer(1), count);
  call.write(arguments.pointer(3), count * Size);
}
// (this, const T* first, const T* last, char standard, char* to)
template <std::size_t Size>
void kNarrows(const CheckedCall& call, const CallArguments& arguments) {
  const std::size_t count = (arguments.word[2] - arguments.word[1]) / Size;
  call.read(arguments.pointer(1), count * Size);
  call.write(arguments.pointer(4), count);
}

// _Prime_rehash_policy: the largest load factor, then how many elements lead to the next rehash.
inline constexpr CallModel kNextBuckets = model_all<model_read<0, 0, 4>, model_write<0, 8, 8>>;
// (this, size_t buckets, size_t elements, size_t inserted)
inline void kNeedRehash(const CheckedCall& call, const CallArguments& arguments) {
  char* const next = arguments.pointer(0) + 8;
  call.read(next, 8);
  if (arguments.word[2] + arguments.word[3] > *reinterpret_cast<const std::size_t*>(next))
    kNextBuckets(call, arguments);
}

}  // namespace stalemate::rt

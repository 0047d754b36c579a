// What the targets share. A target is a function of bytes that must return, whatever the bytes: libFuzzer
// looks for bytes that make it crash, hang or break a promise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace stalemate::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline void promise(bool kept, const char* which) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", which);
  std::abort();
}

}  // namespace stalemate::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// The effects of a function on memory that another thread may access, from its instructions alone. An
// abstract interpretation of the registers: each holds a pointer into the running thread's stack or
// thread-local storage, a pointer into data that is never written, the address of what the function returns,
// or anything. Pure.
//
// A function that accesses memory only through the first two touches nothing shared, however it was compiled.
// A pointer is assumed to stay inside the object that it was made for.
#pragma once

#include <cstdint>

namespace stalemate::rt {

enum class CodeEffect : std::uint8_t {
  kNone,    // touches nothing shared, and calls only what is judged separately, by `judged`
  kStores,  // it calls nothing, and only stores to what its first argument points to, which it returns, are
            // in doubt: so does a function that returns an object in memory
  kAny,
};

struct MemoryRange {
  std::uint64_t begin = 0, end = 0;
  bool holds(std::uint64_t address) const { return address - begin < end - begin; }
};

struct CodeSurroundings {
  static constexpr int kMostConstant = 8;
  MemoryRange constant[kMostConstant];  // data that is never written
  int constants = 0;
  bool (*judged)(std::uint64_t target, const void* argument) = nullptr;  // code that is judged separately
  const void* argument = nullptr;

  bool is_constant(std::uint64_t address) const {
    for (int i = 0; i < constants; ++i)
      if (constant[i].holds(address)) return true;
    return false;
  }
};

// Of the code in `code`, which is mapped there.
CodeEffect effect_of(MemoryRange code, const CodeSurroundings& surroundings);
// The same for its own accesses, whatever it calls, except for what only exceptions lead to; kNone if nothing
// is known.
CodeEffect own_effect_of(MemoryRange code, const CodeSurroundings& surroundings);

}  // namespace stalemate::rt

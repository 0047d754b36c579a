// Which thread accessed a word of memory, by which code: of remembered words every access, so that each pair
// of code that races on them is found, and not only the last of a thread (S13). An access stands for earlier
// ones of the same thread, code, kind and bytes: what is unordered with those is unordered with it.
//
// A word is remembered from the first request on. Earlier accesses are those of the shadow, by unknown code.
// Emptied in constant time; if there is no more room, words are not remembered, and the shadow reports their
// races as those of any other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// An access of remembered bytes, with the code address 0 if it is unknown.
struct Touch {
  std::uintptr_t pc = 0;
  std::uint32_t stamp = 0;
  std::uint16_t thread = 0;
  std::uint8_t mask = 0;  // bytes of the word
  bool write = false;
  bool atomic = false;
  bool is_volatile = false;
};

// Once.
void prepare_history();
// An execution begins: nothing is remembered.
void begin_history();

bool is_remembered(std::uintptr_t address);
// From now on, if there is room.
void remember(std::uintptr_t address, std::size_t bytes);
// The bytes are new memory.
void forget_history(std::uintptr_t address, std::size_t bytes);

// The running thread accesses bytes, as in `touch` except for stamp, thread and mask. Of each remembered
// word, calls on_pair(earlier access, word) for those that race with it.
struct TouchedBytes {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::uintptr_t word = 0;  // the four bytes that both accesses touch
};
using OnPair = void (*)(const Touch& earlier, const TouchedBytes& where, const Touch& later);
void touch_remembered(std::uintptr_t address, std::size_t bytes, Touch touch, OnPair on_pair);

}  // namespace stalemate::rt

// Who accessed a word of memory, by which code: of remembered words every access, so that each pair of code
// that races on them is found, and not only the last of a thread (S13). An access stands for earlier ones of
// the same thread, code, kind and bytes: whoever is unordered with those is unordered with it.
//
// A word is remembered from the moment somebody asks for it. What was done to it before is what the shadow
// knows, by code that is not known. Emptied in constant time; where there is no more room, words are not
// remembered, and the shadow tells of their races as of those of any other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// An access of remembered bytes, with the code address 0 where it is not known.
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
// The bytes begin anew.
void forget_history(std::uintptr_t address, std::size_t bytes);

// The running thread accesses bytes, as `touch` says but for stamp, thread and mask. Of each remembered word,
// calls on_pair(earlier access, word) for those that race with it.
struct TouchedBytes {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::uintptr_t word = 0;  // the four bytes that both accesses touch
};
using OnPair = void (*)(const Touch& earlier, const TouchedBytes& where, const Touch& later);
void touch_remembered(std::uintptr_t address, std::size_t bytes, Touch touch, OnPair on_pair);

}  // namespace stalemate::rt

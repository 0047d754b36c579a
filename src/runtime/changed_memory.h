// The program's writable memory outside its heap and its stacks, compared with the snapshot: variables of the
// program and of libraries, and whatever else there was before the execution. Without what belongs to the
// runtime, and without what the loader remembers of functions that it has looked up.
//
// Which pages to compare is learned: those that the kernel says have been written to, in this execution or in
// an earlier one. It is asked at the end of an execution; one that wrote to a page that nobody had written to
// before has to be repeated, now that the page is known.
#pragma once

#include <cstdint>

#include "runtime/pages.h"
#include "runtime/snapshot.h"

namespace stalemate::rt {

// Once per session: before the snapshot, and behind it.
void prepare_changed_memory();
void complete_changed_memory();

enum class Learned : std::uint8_t { kNothing, kNewPages, kTooMany };
Learned learn_changed_pages();

// ---- for each_changed_word
std::uint32_t changed_page_count();
std::uint64_t changed_page(std::uint32_t n);  // by address
// Words that are not the program's although they lie in one of its pages.
bool is_runtime_word(std::uint64_t address);

// visit(address, word): words that differ from the snapshot, by address.
template <class Visit>
void each_changed_word(Visit visit) {
  for (std::uint32_t n = 0; n < changed_page_count(); ++n) {
    const auto* now = reinterpret_cast<const std::uint64_t*>(changed_page(n));
    const std::uint64_t* before = page_in_snapshot(changed_page(n));
    constexpr std::uint32_t kAtOnce = 8;
    for (std::uint32_t w = 0; w < kPageBytes / 8; w += kAtOnce) {
      std::uint64_t difference = 0;
      for (std::uint32_t i = w; i < w + kAtOnce; ++i) difference |= now[i] ^ (before ? before[i] : 0);
      if (difference == 0) [[likely]]
        continue;
      for (std::uint32_t i = w; i < w + kAtOnce; ++i) {
        const auto address = reinterpret_cast<std::uint64_t>(now + i);
        if (now[i] != (before ? before[i] : 0) && !is_runtime_word(address)) visit(address, now[i]);
      }
    }
  }
}

}  // namespace stalemate::rt

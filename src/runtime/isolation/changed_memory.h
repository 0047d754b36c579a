// The program's writable memory outside its heap and its stacks, compared with the snapshot: variables of the
// program and of libraries, and all other memory from before the execution. Without the runtime's memory, and
// without the loader's cache of resolved functions.
//
// Which pages to compare is learned: those that the kernel reports as written, in this execution or in an
// earlier one. It is asked at the end of an execution; an execution that wrote to a new page must be
// repeated, now that the page is known. Pages that only the first executions of a session write to are
// forgotten after a while.
#pragma once

#include <emmintrin.h>
#include <cstdint>

#include "runtime/isolation/snapshot.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

// Once per session: before the snapshot, and after it.
void prepare_changed_memory();
void complete_changed_memory();

// An execution begins; memory is as in the snapshot.
void begin_changed_memory();

enum class Learned : std::uint8_t { kNothing, kNewPages, kTooMany };
Learned learn_changed_pages();

// ---- for each_changed_word
struct ChangedPage {
  std::uint64_t at = 0;
  const std::uint64_t* before = nullptr;  // in the snapshot
};
std::uint32_t changed_page_count();
const ChangedPage& changed_page(std::uint32_t n);  // by address
// Words that are not the program's although they lie in one of its pages.
bool is_runtime_word(std::uint64_t address);

// Whether 64 bytes are the same.
inline bool same_line(const std::uint64_t* a, const std::uint64_t* b) {
  const auto* left = reinterpret_cast<const __m128i*>(a);
  const auto* right = reinterpret_cast<const __m128i*>(b);
  const __m128i first = _mm_xor_si128(left[0], right[0]), second = _mm_xor_si128(left[1], right[1]);
  const __m128i third = _mm_xor_si128(left[2], right[2]), fourth = _mm_xor_si128(left[3], right[3]);
  const __m128i all = _mm_or_si128(_mm_or_si128(first, second), _mm_or_si128(third, fourth));
  return _mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128())) == 0xffff;
}

// visit(address, word): words that differ from the snapshot, by address.
template <class Visit>
void each_changed_word(Visit visit) {
  constexpr std::uint32_t kLine = 8;
  for (std::uint32_t n = 0; n < changed_page_count(); ++n) {
    const ChangedPage& page = changed_page(n);
    const auto* now = reinterpret_cast<const std::uint64_t*>(page.at);
    for (std::uint32_t line = 0; line < kPageBytes / 8; line += kLine) {
      if (same_line(now + line, page.before + line)) [[likely]]
        continue;
      for (std::uint32_t w = line; w < line + kLine; ++w) {
        const auto address = reinterpret_cast<std::uint64_t>(now + w);
        if (now[w] != page.before[w] && !is_runtime_word(address)) visit(address, now[w]);
      }
    }
  }
}

}  // namespace stalemate::rt

// The shadow of the program's memory: which thread accessed each byte last. One cell for four bytes, mapped
// directly; a check is a comparison of stamps (vector_clock.h). Precise to the byte (S13): where one stamp
// per cell is not enough (several readers at once, bytes written in different intervals, a block that ends
// inside the cell), the cell points to a side record with a history for each byte.
//
// Nothing is cleared between executions: what earlier ones left is older than racing.base. Cost of an access
// that was made before in the same interval: one load and one comparison.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/wire/layout.h"
#include "runtime/shadow/vector_clock.h"

namespace stalemate::rt {

// Stamps, with the accessed bytes of the cell in the low four bits.
struct Cell {
  std::uint32_t written = 0;
  std::uint32_t read = 0;
};
static_assert(sizeof(Cell) == 8);

// Added to the code address of a volatile access: races with it are intended.
inline constexpr std::uintptr_t kVolatileAccess = std::uintptr_t{1} << 63;

// What is wrong with an access.
enum class Fault : std::uint8_t {
  kRace,     // unordered with an earlier access, one of them a write
  kFreed,    // of memory that has been freed, or freeing memory unordered with an earlier access
  kOutside,  // of memory beside a block of the heap
};

struct Conflict {
  Fault fault = Fault::kRace;
  std::uintptr_t address = 0;  // first byte of the access
  std::uint32_t bytes = 0;
  bool write = false;
  bool earlier_write = false;
  bool atomic = false;
  bool frees = false;  // kFreed: this frees the memory, after an access that is unordered with it
  std::uint32_t earlier_thread = 0;  // kRace
  std::uintptr_t pc = 0;
  std::uintptr_t word = 0;  // the four bytes in which it is
};

// Called for every conflict, before the access happens; of an access of several words, for each. Set once.
extern void (*on_conflict)(const Conflict& conflict);

inline Cell* cell_of(std::uintptr_t address) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << layout::kShadowedBits) - 1;
  return reinterpret_cast<Cell*>(layout::kShadowRegion + ((address & kMask) >> 2) * sizeof(Cell));
}

// Once; false if the kernel does not provide the addresses.
bool prepare_shadow();
bool shadow_is_there();
// An execution begins; the result of begin_clocks().
void begin_shadow(bool clocks_go_on);

// While racing.careful: called for every plain access before it is checked, for every atomic one, and for new
// memory.
extern void (*before_access)(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);
extern void (*before_atomic)(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);
extern void (*before_forgetting)(std::uintptr_t address, std::size_t bytes);

// The shadow's record of a word: accesses that stand for all that were made.
struct PastAccess {
  std::uintptr_t word = 0;
  std::uint32_t stamp = 0;
  std::uint16_t thread = 0;
  std::uint8_t mask = 0;
  bool write = false;
  bool atomic = false;
};
void visit_past(std::uintptr_t word, void (*on_past)(const PastAccess& past));

// An access of any size and alignment. If more than a check is needed, through stretch.h: the frames of a
// promoted access are the same whether it is tracked or not.
extern void (*tracked_access)(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);
void untracked_access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);
inline void access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  const bool closely = racing.tracked || (racing.careful && tracked_access != nullptr);
  closely ? tracked_access(address, bytes, write, pc) : untracked_access(address, bytes, write, pc);
}
// The same without before_access.
void check_access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);
// An atomic access: no conflict with other atomic ones.
void check_atomic(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);

// An access inside one cell that the fast path could not decide.
void check_cell(Cell* cell, std::uintptr_t address, std::uint32_t mask, bool write, std::uintptr_t pc);

// A block of the heap begins: `bytes` belong to the program; `before` and `after` bytes beside them do not.
// `fresh`: no block lay there before in this execution.
void shadow_allocated(std::uintptr_t block, std::size_t bytes, std::size_t before, std::size_t after,
                      bool fresh = false);
// It ends. With `ordered`, a conflict if an access of it is unordered with this.
void shadow_freed(std::uintptr_t block, std::size_t bytes, std::uintptr_t pc, bool ordered = true);
// Whether a byte lies in freed memory.
bool is_freed(std::uintptr_t address);
// New memory, such as a thread's stack: no thread has accessed it.
void shadow_forget(std::uintptr_t address, std::size_t bytes);
// New pages of the kernel. The same, in a time that does not grow with their number: only a part of them may
// ever be accessed.
void shadow_mapped(std::uintptr_t address, std::size_t bytes);

// Marks in `written` lie above all stamps, so that one comparison excludes them.
inline constexpr std::uint32_t kMarks = 0xfffffff0u;

// Whether the present comes after it: a stamp, or what an earlier execution left, but not a mark of this one.
inline bool is_past(std::uint32_t stamp) {
  return stamp < racing.base || (stamp < kMarks && happened_before(stamp));
}
// One stamp of the present for some bytes can replace an earlier one.
inline bool is_covered(std::uint32_t stamp, std::uint32_t mask) {
  return stamp < racing.base || (stamp < kMarks && (stamp & 15 & ~mask) == 0 && happened_before(stamp));
}

// The hooks' part of a check. First what was accessed before in the same interval; then what two stamps
// decide; the rest by access(). The last two are jumps, so that a hook needs no frame.

// 4, 8 or 16 bytes: cells that are nearly always alike.
template <unsigned Bytes, bool Write>
[[gnu::always_inline]] inline void on_words(std::uintptr_t address, std::uintptr_t pc) {
  const std::uint32_t whole = racing.whole;
  if (whole == 0) return;
  if ((address & 3) != 0) [[unlikely]]
    return access(address, Bytes, Write, pc);
  constexpr std::uint64_t kIgnored = 64 - layout::kShadowedBits;
  const auto cells =
      reinterpret_cast<std::uint64_t*>(layout::kShadowRegion + (address << kIgnored >> (kIgnored - 1)));
  const std::uint64_t both = cells[0];
  bool alike = true;
  for (unsigned i = 1; i < Bytes / 4; ++i) alike &= cells[i] == both;
  const auto written = static_cast<std::uint32_t>(both), read = static_cast<std::uint32_t>(both >> 32);
  if (Write ? both == whole : read == whole || written == whole) [[likely]]
    if (alike) [[likely]]
      return;
  if (!alike || whole == kCareful || !is_past(written) || !is_past(read)) [[unlikely]]
    return access(address, Bytes, Write, pc);
  for (unsigned i = 0; i < Bytes / 4; ++i) cells[i] = Write ? whole : std::uint64_t{whole} << 32 | written;
}

// 1 or 2 bytes of a cell, not yet accessed in this interval.
template <unsigned Bytes, bool Write>
[[gnu::noinline]] void on_new_part(std::uintptr_t address, std::uintptr_t pc) {
  const std::uint32_t now = racing.whole & kMarks, mask = ((1u << Bytes) - 1) << (address & 3);
  Cell& cell = *cell_of(address);
  const std::uint32_t written = cell.written, read = cell.read;
  if (racing.whole == kCareful) return access(address, Bytes, Write, pc);
  if (Write && (written & kMarks) == now && is_covered(read, mask | (written & 15)))
    cell = Cell{written | mask, 0};
  else if (Write && is_covered(written, mask) && is_covered(read, mask))
    cell = Cell{now | mask, 0};
  else if (!Write && (read & kMarks) == now && is_past(written))
    cell.read = read | mask;
  else if (!Write && is_past(written) && is_covered(read, mask))
    cell.read = now | mask;
  else
    check_cell(&cell, address, mask, Write, pc);
}

template <unsigned Bytes, bool Write>
[[gnu::always_inline]] inline void on_part(std::uintptr_t address, std::uintptr_t pc) {
  const std::uint32_t whole = racing.whole;
  if (whole == 0) return;
  if (Bytes == 2 && (address & 3) == 3) [[unlikely]]
    return access(address, Bytes, Write, pc);
  const Cell cell = *cell_of(address);
  const std::uint32_t mask = ((1u << Bytes) - 1) << (address & 3);
  // Zero in these bits: of this interval, and about these bytes.
  const bool written = ((cell.written ^ whole) & (kMarks | mask)) == 0;
  const bool read = ((cell.read ^ whole) & (kMarks | mask)) == 0;
  const bool known = Write ? written && (read || (cell.read & mask) == 0) : written || read;
  if (!known) on_new_part<Bytes, Write>(address, pc);
}

}  // namespace stalemate::rt

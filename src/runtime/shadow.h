// The shadow of the program's memory: who accessed each byte last. One cell for four bytes, mapped directly;
// a check is a comparison of stamps (vector_clock.h). Precise to the byte (S13): where one stamp per cell
// cannot tell (several readers at once, bytes written in different intervals, a block that ends inside the
// cell), the cell points to a side record with a history for each byte.
//
// Nothing is cleared between executions: what earlier ones left is older than racing.base. Cost of an access
// that was made before in the same interval: one load and one comparison.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/layout.h"
#include "runtime/vector_clock.h"

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
  std::uint32_t earlier_thread = 0;  // kRace
  std::uintptr_t pc = 0;
};

// Told about every conflict, before the access happens. Set once.
extern void (*on_conflict)(const Conflict& conflict);

inline Cell* cell_of(std::uintptr_t address) {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << layout::kShadowedBits) - 1;
  return reinterpret_cast<Cell*>(layout::kShadowRegion + ((address & kMask) >> 2) * sizeof(Cell));
}

// Once; false where the kernel does not give the addresses.
bool prepare_shadow();
// An execution begins; what begin_clocks() said.
void begin_shadow(bool clocks_go_on);

// While racing.careful: told about every access before it is checked.
extern void (*before_access)(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);

// An access of any size and alignment.
void access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);
// The same without before_access.
void check_access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);
// An atomic access: no conflict with other atomic ones.
void check_atomic(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);
// An access inside one cell that the fast path could not decide.
void check_cell(Cell* cell, std::uintptr_t address, std::uint32_t mask, bool write, std::uintptr_t pc);

// A block of the heap begins: `bytes` belong to the program; `before` and `after` bytes beside them do not.
void shadow_allocated(std::uintptr_t block, std::size_t bytes, std::size_t before, std::size_t after);
// It ends. A conflict if an access of it is unordered with this.
void shadow_freed(std::uintptr_t block, std::size_t bytes, std::uintptr_t pc);
// Whether a byte lies in freed memory.
bool is_freed(std::uintptr_t address);
// Memory that begins anew, such as a thread's stack: nobody has accessed it.
void shadow_forget(std::uintptr_t address, std::size_t bytes);

inline bool is_past(std::uint32_t stamp) { return stamp < racing.base || happened_before(stamp); }

// Marks in `written` lie above all stamps, so that one comparison keeps them out.
inline constexpr std::uint32_t kMarks = 0xfffffff0u;

template <unsigned Bytes>
inline void on_read(std::uintptr_t address, std::uintptr_t pc) {
  static_assert(Bytes <= 4);
  const std::uint32_t now = racing.fast;
  if (now == 0 || (Bytes > 1 && (address & 3) + Bytes > 4)) [[unlikely]]
    return access(address, Bytes, false, pc);
  const std::uint32_t mask = ((1u << Bytes) - 1) << (address & 3);
  Cell* cell = cell_of(address);
  const std::uint32_t stamp = now | mask;
  if ((cell->read & (kMarks | mask)) == stamp || (cell->written & (kMarks | mask)) == stamp) return;
  const std::uint32_t written = cell->written, read = cell->read;
  if ((written < racing.base) && read < racing.base) {
    cell->read = stamp;
    return;
  }
  check_cell(cell, address, mask, false, pc);
}

template <unsigned Bytes>
inline void on_write(std::uintptr_t address, std::uintptr_t pc) {
  static_assert(Bytes <= 4);
  const std::uint32_t now = racing.fast;
  if (now == 0 || (Bytes > 1 && (address & 3) + Bytes > 4)) [[unlikely]]
    return access(address, Bytes, true, pc);
  const std::uint32_t mask = ((1u << Bytes) - 1) << (address & 3);
  Cell* cell = cell_of(address);
  const std::uint32_t stamp = now | mask;
  const std::uint32_t written = cell->written, read = cell->read;
  if ((written & (kMarks | mask)) == stamp) return;
  if (written < racing.base && read < racing.base) {
    *cell = Cell{stamp, 0};
    return;
  }
  check_cell(cell, address, mask, true, pc);
}

// Eight aligned bytes: two cells that are nearly always alike.
template <bool Write>
inline void on_double(std::uintptr_t address, std::uintptr_t pc) {
  const std::uint32_t now = racing.fast;
  if (now == 0 || (address & 3) != 0) [[unlikely]]
    return access(address, 8, Write, pc);
  Cell* cell = cell_of(address);
  const std::uint32_t stamp = now | 15;
  const Cell a = cell[0], b = cell[1];
  if (a.written == stamp && b.written == stamp) return;
  if (!Write && a.read == stamp && b.read == stamp) return;
  if (a.written < racing.base && a.read < racing.base && b.written < racing.base && b.read < racing.base) {
    cell[0] = cell[1] = Write ? Cell{stamp, 0} : Cell{0, stamp};
    return;
  }
  check_cell(cell, address, 15, Write, pc);
  check_cell(cell + 1, address + 4, 15, Write, pc);
}

}  // namespace stalemate::rt

#include "runtime/shadow/shadow.h"

#include <cstring>

#include "runtime/platform/pages.h"
#include "runtime/shadow/side_record.h"

namespace stalemate::rt {

void (*on_conflict)(const Conflict& conflict) = nullptr;
void (*before_access)(std::uintptr_t, std::size_t, bool, std::uintptr_t) = nullptr;
void (*before_atomic)(std::uintptr_t, std::size_t, bool, std::uintptr_t) = nullptr;
void (*before_forgetting)(std::uintptr_t, std::size_t) = nullptr;
void (*tracked_access)(std::uintptr_t, std::size_t, bool, std::uintptr_t) = nullptr;

namespace {

// In Cell::written; Cell::read then has the stamp, so that marks of earlier executions are recognised.
constexpr std::uint32_t kFreedMark = kMarks + 1;
constexpr std::uint32_t kOutsideMark = kMarks + 2;
// Cell::read = number of the side record, shifted like a stamp: it names no byte, and so is never mistaken
// for one.
constexpr std::uint32_t kSideMark = kMarks + 3;

constexpr std::uint32_t kSideRecords = 1u << 26;
constexpr std::uint32_t kLastSide = 1u << 28;

// Outlives executions: numbers of side records are not reused.
struct SideRecords {
  std::uint32_t side_next;
  SideRecord sides[kSideRecords];
  Reader readers[kSideRecords];
};

SideRecords* kept = nullptr;
SideRecord* sides = nullptr;
Reader* readers = nullptr;
std::uint32_t side_base = 1;  // the first of this execution
std::uint32_t reader_next = 1;
// Records no longer needed in this execution; lists by atomic_writers and next.
std::uint32_t free_sides = 0;
std::uint32_t free_readers = 0;

bool is_mark(std::uint32_t written) { return written >= kMarks; }

bool is_current_mark(const Cell& cell) {
  if (!is_mark(cell.written)) return false;
  return cell.written == kSideMark ? cell.read >> 4 >= side_base : cell.read >= racing.base;
}

// Marks of earlier executions are void.
void freshen(Cell& cell) {
  if (is_mark(cell.written) && !is_current_mark(cell)) cell = Cell{};
}

std::uint32_t add_reader(std::uint32_t stamp, std::uint32_t next) {
  std::uint32_t number = free_readers;
  if (number != 0) {
    free_readers = readers[number].next;
  } else {
    if (reader_next == kSideRecords) {
      give_up_races("more readers at once than are distinguished");
      return 0;
    }
    number = reader_next++;
  }
  readers[number] = {stamp, next};
  return number;
}

// Removes from a list the entries for which the condition holds.
template <class Condition>
void take_out(std::uint32_t& list, Condition condition) {
  for (std::uint32_t* link = &list; *link != 0;) {
    const std::uint32_t number = *link;
    if (condition(readers[number].stamp)) {
      *link = readers[number].next;
      readers[number].next = free_readers;
      free_readers = number;
    } else {
      link = &readers[number].next;
    }
  }
}

void drop(std::uint32_t list) {
  take_out(list, [](std::uint32_t) { return true; });
}

// Puts the present in front of a list, in place of the entries that it stands for.
template <class StandsFor>
void put_present(std::uint32_t& list, std::uint32_t mask, StandsFor stands_for) {
  take_out(list, stands_for);
  list = add_reader(racing.now | mask, list);
}

bool is_one(std::uint32_t byte_readers) { return (byte_readers & 15) != 0; }

// Leaves only those readers of a byte that the present is not ordered after.
void take_out_past(ByteHistory& byte) {
  if (is_one(byte.readers)) {
    if (happened_before(byte.readers)) byte.readers = 0;
    return;
  }
  std::uint32_t list = byte.readers >> 4;
  take_out(list, happened_before);
  byte.readers = list << 4;
}

void put_present(ByteHistory& byte) {
  take_out_past(byte);
  const std::uint32_t present = racing.now | 15;
  if (byte.readers == 0) {
    byte.readers = present;
    return;
  }
  const std::uint32_t others = is_one(byte.readers) ? add_reader(byte.readers, 0) : byte.readers >> 4;
  byte.readers = add_reader(present, others) << 4;
}

// A stamp without its bytes; 0 if it is of an earlier execution.
std::uint32_t bare(std::uint32_t stamp) { return stamp < racing.base ? 0 : stamp | 15; }

SideRecord& side_of(const Cell& cell) { return sides[(cell.read >> 4) % kSideRecords]; }

std::uint32_t new_side() {
  const std::uint32_t number = free_sides;
  if (number != 0) {
    free_sides = sides[number % kSideRecords].atomic_writers;
    return number;
  }
  // The oldest record is lost then: accesses are no longer checked.
  if (kept->side_next - side_base == kSideRecords) give_up_races("more shared words than are distinguished");
  return kept->side_next++;
}

SideRecord& widen(Cell& cell) {
  if (cell.written == kSideMark) return side_of(cell);
  const std::uint32_t number = new_side();
  SideRecord& side = sides[number % kSideRecords];
  side.atomic_writers = side.atomic_readers = 0;
  const bool marked = is_mark(cell.written);
  const std::uint32_t written = bare(cell.written), read = bare(cell.read);
  for (std::uint32_t i = 0; i < 4; ++i) {
    ByteHistory& byte = side.byte[i];
    byte.written = marked ? cell.written : (cell.written >> i & 1) != 0 ? written : 0;
    byte.readers = !marked && (cell.read >> i & 1) != 0 ? read : 0;
    byte.writers = 0;
  }
  cell = Cell{kSideMark, number << 4};
  return side;
}

// The inverse, for a cell whose bytes have no lists.
void become_simple(Cell& cell, Cell simple) {
  const std::uint32_t number = cell.read >> 4;
  SideRecord& side = sides[number % kSideRecords];
  drop(side.atomic_readers);
  drop(side.atomic_writers);
  side.atomic_writers = free_sides;
  free_sides = number;
  cell = simple;
}

bool alike(const ByteHistory& a, const ByteHistory& b) {
  return a.readers == b.readers && a.written == b.written && b.writers == 0;
}

// After an access without a conflict. The cell alone suffices again if its bytes have become alike, as by a
// loop over them: from either end, so that both ends are compared first.
void narrow(Cell& cell, const SideRecord& side) {
  const ByteHistory& all = side.byte[0];
  if (!alike(all, side.byte[3]) || !alike(all, side.byte[1]) || !alike(all, side.byte[2])) return;
  if (all.writers != 0 || is_mark(all.written) || (all.readers != 0 && !is_one(all.readers))) return;
  if (side.atomic_writers == 0 && side.atomic_readers == 0) become_simple(cell, {all.written, all.readers});
}

std::uint32_t owner_of(std::uint32_t stamp) { return racing.owners[(stamp - racing.base) >> 4]; }

// The current access.
struct Access {
  std::uintptr_t address;
  std::uint32_t bytes;
  bool write;
  bool frees;
  std::uintptr_t pc;
  bool atomic = false;
  bool raced = false;
  bool marked = false;
  const Cell* cell = nullptr;  // its current cell

  void log_race(std::uint32_t stamp, bool earlier_write) {
    raced = true;
    report(Fault::kRace, owner_of(stamp), earlier_write);
  }
  // Reports it once, whatever the number of bytes.
  void report_mark(std::uint32_t mark) {
    if (marked) return;
    marked = true;
    report(mark == kFreedMark ? Fault::kFreed : Fault::kOutside, 0, true);
  }

 private:
  std::uintptr_t word() const {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << layout::kShadowedBits) - 1;
    return (address & ~kMask) | (reinterpret_cast<std::uint64_t>(cell) - layout::kShadowRegion) / 2;
  }
  void report(Fault fault, std::uint32_t earlier, bool earlier_write) const {
    on_conflict({frees ? Fault::kFreed : fault, address, bytes, write, earlier_write, atomic, frees, earlier,
                 pc, word()});
  }
};

void check_list(std::uint32_t list, std::uint32_t mask, Access& access, bool earlier_write) {
  for (std::uint32_t r = list; r != 0; r = readers[r].next)
    if ((readers[r].stamp & mask) != 0 && !happened_before(readers[r].stamp))
      access.log_race(readers[r].stamp, earlier_write);
}

// Readers of a byte that the present is not ordered after.
void check_readers(const ByteHistory& byte, Access& access) {
  if (!is_one(byte.readers)) return check_list(byte.readers >> 4, 15, access, false);
  if (!happened_before(byte.readers)) access.log_race(byte.readers, false);
}

void touch_byte(ByteHistory& byte, Access& access) {
  if (is_mark(byte.written)) return access.report_mark(byte.written);
  const bool races = byte.written != 0 && !happened_before(byte.written);
  if (races) access.log_race(byte.written, true);
  if (byte.writers != 0) check_list(byte.writers, 15, access, true);
  if (!access.write) return put_present(byte);
  check_readers(byte, access);
  take_out_past(byte);
  take_out(byte.writers, happened_before);
  if (races) byte.writers = add_reader(byte.written, byte.writers);
  byte.written = racing.now | 15;
}

bool races_with(std::uint32_t stamp, std::uint32_t mask) {
  return stamp >= racing.base && (stamp & mask) != 0 && !happened_before(stamp);
}

bool is_now(std::uint32_t stamp) { return (stamp & kMarks) == racing.now; }

void touch_side(Cell& cell, std::uint32_t mask, Access& access) {
  access.cell = &cell;
  SideRecord& side = widen(cell);
  if (side.atomic_writers != 0) check_list(side.atomic_writers, mask, access, true);
  if (access.write) check_list(side.atomic_readers, mask, access, false);
  for (std::uint32_t left = mask; left != 0; left &= left - 1)
    touch_byte(side.byte[__builtin_ctz(left)], access);
  if (access.raced || access.marked) return;
  if (access.write && mask == 15)
    become_simple(cell, Cell{racing.now | 15, 0});
  else
    narrow(cell, side);
}

void touch_cell(Cell& cell, std::uint32_t mask, Access& access) {
  freshen(cell);
  if (cell.written == kSideMark) return touch_side(cell, mask, access);
  access.cell = &cell;
  if (is_mark(cell.written)) return access.report_mark(cell.written);
  if (races_with(cell.written, mask) || (access.write && races_with(cell.read, mask)))
    return touch_side(cell, mask, access);
  const std::uint32_t stamp = racing.now | mask;
  if (access.write) {
    if (is_covered(cell.written, mask) && is_covered(cell.read, mask)) {
      cell = Cell{stamp, 0};
      return;
    }
    if (is_now(cell.written) && is_covered(cell.read, mask | (cell.written & 15))) {
      cell = Cell{cell.written | mask, 0};
      return;
    }
  } else {
    if (is_covered(cell.read, mask)) {
      cell.read = stamp;
      return;
    }
    if (is_now(cell.read)) {
      cell.read |= mask;
      return;
    }
  }
  touch_side(cell, mask, access);
}

void touch_atomically(Cell& cell, std::uint32_t mask, Access& access) {
  access.cell = &cell;
  freshen(cell);
  SideRecord& side = widen(cell);
  for (std::uint32_t i = 0; i < 4; ++i) {
    if ((mask >> i & 1) == 0) continue;
    const ByteHistory& byte = side.byte[i];
    if (is_mark(byte.written)) {
      access.report_mark(byte.written);
      continue;
    }
    if (byte.written != 0 && !happened_before(byte.written)) access.log_race(byte.written, true);
    check_list(byte.writers, 15, access, true);
    if (access.write) check_readers(byte, access);
  }
  put_present(access.write ? side.atomic_writers : side.atomic_readers, mask,
              [&](std::uint32_t stamp) { return (stamp & 15 & ~mask) == 0 && happened_before(stamp); });
}

// Calls visit(cell, mask) for each cell that contains some of the bytes.
template <class Visit>
void for_each_cell(std::uintptr_t address, std::size_t bytes, Visit visit) {
  Cell* cell = cell_of(address);
  std::uint32_t offset = address & 3;
  while (bytes > 0) {
    const std::size_t here = bytes < 4 - offset ? bytes : 4 - offset;
    visit(*cell, ((1u << here) - 1) << offset);
    bytes -= here;
    offset = 0;
    ++cell;
  }
}

// The same for blocks of the heap, which begin or end with a cell: visit_whole(cell) for all but one.
template <class VisitWhole, class Visit>
void for_each_cell(std::uintptr_t address, std::size_t bytes, VisitWhole visit_whole, Visit visit) {
  const std::size_t before = -address & 3;
  if (before != 0) for_each_cell(address, before < bytes ? before : bytes, visit);
  if (before >= bytes) return;
  Cell* const cells = cell_of(address + before);
  const std::size_t count = (bytes - before) / 4;
  for (std::size_t i = 0; i < count; ++i) visit_whole(cells[i]);
  for_each_cell(address + before + count * 4, (bytes - before) & 3, visit);
}

void mark(std::uintptr_t address, std::size_t bytes, std::uint32_t with) {
  const Cell marked = {with, racing.base};
  const auto mark_whole = [marked](Cell& cell) { cell = marked; };
  for_each_cell(address, bytes, mark_whole, [&](Cell& cell, std::uint32_t mask) {
    freshen(cell);
    SideRecord& side = widen(cell);
    for (std::uint32_t i = 0; i < 4; ++i)
      if ((mask >> i & 1) != 0) side.byte[i] = ByteHistory{with, 0, 0};
  });
}

using OnPast = void (*)(const PastAccess& past);

void log_stamp(std::uint32_t stamp, std::uint32_t mask, PastAccess past, OnPast on_past) {
  if (stamp < racing.base || is_mark(stamp)) return;
  past.stamp = stamp;
  past.thread = static_cast<std::uint16_t>(owner_of(stamp));
  past.mask = static_cast<std::uint8_t>(mask);
  on_past(past);
}

void visit_list(std::uint32_t list, std::uint32_t mask, const PastAccess& past, OnPast on_past) {
  for (std::uint32_t r = list; r != 0; r = readers[r].next)
    log_stamp(readers[r].stamp, readers[r].stamp & mask, past, on_past);
}

}  // namespace

void visit_past(std::uintptr_t word, OnPast on_past) {
  const PastAccess read{word, 0, 0, 0, false, false}, written{word, 0, 0, 0, true, false};
  const Cell cell = *cell_of(word);
  if (is_mark(cell.written) && (cell.written != kSideMark || !is_current_mark(cell))) return;
  if (cell.written != kSideMark) {
    log_stamp(cell.written, cell.written & 15, written, on_past);
    log_stamp(cell.read, cell.read & 15, read, on_past);
    return;
  }
  const SideRecord& side = side_of(cell);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const ByteHistory& byte = side.byte[i];
    log_stamp(byte.written, 1u << i, written, on_past);
    visit_list(byte.writers, 1u << i, written, on_past);
    if (is_one(byte.readers))
      log_stamp(byte.readers, 1u << i, read, on_past);
    else
      visit_list(byte.readers >> 4, 1u << i, read, on_past);
  }
  visit_list(side.atomic_writers, 15, {word, 0, 0, 0, true, true}, on_past);
  visit_list(side.atomic_readers, 15, {word, 0, 0, 0, false, true}, on_past);
}

bool shadow_is_there() { return kept != nullptr; }

bool prepare_shadow() {
  if (kept != nullptr) return true;
  if (!kept_pages_at(layout::kShadowRegion, layout::kShadowBytes)) return false;
  kept = static_cast<SideRecords*>(kept_pages(sizeof(SideRecords)));
  kept->side_next = 1;
  sides = kept->sides;
  readers = kept->readers;
  return true;
}

void begin_shadow(bool clocks_go_on) {
  if (!clocks_go_on || kept->side_next > kLastSide - kSideRecords) {
    forget_pages(layout::kShadowRegion, layout::kShadowBytes);
    kept->side_next = 1;
  }
  side_base = kept->side_next;
  reader_next = 1;
  free_sides = free_readers = 0;
}

void check_cell(Cell* cell, std::uintptr_t address, std::uint32_t mask, bool write, std::uintptr_t pc) {
  Access access{address, static_cast<std::uint32_t>(__builtin_popcount(mask)), write, false, pc};
  if (cell->written != kSideMark || cell->read >> 4 < side_base) return touch_cell(*cell, mask, access);
  touch_side(*cell, mask, access);
}

void untracked_access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  if (racing.now == 0) return;
  if (racing.careful) before_access(address, bytes, write, pc);
  check_access(address, bytes, write, pc);
}

void check_access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  if (racing.now == 0) return;
  Access access{address, static_cast<std::uint32_t>(bytes), write, false, pc};
  const std::uint32_t whole = racing.now | 15;
  for_each_cell(address, bytes, [&](Cell& cell, std::uint32_t mask) {
    if (mask == 15) {
      if (cell.written == whole && cell.read == 0) return;
      if (!write && (cell.written == whole || cell.read == whole)) return;
      if (is_past(cell.written) && is_past(cell.read)) {
        cell = write ? Cell{whole, 0} : Cell{cell.written, whole};
        return;
      }
    }
    touch_cell(cell, mask, access);
  });
}

void check_atomic(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  if (racing.careful) before_atomic(address, bytes, write, pc);
  Access access{address, static_cast<std::uint32_t>(bytes), write, false, pc, true};
  for_each_cell(address, bytes,
                [&](Cell& cell, std::uint32_t mask) { touch_atomically(cell, mask, access); });
}

void shadow_allocated(std::uintptr_t block, std::size_t bytes, std::size_t before, std::size_t after,
                      bool fresh) {
  if (racing.now == 0) return;
  mark(block - before, before, kOutsideMark);
  if (!fresh) shadow_forget(block, bytes);
  mark(block + bytes, after, kOutsideMark);
}

void shadow_freed(std::uintptr_t block, std::size_t bytes, std::uintptr_t pc, bool ordered) {
  if (racing.now == 0) return;
  Access access{block, static_cast<std::uint32_t>(bytes), true, true, pc};
  const auto check = [&access](Cell& cell, std::uint32_t mask) {
    if (is_mark(cell.written) || !is_past(cell.written) || !is_past(cell.read))
      touch_cell(cell, mask, access);
  };
  if (ordered)
    for_each_cell(
        block, bytes, [&check](Cell& cell) { check(cell, 15); }, check);
  mark(block, bytes, kFreedMark);
}

bool is_freed(std::uintptr_t address) {
  if (racing.now == 0) return false;
  const Cell cell = *cell_of(address);
  if (!is_current_mark(cell)) return false;
  if (cell.written == kSideMark) return side_of(cell).byte[address & 3].written == kFreedMark;
  return cell.written == kFreedMark;
}

void shadow_forget(std::uintptr_t address, std::size_t bytes) {
  if (racing.careful) before_forgetting(address, bytes);
  const std::uint32_t base = racing.base;
  const auto forget_whole = [base](Cell& cell) {
    if (cell.written >= base || cell.read >= base) cell = Cell{};
  };
  for_each_cell(address, bytes, forget_whole, [&](Cell& cell, std::uint32_t mask) {
    freshen(cell);
    if (cell.written < racing.base && cell.read < racing.base) return;
    SideRecord& side = widen(cell);
    for (std::uint32_t i = 0; i < 4; ++i)
      if ((mask >> i & 1) != 0) side.byte[i] = ByteHistory{};
  });
}

void shadow_mapped(std::uintptr_t address, std::size_t bytes) {
  if (!shadow_is_there() || racing.whole == 0) return;
  constexpr std::size_t kFewBytes = 4 * kPageBytes;
  if (bytes <= kFewBytes) return shadow_forget(address, bytes);
  if (racing.careful) before_forgetting(address, bytes);
  // Zero is older than every stamp. Cells are twice as large as the memory they describe, so that the range
  // has no cell of a neighbour.
  forget_pages(reinterpret_cast<std::uint64_t>(cell_of(address)), 2 * round_up(bytes, kPageBytes));
}

}  // namespace stalemate::rt

#include "runtime/isolation/snapshot.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <bit>

#include "model/wire/layout.h"
#include "runtime/platform/dirty_pages.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/lazy_binding.h"
#include "runtime/platform/memory_map.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kMostCopied = std::uint64_t{64} << 20;  // if all of it is copied back every time
constexpr std::uint64_t kMostSaved = std::uint64_t{48} << 30;
constexpr std::uint32_t kMostPieces = 1u << 20;
constexpr std::uint64_t kDropped = std::uint64_t{4} << 20;  // new memory: cleared if less, unmapped if more
constexpr std::uint32_t kReviewEvery = 256;

// A run of pages that existed when the snapshot was taken. Between them, watched memory was all zero.
struct Piece {
  PageRange at;
  char* saved;
};

struct Snapshot {
  wire::Tracking tracking;
  DirtyPages dirty;
  std::uint32_t mapping_count;
  PageRange mappings[4096];                   // not made by the runtime
  std::uint64_t own_end;                      // of pages(), watched so far
  std::uint64_t fixed_end[kMostFixedRanges];  // of pages_at, watched so far
  std::uint32_t executions;
  std::uint32_t piece_count;
  std::uint64_t saved_bytes;
  bool out_of_room;
  bool adopted;  // something new was added
  Piece pieces[kMostPieces];
};

Snapshot* kept = nullptr;

void copy_page_run(void* to, const void* from, std::uint64_t bytes) {
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

void clear_page_run(void* at, std::uint64_t bytes) {
  std::uint64_t words = bytes / 8;
  asm volatile("rep stosq" : "+D"(at), "+c"(words) : "a"(0) : "memory");
}

char* memory_at(std::uint64_t address) { return reinterpret_cast<char*>(address); }

void drop(PageRange range) {
  kernel::call(SYS_madvise, static_cast<long>(range.begin), static_cast<long>(range.bytes()), MADV_DONTNEED);
}

bool same_page(const void* a, const void* b) {
  const auto* left = static_cast<const std::uint64_t*>(a);
  const auto* right = static_cast<const std::uint64_t*>(b);
  std::uint64_t difference = 0;
  for (std::size_t n = 0; n < kPageBytes / 8; ++n) difference |= left[n] ^ right[n];
  return difference == 0;
}

void refuse() { kept->out_of_room = true; }

void save(PageRange range, void*) {
  kept->saved_bytes += range.bytes();
  const bool copied = kept->tracking == wire::Tracking::kCopy;
  if (kept->piece_count == kMostPieces || kept->saved_bytes > (copied ? kMostCopied : kMostSaved))
    return refuse();
  char* copy = static_cast<char*>(kept_pages(range.bytes()));
  copy_page_run(copy, memory_at(range.begin), range.bytes());
  kept->pieces[kept->piece_count++] = {range, copy};
}

// The same if the kernel is asked page by page. A clean page of a file is not the process's: dropping its
// copy restores it.
void save_existing(PageRange range, void* pagemap) {
  constexpr std::uint64_t kExists = std::uint64_t{3} << 62, kOfFile = std::uint64_t{1} << 61;
  std::uint64_t entries[512];
  std::uint64_t begin = 0;  // of the current run of existing pages
  for (std::uint64_t at = range.begin; at < range.end;) {
    const long got = kernel::pread(*static_cast<const int*>(pagemap), entries, sizeof entries,
                                   static_cast<long>(at / kPageBytes * 8));
    if (got <= 0) return refuse();
    for (long n = 0; n < got / 8 && at < range.end; ++n, at += kPageBytes) {
      const bool exists = (entries[n] & kExists) != 0 && (entries[n] & kOfFile) == 0;
      if (exists && begin == 0) begin = at;
      if (!exists && begin != 0) save({begin, at}, nullptr);
      if (!exists) begin = 0;
    }
  }
  if (begin != 0) save({begin, range.end}, nullptr);
}

// Ranges come in the order in which they were mapped, pieces are looked up by address.
void sort_pieces() {
  for (std::uint32_t step = kept->piece_count / 2; step > 0; step /= 2)
    for (std::uint32_t n = step; n < kept->piece_count; ++n) {
      const Piece piece = kept->pieces[n];
      std::uint32_t at = n;
      for (; at >= step && kept->pieces[at - step].at.begin > piece.at.begin; at -= step)
        kept->pieces[at] = kept->pieces[at - step];
      kept->pieces[at] = piece;
    }
}

// The first piece that ends after the address.
std::uint32_t piece_behind(std::uint64_t address) {
  std::uint32_t low = 0, high = kept->piece_count;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (kept->pieces[middle].at.end > address)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// Pages that are written rarely cost a copy in every execution: those that are found unchanged are protected
// again, and cost nothing until the next write.
void review(PageRange range, const char* saved) {
  std::uint64_t same_from = range.begin;
  auto protect_up_to = [&](std::uint64_t end) {
    if (same_from < end) kept->dirty.protect({same_from, end});
  };
  for (std::uint64_t at = range.begin; at < range.end; at += kPageBytes) {
    const char* original = saved + (at - range.begin);
    if (same_page(memory_at(at), original)) continue;
    protect_up_to(at);
    same_from = at + kPageBytes;
    copy_page_run(memory_at(at), original, kPageBytes);
  }
  protect_up_to(range.end);
}

bool reviewing() {
  return kept->tracking == wire::Tracking::kWriteProtect && kept->executions % kReviewEvery == 0;
}

void put_back(PageRange range, const char* saved) {
  if (reviewing())
    review(range, saved);
  else
    copy_page_run(memory_at(range.begin), saved, range.bytes());
}

void clear(PageRange range) {
  if (range.bytes() >= kDropped || reviewing() || kept->tracking == wire::Tracking::kCopy)
    drop(range);
  else
    clear_page_run(memory_at(range.begin), range.bytes());
}

void undo(PageRange range, void*) {
  for (std::uint32_t n = piece_behind(range.begin); range.begin < range.end; ++n) {
    const bool beyond = n == kept->piece_count || kept->pieces[n].at.begin >= range.end;
    if (beyond) return clear(range);
    const Piece& piece = kept->pieces[n];
    if (range.begin < piece.at.begin) clear({range.begin, piece.at.begin});
    const std::uint64_t begin = range.begin > piece.at.begin ? range.begin : piece.at.begin;
    const std::uint64_t end = range.end < piece.at.end ? range.end : piece.at.end;
    put_back({begin, end}, piece.saved + (begin - piece.at.begin));
    range.begin = end;
  }
}

// All ranges, whether the kernel watches them or not.
void each_range(DirtyPages::Visit visit, void* argument) {
  for (std::uint32_t n = 0; n < kept->mapping_count; ++n) visit(kept->mappings[n], argument);
  visit(own_range(), argument);
  for (std::uint32_t n = 0; n < fixed_range_count(); ++n) visit(fixed_range(n), argument);
}

bool watch(PageRange range) {
  return kept->tracking != wire::Tracking::kWriteProtect || kept->dirty.watch(range);
}

// What was opened since the last check: it was empty before.
bool watch_new_ranges() {
  const PageRange own = own_range();
  if (kept->own_end != own.end && !watch(own)) return false;
  kept->own_end = own.end;
  for (std::uint32_t n = 0; n < fixed_range_count(); ++n) {
    const PageRange range = fixed_range(n);
    if (kept->fixed_end[n] != range.end && !watch(range)) return false;
    kept->fixed_end[n] = range.end;
  }
  return true;
}

bool is_ours(PageRange range) {
  if (range.begin == layout::kKeptRegion || range.begin == layout::kOwnRegion ||
      range.begin == layout::kGateRegion || range.begin - layout::kShadowRegion < layout::kShadowBytes)
    return true;
  for (std::uint32_t n = 0; n < fixed_range_count(); ++n)
    if (range.begin == fixed_range(n).begin) return true;
  return false;
}

// The program's, the libraries', libc's.
void watch_mapping(const MappedRange& mapping, void*) {
  if (!mapping.writable || mapping.shared || is_ours(mapping.range)) return;
  constexpr std::uint32_t kMost = sizeof kept->mappings / sizeof kept->mappings[0];
  // The kernel distinguishes a page of the file from one of zeros only if it is the process's own.
  const bool protects = kept->tracking == wire::Tracking::kWriteProtect;
  if (kept->mapping_count == kMost || (protects && !own_file_pages(mapping)) || !watch(mapping.range))
    refuse();
  else
    kept->mappings[kept->mapping_count++] = mapping.range;
}

bool save_all_existing() {
  const int pagemap = kernel::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (pagemap < 0) return false;
  each_range(save_existing, const_cast<int*>(&pagemap));
  kernel::close(pagemap);
  sort_pieces();
  return true;
}

bool start(wire::Tracking tracking, int lowest_fd) {
  const bool protects = tracking == wire::Tracking::kWriteProtect;
  kept->tracking = tracking;
  kept->mapping_count = kept->piece_count = 0;
  kept->saved_bytes = 0;
  kept->out_of_room = false;
  if (protects && !kept->dirty.open(lowest_fd)) return false;
  if (!each_mapping(watch_mapping, nullptr) || !watch_new_ranges()) return false;
  if (protects && !kept->dirty.protect_all(save, nullptr)) return false;
  if (!protects && !save_all_existing()) return false;
  return !kept->out_of_room;
}

// Bytes that become part of the snapshot.
void adopt(std::uint64_t* place) {
  const auto address = reinterpret_cast<std::uint64_t>(place);
  const std::uint32_t n = piece_behind(address);
  if (n == kept->piece_count || address < kept->pieces[n].at.begin) return;
  const Piece& piece = kept->pieces[n];
  auto* const saved = reinterpret_cast<std::uint64_t*>(piece.saved + (address - piece.at.begin));
  kept->adopted |= *saved != *place;
  *saved = *place;
}

}  // namespace

bool take_snapshot(wire::Tracking tracking, int lowest_fd) {
  kept = static_cast<Snapshot*>(kept_pages(sizeof(Snapshot)));
  constexpr long kDisableHugePages = 41;  // PR_SET_THP_DISABLE: writes are to small pieces
  kernel::call(SYS_prctl, kDisableHugePages, 1);
  find_lazy_bindings();
  if (tracking != wire::Tracking::kCopy && start(wire::Tracking::kWriteProtect, lowest_fd)) return true;
  return tracking != wire::Tracking::kWriteProtect && start(wire::Tracking::kCopy, lowest_fd);
}

bool adopt_lazy_bindings() {
  kept->adopted = false;
  each_lazy_binding(adopt);
  return kept->adopted;
}

bool snapshot_knows_writes() { return kept != nullptr && kept->tracking == wire::Tracking::kWriteProtect; }

bool each_written_range(void (*visit)(PageRange range, void* argument), void* argument) {
  return snapshot_knows_writes() && watch_new_ranges() && kept->dirty.written(visit, argument);
}

void forget_written(std::uint64_t page) { kept->dirty.protect({page, page + kPageBytes}); }

const std::uint64_t* page_in_snapshot(std::uint64_t address) {
  const std::uint32_t n = piece_behind(address);
  if (n == kept->piece_count || address < kept->pieces[n].at.begin) return nullptr;
  const Piece& piece = kept->pieces[n];
  return reinterpret_cast<const std::uint64_t*>(piece.saved + (address - piece.at.begin));
}

bool return_to_snapshot() {
  open_closed_pages();
  ++kept->executions;
  // More and more rarely: the first executions call nearly everything that later ones call.
  if (std::has_single_bit(kept->executions)) each_lazy_binding(adopt);
  if (!watch_new_ranges()) return false;
  if (kept->tracking == wire::Tracking::kCopy) {
    each_range(undo, nullptr);
    return true;
  }
  return kept->dirty.written(undo, nullptr);
}

}  // namespace stalemate::rt

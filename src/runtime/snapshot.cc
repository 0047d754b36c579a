#include "runtime/snapshot.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "model/layout.h"
#include "runtime/dirty_pages.h"
#include "runtime/kernel.h"
#include "runtime/memory_map.h"
#include "runtime/pages.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kMostCopied = std::uint64_t{64} << 20;  // where all of it is copied back every time
constexpr std::uint64_t kMostSaved = std::uint64_t{48} << 30;
constexpr std::uint32_t kMostPieces = 1u << 20;
constexpr std::uint64_t kDropped = std::uint64_t{4} << 20;  // new memory: cleared if less, given back if more
constexpr std::uint32_t kReviewEvery = 256;

// A run of pages that existed when the snapshot was taken. Between them, in what is watched, memory was all
// zero.
struct Piece {
  PageRange at;
  char* saved;
};

struct Kept {
  wire::Tracking tracking;
  DirtyPages dirty;
  std::uint32_t watched_count;
  PageRange watched[4096];
  std::uint32_t fixed_seen;  // ranges of pages_at that are watched
  std::uint32_t executions;
  std::uint32_t piece_count;
  bool out_of_room;
  Piece pieces[kMostPieces];
};

Kept* kept = nullptr;

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

void save(PageRange range, void*) {
  if (kept->piece_count == kMostPieces) {
    kept->out_of_room = true;
    return;
  }
  char* copy = static_cast<char*>(kept_pages(range.bytes()));
  copy_page_run(copy, memory_at(range.begin), range.bytes());
  kept->pieces[kept->piece_count++] = {range, copy};
}

// The first piece that ends behind the address.
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

// Pages that are written to once in a while cost a copy in every execution: those that are found unchanged
// are protected again, and cost nothing until the next write.
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

void put_back(PageRange range, const char* saved) {
  if (kept->executions % kReviewEvery == 0)
    review(range, saved);
  else
    copy_page_run(memory_at(range.begin), saved, range.bytes());
}

void clear(PageRange range) {
  if (range.bytes() >= kDropped || kept->executions % kReviewEvery == 0)
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

bool remember(PageRange range) {
  constexpr std::uint32_t kMost = sizeof kept->watched / sizeof kept->watched[0];
  if (kept->watched_count == kMost) return false;
  kept->watched[kept->watched_count++] = range;
  return kept->tracking != wire::Tracking::kWriteProtect || kept->dirty.watch(range);
}

// New stacks and heaps since the last look: nothing was there before.
bool watch_new_ranges() {
  for (; kept->fixed_seen < fixed_range_count(); ++kept->fixed_seen)
    if (!remember(fixed_range(kept->fixed_seen))) return false;
  return true;
}

bool watch_writable_memory() {
  struct Result {
    bool fine = true;
  } result;
  const bool listed = each_mapping(
      [](const MappedRange& mapping, void* into) {
        auto& all = *static_cast<Result*>(into);
        if (!mapping.writable || mapping.shared || !all.fine) return;
        if (mapping.range.begin == layout::kKeptRegion) return;
        all.fine = own_file_pages(mapping) && remember(mapping.range);
      },
      &result);
  kept->fixed_seen = fixed_range_count();
  return listed && result.fine;
}

bool start(wire::Tracking tracking, int lowest_fd) {
  kept->tracking = tracking;
  kept->watched_count = kept->piece_count = 0;
  if (tracking == wire::Tracking::kWriteProtect) {
    return kept->dirty.open(lowest_fd) && watch_writable_memory() && kept->dirty.protect_all(save, nullptr) &&
           !kept->out_of_room;
  }
  return false;
}

}  // namespace

bool take_snapshot(wire::Tracking tracking, int lowest_fd) {
  kept = static_cast<Kept*>(kept_pages(sizeof(Kept)));
  constexpr long kDisableHugePages = 41;  // PR_SET_THP_DISABLE: what is written to comes in small pieces
  kernel::call(SYS_prctl, kDisableHugePages, 1);
  if (tracking != wire::Tracking::kCopy && start(wire::Tracking::kWriteProtect, lowest_fd)) return true;
  return false;
}

bool return_to_snapshot() {
  ++kept->executions;
  return watch_new_ranges() && kept->dirty.written(undo, nullptr);
}

}  // namespace stalemate::rt

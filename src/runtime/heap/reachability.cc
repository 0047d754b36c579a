#include "runtime/heap/reachability.h"

#include "model/wire/layout.h"

namespace stalemate::rt {

namespace {

enum class Standing : std::uint8_t {
  kUnknown,
  kReached,
  kLost,        // and no known lost block leads to it
  kLostBeyond,  // another lost block does
};

struct Entry {
  HeapBlock block;
  std::uint64_t beyond = 0;
  Standing standing = Standing::kUnknown;
  std::uint64_t end() const { return block.begin + (block.bytes != 0 ? block.bytes : 1); }
};

constexpr std::uint32_t kMostBlocks = 1u << 22;
constexpr std::uint32_t kMostDistrusted = 1u << 22;

struct Distrusted {
  std::uint64_t at;
  std::uint64_t word;
};

struct Reachability {
  std::uint32_t count;
  bool too_many;
  std::uint32_t waiting_count;
  Entry entries[kMostBlocks];          // by address
  std::uint32_t waiting[kMostBlocks];  // marked, to be scanned
  std::uint32_t distrusted_count;
  Distrusted distrusted[kMostDistrusted];  // by address
};

Reachability* kept = nullptr;

void add(const HeapBlock& block, void*) {
  kept->too_many = kept->count == kMostBlocks;
  if (!kept->too_many) kept->entries[kept->count++] = {block, 0, Standing::kUnknown};
}

// The block that a word points into; nullptr: it is not such a pointer.
Entry* target_of(std::uint64_t word) {
  if (!layout::in_heaps(word)) return nullptr;
  std::uint32_t low = 0, high = kept->count;  // the first that begins after it
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (kept->entries[middle].block.begin <= word)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || word >= kept->entries[low - 1].end()) return nullptr;
  return &kept->entries[low - 1];
}

void look_into_later(const Entry* entry) {
  kept->waiting[kept->waiting_count++] = static_cast<std::uint32_t>(entry - kept->entries);
}

// Whether a word existed before any block, and is unchanged.
bool is_distrusted(std::uint64_t at, std::uint64_t word) {
  std::uint32_t low = 0, high = kept->distrusted_count;
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (kept->distrusted[middle].at < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low < kept->distrusted_count && kept->distrusted[low].at == at && kept->distrusted[low].word == word;
}

template <class Visit>
void each_target(PageRange range, Visit visit) {
  for (std::uint64_t at = range.begin; at + 8 <= range.end; at += 8)
    if (Entry* entry = target_of(*reinterpret_cast<const std::uint64_t*>(at))) visit(entry);
}

PageRange words_of(const Entry& entry) { return {entry.block.begin, entry.block.begin + entry.block.bytes}; }

void reach(Entry* entry) {
  if (entry->standing == Standing::kReached) return;
  entry->standing = Standing::kReached;
  look_into_later(entry);
}

// What a lost block leads to is counted with it, even if it was considered lost by itself before.
void claim_from(Entry* first) {
  first->standing = Standing::kLost;
  look_into_later(first);
  while (kept->waiting_count != 0) {
    const Entry& from = kept->entries[kept->waiting[--kept->waiting_count]];
    each_target(words_of(from), [first](Entry* entry) {
      if (entry == first) return;
      if (entry->standing == Standing::kLost) {
        first->beyond += entry->block.bytes + entry->beyond;
        entry->standing = Standing::kLostBeyond;
      } else if (entry->standing == Standing::kUnknown) {
        first->beyond += entry->block.bytes;
        entry->standing = Standing::kLostBeyond;
        look_into_later(entry);
      }
    });
  }
}

}  // namespace

void prepare_reachability() { kept = static_cast<Reachability*>(kept_pages(sizeof(Reachability))); }

bool collect_blocks() {
  kept->count = kept->waiting_count = 0;
  kept->too_many = false;
  each_live_block(add, nullptr);
  return kept->count != 0 && !kept->too_many;
}

void distrust(PageRange range) {
  for (std::uint64_t at = range.begin; at + 8 <= range.end; at += 8) {
    const std::uint64_t word = *reinterpret_cast<const std::uint64_t*>(at);
    if (layout::in_heaps(word) && kept->distrusted_count < kMostDistrusted)
      kept->distrusted[kept->distrusted_count++] = {at, word};
  }
}

void mark_words(PageRange copy, std::uint64_t original) {
  for (std::uint64_t at = copy.begin; at + 8 <= copy.end; at += 8) {
    const std::uint64_t word = *reinterpret_cast<const std::uint64_t*>(at);
    Entry* const entry = target_of(word);
    if (entry != nullptr && !is_distrusted(original + (at - copy.begin), word)) reach(entry);
  }
}

void mark_rest() {
  while (kept->waiting_count != 0)
    each_target(words_of(kept->entries[kept->waiting[--kept->waiting_count]]), reach);
}

void mark_from(PageRange range) {
  mark_words(range, range.begin);
  mark_rest();
}

void mark_word(std::uint64_t word) {
  if (Entry* entry = target_of(word)) reach(entry);
  mark_rest();
}

void each_lost_block(void (*visit)(const HeapBlock& block, std::uint64_t beyond, void* argument),
                     void* argument) {
  for (std::uint32_t n = 0; n < kept->count; ++n)
    if (kept->entries[n].standing == Standing::kUnknown) claim_from(&kept->entries[n]);
  for (std::uint32_t n = 0; n < kept->count; ++n)
    if (kept->entries[n].standing == Standing::kLost)
      visit(kept->entries[n].block, kept->entries[n].beyond, argument);
}

}  // namespace stalemate::rt

#include "runtime/heap/block_numbers.h"

#include "runtime/heap/heap_arena.h"
#include "runtime/heap/heap_blocks.h"
#include "runtime/platform/pages.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kMostBlocks = 1u << 20;

struct BlockNumbers {
  std::uint64_t changes;  // of the heap, when the blocks were listed
  std::uint32_t walk;
  std::uint32_t count;
  bool too_many;
  std::uint32_t numbered;
  std::uint32_t given;                // by number
  std::uint32_t next;                 // by address: those before have a number
  NumberedBlock blocks[kMostBlocks];  // by address
  std::uint32_t by_number[kMostBlocks];
};

BlockNumbers* kept = nullptr;

void add(const HeapBlock& block, void*) {
  kept->too_many |= kept->count == kMostBlocks;
  if (!kept->too_many) kept->blocks[kept->count++] = {block.begin, block.bytes, 0, 0};
}

void give_number(NumberedBlock& block) {
  block.walk = kept->walk;
  block.number = kept->numbered;
  kept->by_number[kept->numbered++] = static_cast<std::uint32_t>(&block - kept->blocks);
}

// The block that contains or ends at an address. Headers lie between blocks, so there is at most one.
NumberedBlock* block_at(std::uint64_t address) {
  std::uint32_t low = 0, high = kept->count;  // the first that begins after it
  while (low < high) {
    const std::uint32_t middle = (low + high) / 2;
    if (kept->blocks[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return nullptr;
  NumberedBlock& block = kept->blocks[low - 1];
  return address - block.begin <= block.bytes ? &block : nullptr;
}

}  // namespace

void prepare_block_numbers() { kept = static_cast<BlockNumbers*>(kept_pages(sizeof(BlockNumbers))); }

void forget_blocks() { kept->changes = ~std::uint64_t{0}; }

bool begin_block_walk() {
  if (kept->changes != heap_changes) {
    kept->count = 0;
    kept->too_many = false;
    each_live_block(add, nullptr);
    kept->changes = heap_changes;
  }
  ++kept->walk;
  kept->numbered = kept->given = kept->next = 0;
  return !kept->too_many;
}

std::uint64_t canonical_heap_word(std::uint64_t word) {
  NumberedBlock* block = block_at(word);
  if (block == nullptr) return word;
  if (block->walk != kept->walk) give_number(*block);
  // No address has these bits, and hardly a number.
  constexpr std::uint64_t kMark = std::uint64_t{0xb10c} << 48;
  return kMark ^ (std::uint64_t{block->number} << 32) ^ (word - block->begin);
}

const NumberedBlock* next_numbered_block(bool* was_found) {
  *was_found = kept->given < kept->numbered;
  if (*was_found) return &kept->blocks[kept->by_number[kept->given++]];
  for (; kept->next < kept->count; ++kept->next) {
    NumberedBlock& block = kept->blocks[kept->next];
    if (block.walk == kept->walk) continue;
    give_number(block);
    ++kept->given;
    return &block;
  }
  return nullptr;
}

}  // namespace stalemate::rt

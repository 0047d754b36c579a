#include "runtime/awaits/tag.h"

namespace stalemate::rt {

bool TaggedMemory::find(std::uint64_t address, unsigned bytes, Tag& tag) const {
  tag = {};
  for (const Piece& piece : *this) {
    if (piece.address >= address + bytes || address >= piece.end()) continue;
    if (address < piece.address || address + bytes > piece.end()) return false;
    tag = part_of(piece.tag, static_cast<unsigned>(address - piece.address), bytes);
  }
  return true;
}

void TaggedMemory::erase(const Piece* piece) { pieces_[piece - pieces_] = pieces_[--count_]; }

bool TaggedMemory::set(std::uint64_t address, unsigned bytes, const Tag& tag) {
  for (std::uint32_t n = count_; n-- > 0;) {
    const Piece piece = pieces_[n];
    if (piece.address >= address + bytes || address >= piece.end()) continue;
    erase(&pieces_[n]);
    if (count_ + 2 > kMost) return false;
    // Parts of the value are left.
    const auto before = static_cast<std::uint32_t>(piece.address < address ? address - piece.address : 0);
    if (before != 0) pieces_[count_++] = {piece.address, before, part_of(piece.tag, 0, before)};
    if (piece.end() <= address + bytes) continue;
    const auto after = static_cast<std::uint32_t>(piece.end() - (address + bytes));
    pieces_[count_++] = {address + bytes, after, part_of(piece.tag, piece.bytes - after, after)};
  }
  if (!tag.is_set()) return true;
  if (count_ == kMost) return false;
  pieces_[count_++] = {address, bytes, tag};
  return true;
}

}  // namespace stalemate::rt

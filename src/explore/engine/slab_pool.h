// Memory of the frontier: equal pieces, addressed by 32-bit numbers, in large slabs that the caller may place
// (the host maps them so that a fork does not copy them). An empty slab is freed. Pieces are plain values:
// nothing is constructed or destroyed.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "base/check.h"

namespace stalemate::explore {

// Where slabs come from. allocate never returns null.
struct MemorySource {
  void* (*allocate)(std::size_t bytes) = nullptr;
  void (*release)(void* memory, std::size_t bytes) = nullptr;
};

MemorySource default_memory();

inline constexpr std::size_t kSlabBytes = 256 * 1024;
inline constexpr std::uint32_t kNothing = 0xffffffffu;  // no piece

template <class T>
class SlabPool {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) >= sizeof(std::uint32_t));

 public:
  explicit SlabPool(MemorySource source) : source_(source) {}
  ~SlabPool() {
    for (Slab& slab : slabs_)
      if (slab.pieces != nullptr) source_.release(slab.pieces, kSlabBytes);
  }
  SlabPool(const SlabPool&) = delete;
  SlabPool& operator=(const SlabPool&) = delete;

  T& operator[](std::uint32_t piece) { return slabs_[piece / kPerSlab].pieces[piece % kPerSlab]; }
  const T& operator[](std::uint32_t piece) const { return slabs_[piece / kPerSlab].pieces[piece % kPerSlab]; }

  // Its content is undefined.
  std::uint32_t take() {
    if (open_.empty()) {
      STALEMATE_CHECK(slabs_.size() < kNothing / kPerSlab, "more than 2^32 pieces in one pool");
      open_.push_back(static_cast<std::uint32_t>(slabs_.size()));
      slabs_.emplace_back();
    }
    const std::uint32_t number = open_.back();
    Slab& slab = slabs_[number];
    if (slab.live == 0) prepare(slab);
    std::uint32_t offset = slab.free;
    if (offset != kNothing) {
      std::memcpy(&slab.free, &slab.pieces[offset], sizeof slab.free);
    } else {
      offset = slab.fresh++;
    }
    if (++slab.live == kPerSlab) open_.pop_back();
    ++live_;
    return number * kPerSlab + offset;
  }

  void give(std::uint32_t piece) {
    const std::uint32_t number = piece / kPerSlab;
    Slab& slab = slabs_[number];
    std::memcpy(static_cast<void*>(&slab.pieces[piece % kPerSlab]), &slab.free, sizeof slab.free);
    slab.free = piece % kPerSlab;
    if (slab.live-- == kPerSlab) open_.push_back(number);
    --live_;
    if (slab.live == 0 &&
        empty_++ > 0) {  // one empty slab stays, so that a search at its edge does not churn
      --empty_;
      source_.release(slab.pieces, kSlabBytes);
      slab.pieces = nullptr;
      --reserved_;
    }
  }

  std::uint64_t live() const { return live_; }
  std::uint64_t reserved_bytes() const { return reserved_ * kSlabBytes; }

 private:
  static constexpr std::uint32_t kPerSlab = std::bit_floor(kSlabBytes / sizeof(T));

  struct Slab {
    T* pieces = nullptr;
    std::uint32_t live = 0;
    std::uint32_t fresh = 0;        // never used from here on
    std::uint32_t free = kNothing;  // list of those given back
  };

  void prepare(Slab& slab) {
    if (slab.pieces == nullptr) {
      slab.pieces = static_cast<T*>(source_.allocate(kSlabBytes));
      ++reserved_;
    } else {
      --empty_;
    }
    slab.fresh = 0;
    slab.free = kNothing;
  }

  MemorySource source_;
  std::vector<Slab> slabs_;
  std::vector<std::uint32_t> open_;  // slabs with room
  std::uint64_t live_ = 0;
  std::uint64_t reserved_ = 0;
  std::uint32_t empty_ = 0;  // empty slabs that were not freed
};

}  // namespace stalemate::explore

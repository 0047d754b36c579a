// The memory of one channel: a memfd, mapped with both rings mirrored (model/wire/entry.h), so that whatever
// starts inside a ring is contiguous. Owns the descriptor and the mapping. Pages cost nothing until used.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "model/wire/entry.h"

namespace stalemate::host {

class Mapping {
 public:
  // A fresh, zeroed channel; ring sizes are powers of two, at least one page.
  static Result<Mapping> create(std::uint64_t item_ring, std::uint64_t log_ring);
  // The channel behind a descriptor that another process created. Takes ownership of the descriptor.
  static Result<Mapping> attach(int fd);

  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  // Whether processes forked from now on inherit the mapping. At first the mapping of a created channel is
  // not inherited: a worker maps only its own channel, so that no wild write reaches another's.
  void share_with_children(bool share) const;

  int fd() const { return fd_; }
  std::byte* base() const { return base_; }
  std::uint64_t bytes() const { return wire::channel_mapping_bytes(item_ring_, log_ring_); }
  std::uint64_t item_ring_bytes() const { return item_ring_; }
  std::uint64_t log_ring_bytes() const { return log_ring_; }
  wire::Channel& channel() const { return *reinterpret_cast<wire::Channel*>(base_); }
  std::byte* item_ring() const { return base_ + wire::item_ring_offset(); }
  std::byte* log_ring() const { return base_ + wire::log_ring_offset(item_ring_); }

 private:
  Mapping(int fd, std::uint64_t item_ring, std::uint64_t log_ring)
      : fd_(fd), item_ring_(item_ring), log_ring_(log_ring) {}
  bool map();
  void release();

  int fd_ = -1;
  std::byte* base_ = nullptr;
  std::uint64_t item_ring_ = 0;
  std::uint64_t log_ring_ = 0;
};

}  // namespace stalemate::host

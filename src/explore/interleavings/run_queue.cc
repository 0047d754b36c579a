#include "explore/interleavings/run_queue.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace stalemate::explore {
namespace {

// Seven bits per byte, the least significant first.
template <class Put>
void encode_number(std::uint64_t value, Put&& put) {
  for (; value >= 0x80; value >>= 7) put(static_cast<std::uint8_t>(value | 0x80));
  put(static_cast<std::uint8_t>(value));
}

}  // namespace

void RunBytes::add(const Run& run) {
  const auto put = [this](std::uint8_t byte) { bytes_.push_back(byte); };
  encode_number(run.lo, put);
  const bool more = run.before_lo != 0 || run.wait != 0;
  encode_number(std::uint64_t{run.hi - run.lo} << 2 | (more ? 2u : 0u) | (run.ascending ? 1u : 0u), put);
  if (more) {
    encode_number(run.before_lo, put);
    encode_number(run.wait, put);
  }
  for (int shift = 0; shift < 32; shift += 8) put(static_cast<std::uint8_t>(run.hash >> shift));
  encode_number(run.threads.size(), put);
  for (const std::uint16_t thread : run.threads) encode_number(thread, put);
  ++runs_;
  items_ += run.items();
}

RunQueue::~RunQueue() {
  for (std::uint8_t* chunk : chunks_) source_.release(chunk, kSlabBytes);
}

void RunQueue::swap(RunQueue& other) {
  std::swap(source_, other.source_);
  std::swap(chunks_, other.chunks_);
  std::swap(base_, other.base_);
  std::swap(written_, other.written_);
  std::swap(read_, other.read_);
  std::swap(items_, other.items_);
  std::swap(group_node_, other.group_node_);
  std::swap(group_runs_, other.group_runs_);
  std::swap(threads_, other.threads_);
}

void RunQueue::begin_group(std::uint32_t node, std::uint32_t runs, std::uint64_t items) {
  put_number(node);
  put_number(runs);
  items_ += items;
}

void RunQueue::append(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::uint64_t offset = (written_ - base_) % kSlabBytes;
    if (written_ - base_ == chunks_.size() * kSlabBytes)
      chunks_.push_back(static_cast<std::uint8_t*>(source_.allocate(kSlabBytes)));
    const std::size_t part = std::min<std::size_t>(bytes.size(), kSlabBytes - offset);
    std::memcpy(chunks_.back() + offset, bytes.data(), part);
    written_ += part;
    bytes = bytes.subspan(part);
  }
}

void RunQueue::put(std::uint8_t byte) { append({&byte, 1}); }

void RunQueue::put_number(std::uint64_t value) {
  encode_number(value, [this](std::uint8_t byte) { put(byte); });
}

std::uint8_t RunQueue::get() {
  STALEMATE_CHECK(read_ < written_, "read past the end of the frontier");
  const std::uint8_t byte = chunks_.front()[read_ - base_];
  if (++read_ - base_ == kSlabBytes) {
    source_.release(chunks_.front(), kSlabBytes);
    chunks_.pop_front();
    base_ += kSlabBytes;
  }
  return byte;
}

std::uint64_t RunQueue::get_long_number() {
  std::uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint8_t byte = get();
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
}

std::uint32_t RunQueue::get_number() { return static_cast<std::uint32_t>(get_long_number()); }

Run RunQueue::read() {
  if (group_runs_ == 0) {
    group_node_ = get_number();
    group_runs_ = get_number();
  }
  --group_runs_;
  Run run;
  run.node = group_node_;
  run.lo = get_number();
  const std::uint64_t length = get_long_number();
  run.hi = run.lo + static_cast<std::uint32_t>(length >> 2);
  run.ascending = (length & 1) != 0;
  if ((length & 2) != 0) {
    run.before_lo = get_number();
    run.wait = get_number();
  }
  for (int shift = 0; shift < 32; shift += 8) run.hash |= std::uint32_t{get()} << shift;
  threads_.resize(get_number());
  for (std::uint16_t& thread : threads_) thread = static_cast<std::uint16_t>(get_number());
  run.threads = threads_;
  items_ -= run.items();
  return run;
}

}  // namespace stalemate::explore

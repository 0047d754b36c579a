#include "tools/stalemate/record_memory.h"

#include <algorithm>
#include <utility>

namespace stalemate::tools {
namespace {

constexpr std::uint64_t kMostKept = 16 << 20;

std::uint64_t share_of(std::size_t at, std::uint8_t byte) {
  const std::uint64_t mixed = (at * 256 + byte) * 0x9e3779b97f4a7c15u;
  return byte == 0 ? 0 : mixed ^ mixed >> 29;
}

}  // namespace

std::uint32_t accessed_bytes(const Step& step) {
  switch (step.op) {
    case OpKind::kLoad:
    case OpKind::kStore:
    case OpKind::kRmw:
    case OpKind::kCas:
    case OpKind::kPlainLoad:
    case OpKind::kPlainStore: return std::max(step.bytes, 1u);
    case OpKind::kFutexWait: return 4;
    default: return 0;
  }
}

TracedMemory::TracedMemory(const std::vector<Step>& steps) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const Step& step : steps)
    if (const std::uint32_t bytes = accessed_bytes(step); bytes != 0)
      ranges.emplace_back(step.object, step.object + bytes);
  std::sort(ranges.begin(), ranges.end());
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  for (const auto& [begin, end] : ranges) {
    if (parts_.empty() || begin >= parts_.back().end) {
      parts_.push_back({begin, end, true, 0, {}});
      continue;
    }
    parts_.back().end = std::max(parts_.back().end, end);
    parts_.back().uniform = false;
  }
}

std::size_t TracedMemory::part_at(std::uint64_t address) const {
  const auto after = std::upper_bound(parts_.begin(), parts_.end(), address,
                                      [](std::uint64_t at, const Part& part) { return at < part.begin; });
  return static_cast<std::size_t>(after - parts_.begin()) - 1;
}

std::uint64_t TracedMemory::hold(std::size_t number, std::uint64_t address, std::uint32_t bytes,
                                 std::uint64_t value) {
  Part& part = parts_[number];
  if (part.uniform) return value;
  if (part.end - part.begin > kMostKept) return value;
  part.contents.resize(part.end - part.begin);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const std::size_t at = address - part.begin + i;
    const auto byte = static_cast<std::uint8_t>(value >> (i % 8 * 8));
    part.hash ^= share_of(at, part.contents[at]) ^ share_of(at, byte);
    part.contents[at] = byte;
  }
  if (part.contents.size() > 8) return part.hash;
  std::uint64_t whole = 0;
  for (std::size_t i = part.contents.size(); i-- > 0;) whole = whole << 8 | part.contents[i];
  return whole;
}

}  // namespace stalemate::tools

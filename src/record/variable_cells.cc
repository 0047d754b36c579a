#include "record/variable_cells.h"

#include <algorithm>
#include <numeric>

#include "model/operations.h"
#include "record/creation_order.h"

namespace stalemate::tools {
namespace {

bool writes(const Step& step) {
  return writes_memory(step.op) && result_of(step.op, step.value) == StepResult::kSucceeded;
}

}  // namespace

std::uint32_t accessed_bytes(const Step& step) {
  if (accesses_memory(step.op)) return std::max(step.bytes, 1u);
  return step.op == OpKind::kFutexWait ? 4 : 0;
}

std::vector<ByteRange> accessed_ranges(const std::vector<Step>& steps) {
  std::vector<ByteRange> ranges;
  for (const Step& step : steps)
    if (const std::uint32_t bytes = accessed_bytes(step); bytes != 0)
      ranges.emplace_back(step.object, step.object + bytes);
  std::sort(ranges.begin(), ranges.end());
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  return ranges;
}

TracedMemory::TracedMemory(const LoggedSteps& log, const std::vector<ByteRange>& also) : log_(log) {
  for (const auto& ranges : {accessed_ranges(log.steps), also})
    for (const auto& [begin, end] : ranges) cuts_.insert(cuts_.end(), {begin, end});
  std::sort(cuts_.begin(), cuts_.end());
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
  splittable_.resize(log.steps.size());
  bool several = false;
  for (const Step& step : log.steps) {
    const auto [first, last] = cells_of(step);
    events_ += last - first;
    several = several || last - first > 1;
  }
  if (several && events_ <= kMostEvents) find_groups();
}

std::pair<std::size_t, std::size_t> TracedMemory::cells_of(const Step& step) const {
  const std::uint32_t bytes = accessed_bytes(step);
  if (bytes == 0) return {0, 0};
  const auto cell = [this](std::uint64_t address) {
    return static_cast<std::size_t>(std::lower_bound(cuts_.begin(), cuts_.end(), address) - cuts_.begin());
  };
  return {cell(step.object), cell(step.object + bytes)};
}

void TracedMemory::note_uses() {
  uses_.resize(cuts_.size());
  for (std::size_t i = 0; i < log_.steps.size(); ++i) {
    const Step& step = log_.steps[i];
    const auto [first, last] = cells_of(step);
    for (std::size_t cell = first; cell < last; ++cell) {
      auto& uses = uses_[cell];
      const auto mine = std::ranges::find_if(uses, [&](const Use& use) { return use.thread == step.thread; });
      if (mine == uses.end()) {
        uses.push_back({step.thread, writes(step), i, i});
        continue;
      }
      mine->last = i;
      mine->writes = mine->writes || writes(step);
    }
  }
}

// Whole threads are compared: one that accesses a cell before and after the step may come in between as well.
void TracedMemory::find_groups() {
  note_uses();
  const ForkJoinOrder order(log_);
  above_.resize(cuts_.size());
  std::iota(above_.begin(), above_.end(), std::size_t{0});
  grouped_.resize(cuts_.size());
  for (std::size_t i = 0; i < log_.steps.size(); ++i) {
    const Step& step = log_.steps[i];
    const auto [first, last] = cells_of(step);
    if (last - first < 2) continue;
    for (std::size_t cell = first; cell < last && !splittable_[i]; ++cell)
      splittable_[i] = std::ranges::any_of(uses_[cell], [&](const Use& use) {
        return use.thread != step.thread && (use.writes || writes(step)) && !order.before(use.last, i) &&
               !order.before(i, use.first);
      });
    if (!splittable_[i]) continue;
    for (std::size_t cell = first; cell < last; ++cell) {
      grouped_[cell] = true;
      const std::size_t one = root_of(first), other = root_of(cell);
      above_[std::max(one, other)] = std::min(one, other);
    }
  }
  uses_.clear();
}

std::size_t TracedMemory::root_of(std::size_t cell) const {
  while (above_[cell] != cell) cell = above_[cell];
  return cell;
}

std::optional<std::size_t> TracedMemory::group_of(std::size_t step) const {
  const auto [first, last] = cells_of(log_.steps[step]);
  if (last == first || grouped_.empty() || !grouped_[first]) return std::nullopt;
  if (last - first > 1 && !splittable_[step]) return std::nullopt;
  return root_of(first);
}

std::optional<std::uint64_t> part_of_value(const LoggedSteps& log, const Step& step,
                                           std::optional<std::uint64_t> value, std::uint64_t offset,
                                           std::uint64_t bytes) {
  if (!value) return std::nullopt;
  const bool plain = step.op == OpKind::kPlainLoad || step.op == OpKind::kPlainStore;
  const bool narrow = accessed_bytes(step) <= 8;
  if (!narrow && (plain ? step.words == kNoWords : offset + bytes > 8)) return std::nullopt;
  const auto byte_at = [&](std::uint64_t at) {
    const std::uint64_t word = narrow || !plain ? *value : log.words[step.words + at / 8];
    return static_cast<std::uint8_t>(word >> (at % 8 * 8));
  };
  std::uint64_t out = 0;
  if (bytes <= 8) {
    for (std::uint64_t i = bytes; i-- > 0;) out = out << 8 | byte_at(offset + i);
    return out;
  }
  for (std::uint64_t i = 0; i < bytes; ++i) {
    out = (out ^ byte_at(offset + i)) * 0x9e3779b97f4a7c15u;
    out ^= out >> 32;
  }
  return out;
}

}  // namespace stalemate::tools

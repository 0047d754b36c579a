#include "trace/block.h"

#include <algorithm>

namespace stalemate::trace {
namespace {

// How far an address lies from the bytes of a block.
std::uint64_t distance(const Block& block, std::uint64_t address) {
  if (address < block.address) return block.address - address;
  const std::uint64_t end = block.address + std::max(block.bytes, 1u);
  return address < end ? 0 : address - end + 1;
}

bool is_step_on(const Point& point, std::uint64_t begin, std::uint64_t end) {
  return !point.is_choice && begin <= point.object && point.object < end;
}

}  // namespace

const Block* find_block(const Execution& execution, std::uint64_t address, std::size_t by) {
  const Block* nearest = nullptr;
  for (const Block& block : execution.blocks) {
    if (block.begun.order > by) break;
    if (nearest == nullptr || distance(block, address) <= distance(*nearest, address)) nearest = &block;
  }
  return nearest;
}

const Block* block_of(const Execution& execution, const Leak& leak) {
  const Block* block = find_block(execution, leak.address);
  return block != nullptr && block->address == leak.address && !block->ended ? block : nullptr;
}

const Block* block_of_fault(const Execution& execution) {
  return execution.fault ? find_block(execution, execution.fault->address) : nullptr;
}

// A free that is unordered with an access does not happen.
bool frees(const Execution& execution, const Block& block) {
  return execution.header.outcome == wire::Outcome::kDoubleFree ||
         (execution.header.outcome == wire::Outcome::kUseAfterFree && !block.ended);
}

std::optional<Access> access_before_free(const Execution& execution, const Fault& fault) {
  const Block* block = find_block(execution, fault.address);
  const std::uint64_t end = fault.address + std::max(block != nullptr ? block->bytes : 0, fault.bytes);
  std::optional<Access> found;
  for (const Access& access : execution.accesses)
    if (access.thread == fault.earlier_thread && access.address < end &&
        fault.address < access.address + access.bytes)
      found = access;
  // Uses of an object are steps, and recorded as such.
  for (std::size_t i = execution.points.size(); i-- > 0;) {
    const Point& point = execution.points[i];
    if (found && i + 1 <= found->after) break;
    if (point.thread != fault.earlier_thread || !is_step_on(point, fault.address, end)) continue;
    Access access;
    access.after = i + 1;
    access.thread = point.thread;
    access.address = point.object;
    access.is_atomic = true;
    access.stack = point.stack;
    return access;
  }
  return found;
}

}  // namespace stalemate::trace

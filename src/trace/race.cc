#include "trace/race.h"

#include <algorithm>

namespace stalemate::trace {
namespace {

bool overlap(const Access& a, std::uint64_t address, std::uint32_t bytes) {
  return a.address < address + bytes && address < a.address + a.bytes;
}

bool is_atomic(const Point& point) {
  return !point.is_choice && (point.op == OpKind::kLoad || point.op == OpKind::kStore ||
                              point.op == OpKind::kRmw || point.op == OpKind::kCas);
}

bool writes(const Point& point) {
  return point.op == OpKind::kStore || point.op == OpKind::kRmw ||
         (point.op == OpKind::kCas && point.value == 1);
}

Access access_of(const Point& point, std::size_t number) {
  Access access;
  access.after = number + 1;
  access.thread = point.thread;
  access.address = point.object;
  access.bytes = point.datum ? point.datum_bytes : 8;
  access.writes = writes(point);
  access.is_atomic = true;
  access.stack = point.stack;
  return access;
}

// The last one by the thread that the later access names: whatever that thread did last is as unordered with
// the later access as what it did before. Of two atomic ones, none races.
std::optional<Access> earlier_access(const Execution& execution, const Access& later, std::size_t index) {
  std::optional<Access> found;
  for (std::size_t i = index; i-- > 0 && !found;) {
    const Access& access = execution.accesses[i];
    if (!access.races && access.thread == later.earlier_thread && access.writes == later.earlier_writes &&
        overlap(later, access.address, access.bytes))
      found = access;
  }
  if (later.is_atomic) return found;
  for (std::size_t i = std::min(later.after, execution.points.size()); i-- > 0;) {
    const Point& point = execution.points[i];
    if (found && i + 1 <= found->after) break;
    if (!is_atomic(point) || point.thread != later.earlier_thread) continue;
    Access access = access_of(point, i);
    if (access.writes == later.earlier_writes && overlap(later, access.address, access.bytes)) return access;
  }
  return found;
}

// An atomic access is told of after its own step.
bool is_step_itself(const Execution& execution, const Access& access) {
  if (access.after == 0 || access.after > execution.points.size()) return false;
  const Point& point = execution.points[access.after - 1];
  return is_atomic(point) && point.thread == access.thread && !point.stack.empty() &&
         point.stack[0].pc == code_of(access);
}

}  // namespace

std::optional<Race> find_race(const Execution& execution, std::uint64_t pc) {
  for (std::size_t i = 0; i < execution.accesses.size(); ++i) {
    const Access& access = execution.accesses[i];
    if (!access.races || code_of(access) != pc) continue;
    Race race{access, {}};
    race.later.is_atomic = is_step_itself(execution, access);
    if (auto earlier = earlier_access(execution, race.later, i)) {
      race.earlier = std::move(*earlier);
    } else {
      race.earlier.thread = access.earlier_thread;
      race.earlier.writes = access.earlier_writes;
    }
    return race;
  }
  return std::nullopt;
}

}  // namespace stalemate::trace

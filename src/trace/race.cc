#include "trace/race.h"

#include <algorithm>

namespace stalemate::trace {
namespace {

bool overlap(const Access& a, std::uint64_t address, std::uint32_t bytes) {
  return a.address < address + bytes && address < a.address + a.bytes;
}

bool is_atomic(const Point& point) {
  return !point.is_choice &&
         (point.op == OpKind::kLoad || point.op == OpKind::kStore || point.op == OpKind::kRmw ||
          point.op == OpKind::kCas || point.op == OpKind::kRetry);
}

bool writes(const Point& point) {
  return point.op == OpKind::kStore || point.op == OpKind::kRmw ||
         ((point.op == OpKind::kCas || point.op == OpKind::kRetry) && point.value == 1);
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

// The last one by the code in the log: the one whose time the runtime records.
std::optional<Access> earlier_access(const Execution& execution, const Access& later, std::size_t index) {
  if (!later.earlier_is_atomic) {
    for (std::size_t i = index; i-- > 0;) {
      const Access& access = execution.accesses[i];
      if (!access.races && access.thread == later.earlier_thread && access.writes == later.earlier_writes &&
          code_of(access) == later.earlier_code && overlap(later, access.address, access.bytes))
        return access;
    }
    return std::nullopt;
  }
  for (std::size_t i = std::min(later.after, execution.points.size()); i-- > 0;) {
    const Point& point = execution.points[i];
    if (!is_atomic(point) || point.thread != later.earlier_thread || point.stack.empty() ||
        point.stack[0].pc != later.earlier_code)
      continue;
    Access access = access_of(point, i);
    if (access.writes == later.earlier_writes && overlap(later, access.address, access.bytes)) return access;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Race> find_race(const Execution& execution, RacingCode code) {
  for (std::size_t i = 0; i < execution.accesses.size(); ++i) {
    const Access& access = execution.accesses[i];
    if (!access.races || code_of(access) != code.later || access.earlier_code != code.earlier) continue;
    Race race{access, {}};
    if (auto earlier = earlier_access(execution, access, i)) {
      race.earlier = std::move(*earlier);
    } else {
      race.earlier.thread = access.earlier_thread;
      race.earlier.writes = access.earlier_writes;
      race.earlier.is_atomic = access.earlier_is_atomic;
    }
    return race;
  }
  return std::nullopt;
}

}  // namespace stalemate::trace

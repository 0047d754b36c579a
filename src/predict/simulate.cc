#include "predict/decide/machine.h"
#include "predict/predict.h"

namespace stalemate::predict {

Result<std::vector<std::int64_t>> simulate(const trace::EventTrace& trace,
                                           const std::vector<std::uint16_t>& schedule) {
  const TraceIndex index(trace);
  Machine machine(index);
  std::vector<std::int64_t> seen;
  seen.reserve(schedule.size());
  for (const std::uint16_t thread : schedule) {
    const std::string step = "step " + std::to_string(seen.size()) + " of the schedule: ";
    if (thread >= index.threads()) return fail(Code::kBadFile, step + "there is no such thread");
    const std::uint32_t event = machine.next(thread);
    if (event == kNone) return fail(Code::kBadFile, step + trace.threads[thread] + " has no event left");
    if (!machine.possible(event))
      return fail(Code::kBadFile, step + "event " + std::to_string(event) + " of " + trace.threads[thread] +
                                      " cannot happen there");
    const std::uint32_t write =
        is_read(index.event(event)) ? machine.last_write(index.event(event).object) : kNone;
    seen.push_back(write == kNone ? kInitial : std::int64_t{write});
    machine.take(event);
  }
  return seen;
}

}  // namespace stalemate::predict

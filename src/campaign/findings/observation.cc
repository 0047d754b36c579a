#include "campaign/findings/observation.h"

#include "model/operations.h"

namespace stalemate::host {

std::vector<Observation> observations_of(const LogView& log) {
  std::vector<Observation> observations;
  bool wants_code = false;  // the first frame after a race is the later access, after a leak the allocation
  for (const wire::Record& record : log.records) {
    switch (record.kind) {
      case wire::RecordKind::kRace:
      case wire::RecordKind::kLeak:
        observations.push_back(
            {0, 0, record.object, record.value, false, record.kind == wire::RecordKind::kLeak, false});
        wants_code = true;
        break;
      case wire::RecordKind::kFrame:
        if (wants_code) observations.back().pc = record.object;
        wants_code = false;
        break;
      case wire::RecordKind::kPartner:
        if (!observations.empty() && !wants_code && observations.back().is_race())
          observations.back().partner = record.object;
        break;
      case wire::RecordKind::kPolls:
        observations.push_back({record.object, 0, 0, 0, true, false, false});
        break;
      case wire::RecordKind::kTouched:
        observations.push_back({record.object, 0, 0, 0, false, false, false, true});
        break;
      default: break;
    }
  }
  return observations;
}

namespace {

bool is_plain(OpKind op) { return object_of(op) == ObjectKind::kVariable; }

bool conflict(const wire::Record& a, const wire::Record& b) {
  return a.thread != b.thread && a.object == b.object && accesses_memory(a.op) && accesses_memory(b.op) &&
         (is_plain(a.op) || is_plain(b.op)) && (writes_memory(a.op) || writes_memory(b.op));
}

// Addresses at which threads met.
std::vector<std::uint64_t> meetings(const LogView& log) {
  std::vector<const wire::Record*> steps;
  std::vector<std::size_t> last;  // by thread: the index after its last step
  std::vector<std::uint64_t> addresses;
  for (const wire::Record& record : log.records) {
    if (record.kind != wire::RecordKind::kStep) continue;
    if (last.size() <= record.thread) last.resize(std::size_t{record.thread} + 1, 0);
    // A thread without a step has not begun.
    if (last[record.thread] != 0 && accesses_memory(record.op))
      for (std::size_t i = last[record.thread]; i < steps.size(); ++i)
        if (conflict(record, *steps[i])) addresses.push_back(record.object);
    steps.push_back(&record);
    last[record.thread] = steps.size();
  }
  return addresses;
}

}  // namespace

void find_meetings(const LogView& log, std::vector<Observation>& observations) {
  for (const std::uint64_t address : meetings(log))
    for (Observation& observation : observations)
      if (observation.is_race() && observation.address == address) observation.met = true;
}

}  // namespace stalemate::host

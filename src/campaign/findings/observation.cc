#include "campaign/findings/observation.h"

namespace stalemate::host {

std::vector<Observation> observations_of(const LogView& log) {
  std::vector<Observation> observations;
  bool wants_code = false;  // the first frame after a race is the later access, after a leak the allocation
  for (std::size_t n = 0; n < log.records.size(); ++n) {
    const wire::Record& record = log.records[n];
    switch (record.kind) {
      case wire::RecordKind::kName: n += (std::size_t{record.value} + 15) / 16; break;
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
        if (!observations.empty() && !wants_code) observations.back().partner = record.object;
        break;
      case wire::RecordKind::kPolls:
        observations.push_back({record.object, 0, 0, 0, true, false, false});
        break;
      default: break;
    }
  }
  return observations;
}

namespace {

bool is_plain(OpKind op) { return op == OpKind::kPlainLoad || op == OpKind::kPlainStore; }
bool reads(OpKind op) { return op == OpKind::kPlainLoad || op == OpKind::kLoad; }
bool accesses(OpKind op) {
  return is_plain(op) || op == OpKind::kLoad || op == OpKind::kStore || op == OpKind::kRmw ||
         op == OpKind::kCas;
}

bool conflict(const wire::Record& a, const wire::Record& b) {
  return a.thread != b.thread && a.object == b.object && accesses(a.op) && accesses(b.op) &&
         (is_plain(a.op) || is_plain(b.op)) && !(reads(a.op) && reads(b.op));
}

// Addresses at which threads met.
std::vector<std::uint64_t> meetings(const LogView& log) {
  std::vector<const wire::Record*> steps;
  std::vector<std::size_t> last;  // by thread: where behind its last step is
  std::vector<std::uint64_t> addresses;
  for (std::size_t n = 0; n < log.records.size(); ++n) {
    const wire::Record& record = log.records[n];
    if (record.kind == wire::RecordKind::kName) n += (std::size_t{record.value} + 15) / 16;
    if (record.kind != wire::RecordKind::kStep) continue;
    if (last.size() <= record.thread) last.resize(std::size_t{record.thread} + 1, 0);
    // A thread without a step has not begun.
    if (last[record.thread] != 0 && accesses(record.op))
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
      if (!observation.polls && !observation.lost && observation.address == address) observation.met = true;
}

}  // namespace stalemate::host

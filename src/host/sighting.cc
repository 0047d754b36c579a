#include "host/sighting.h"

namespace stalemate::host {

std::vector<Sighting> sightings_of(const LogView& log) {
  std::vector<Sighting> sightings;
  bool wants_code = false;  // the first frame after a race is the later access, after a leak the allocation
  for (std::size_t n = 0; n < log.records.size(); ++n) {
    const wire::Record& record = log.records[n];
    switch (record.kind) {
      case wire::RecordKind::kName: n += (std::size_t{record.value} + 15) / 16; break;
      case wire::RecordKind::kRace:
      case wire::RecordKind::kLeak:
        sightings.push_back(
            {0, 0, record.object, record.value, false, record.kind == wire::RecordKind::kLeak});
        wants_code = true;
        break;
      case wire::RecordKind::kFrame:
        if (wants_code) sightings.back().pc = record.object;
        wants_code = false;
        break;
      case wire::RecordKind::kPartner:
        if (!sightings.empty() && !wants_code) sightings.back().partner = record.object;
        break;
      case wire::RecordKind::kPolls: sightings.push_back({record.object, 0, 0, 0, true, false}); break;
      default: break;
    }
  }
  return sightings;
}

}  // namespace stalemate::host

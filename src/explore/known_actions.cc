#include "explore/known_actions.h"

namespace stalemate::explore {

void KnownActions::add(Hash128 key, const Deed& deed) {
  if (Record* record = table_.find(key)) {
    if (record->kind == Announced::Kind::kUnknown) *record = packed(key, deed);
    return;
  }
  table_.insert(packed(key, deed));
}

KnownActions::Record KnownActions::packed(Hash128 key, const Deed& deed) {
  Record record;
  record.hash = key;
  record.known = true;
  record.object = deed.next.object;
  record.op = deed.next.op;
  record.kind = deed.next.kind;
  record.badly = deed.went == Went::kBadly;
  record.creates = deed.creates;
  record.timed = deed.next.timed;
  record.again = deed.next.again;
  if (deed.next.other != 0 || deed.wakes != 0 || deed.value != 0 || deed.next.alternatives != 0) {
    record.rest = static_cast<std::uint32_t>(rest_.size());
    rest_.push_back({deed.next.other, deed.wakes, deed.value, deed.next.alternatives});
  }
  return record;
}

Deed KnownActions::unpacked(const Record& record) const {
  const Rest& rest = rest_[record.rest];
  Deed deed;
  deed.went = record.badly ? Went::kBadly : Went::kWell;
  deed.creates = record.creates;
  deed.value = rest.value;
  deed.wakes = rest.wakes;
  deed.next.kind = record.kind;
  deed.next.op = record.op;
  deed.next.timed = record.timed;
  deed.next.again = record.again;
  deed.next.object = record.object;
  deed.next.other = rest.other;
  deed.next.alternatives = rest.alternatives;
  return deed;
}

}  // namespace stalemate::explore

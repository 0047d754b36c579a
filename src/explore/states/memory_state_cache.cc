#include "explore/states/memory_state_cache.h"

namespace stalemate::explore {

using wire::RecordKind;

MemoryStateCache::MemoryStateCache(MemorySource source, bool bounded, bool clocks, std::uint64_t most_bytes)
    : keys_(source), states_(source), bounded_(bounded), clocks_(clocks), most_bytes_(most_bytes) {}

void MemoryStateCache::read(const LogView& log, std::uint32_t first) {
  met_at_ = kNone;
  fresh_ = 0;
  logged_ = {};
  threads_.clear();
  trouble_ = GaveUp::kNothing;
  const std::uint32_t uses = log.header->uses_state;
  if ((uses & wire::kLooksAtClock) != 0 && !clocks_) {
    trouble_ = GaveUp::kClocks;
    return;
  }
  const std::uint32_t why = (uses & wire::kStatesUnknown) >> wire::kStatesUnknownShift;
  if ((uses & wire::kStatesLogged) == 0 || why != 0) ++unknown_states_;
  if (why_ == wire::StatesUnknown::kNothing && why <= static_cast<std::uint32_t>(wire::kLastStatesUnknown))
    why_ = static_cast<wire::StatesUnknown>(why);
  if ((uses & wire::kStatesLogged) == 0) return;
  const wire::Record* const end = log.records.data() + log.records.size();
  std::uint32_t point = 0;
  for (const wire::Record* record = log.records.data(); record < end && met_at_ == kNone; ++record) {
    switch (record->kind) {
      case RecordKind::kSignature: take(*record); break;
      case RecordKind::kStep:
        if (logged_.any && point >= first) look_up(point);
        if (record->op == OpKind::kCreate && record->value != 0) add_thread(*record);
        logged_ = {};
        ++point;
        break;
      case RecordKind::kChoice: ++point; break;
      default: break;
    }
  }
  // After a deadlock, no thread continues.
  if (logged_.any && met_at_ == kNone && point >= first) count_state();
  pruned_ += met_at_ != kNone ? 1 : 0;
}

void MemoryStateCache::take(const wire::Record& record) {
  const Hash128 hash{record.object, record.value};
  if (record.op == OpKind::kYield) {
    logged_.fairness = hash;
  } else {
    logged_.program = hash;
    logged_.last = bounded_ && record.op == OpKind::kStart ? path_of(record.thread) : 0;
    logged_.any = true;
  }
}

// Numbers are given by order of creation, which executions may differ in.
void MemoryStateCache::add_thread(const wire::Record& create) {
  const std::size_t needed = std::size_t{create.value > create.thread ? create.value : create.thread} + 1;
  if (needed > std::size_t{1} << 16) return;
  if (threads_.size() < needed) threads_.resize(needed);
  Mixer128 mixer;
  mixer.add(path_of(create.thread));
  mixer.add(++threads_[create.thread].children);
  threads_[create.value].path = mixer.hash().low;
}

std::uint64_t MemoryStateCache::path_of(std::uint32_t thread) const {
  return thread < threads_.size() && threads_[thread].path != 0 ? threads_[thread].path : thread + 1;
}

void MemoryStateCache::look_up(std::uint32_t point) {
  Mixer128 mixer;
  mixer.add(logged_.program);
  mixer.add(logged_.fairness);
  mixer.add(logged_.last);
  const Hash128 key = mixer.hash();
  if (keys_.find(key) != nullptr) {
    met_at_ = point;
    return;
  }
  count_state();
  if (has_room())
    keys_.insert({key});
  else
    full_ = true;
}

void MemoryStateCache::count_state() {
  Mixer128 mixer;
  mixer.add(logged_.program);
  const Hash128 state = mixer.hash();
  if (!has_room() || states_.find(state) != nullptr) return;
  states_.insert({state});
  ++fresh_;
}

// All are in the tables already: an execution may visit one of its own states again.
void MemoryStateCache::keep(Summary& summary, std::size_t bound) {
  CachedStates& cached = *summary.cached;
  cached.states = states_.size();
  cached.pruned = pruned_;
  cached.bytes = bytes();
  cached.full = full_;
  cached.unknown_states = unknown_states_;
  cached.why = why_;
  if (cached.states_per_bound.size() <= bound) cached.states_per_bound.resize(bound + 1);
  cached.states_per_bound[bound] += fresh_;
}

}  // namespace stalemate::explore

#include "explore/reduction/deferred_states.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.h"

namespace stalemate::explore {

void DeferredStates::swap(DeferredStates& other) {
  bytes_.swap(other.bytes_);
  std::swap(at_, other.at_);
  std::swap(ahead_, other.ahead_);
  std::swap(entries_, other.entries_);
}

void DeferredStates::put(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes_.push_back(static_cast<std::uint8_t>(number));
}

void DeferredStates::put(Hash128 hash) {
  const std::size_t at = bytes_.size();
  bytes_.resize(at + sizeof hash);
  std::memcpy(&bytes_[at], &hash, sizeof hash);
}

std::uint64_t DeferredStates::get(std::size_t& at) const {
  std::uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint8_t byte = bytes_[at++];
    number |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return number;
  }
}

void DeferredStates::begin(std::uint64_t actions, std::uint64_t same) {
  ++entries_;
  put(actions);
  put(same);
}

void DeferredStates::put(const Ran& ran) {
  put(std::uint64_t{ran.thread} << 2 | std::uint64_t{ran.deviates} << 1 | std::uint64_t{ran.is_value});
  put(ran.choice);
}

void DeferredStates::add(HappensBefore& graph, const Prefix& x, Hash128 hash, ThreadSet threads) {
  std::uint64_t actions = 0;
  for (std::uint32_t thread = 0; thread < graph.threads(); ++thread) actions += x.count[thread];
  begin(actions, 0);
  std::uint32_t ids[Numbering::kMostThreads] = {};
  std::uint32_t next_id = 1;
  for (std::uint32_t thread = 1; thread < graph.threads(); ++thread)
    if (graph.is_initial(thread)) ids[thread] = next_id++;
  Prefix done;
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; actions > 0; ++i) {
    const Action& action = graph.action(i);
    const std::uint32_t thread = action.thread;
    if (action.number >= x.count[thread]) continue;
    // The tail continues with the last thread, unless that only waits for its timeout.
    const bool continues = thread == last && graph.able(done, thread) == Able::kYes;
    const bool deviates = action.choice ? action.chosen != 0 : !continues;
    put(Ran{thread, action.choice ? action.chosen : ids[thread], action.choice, deviates});
    if (action.child != 0) ids[action.child] = next_id++;
    if (!action.choice) last = thread;
    ++done.count[thread];
    --actions;
  }
  put_steps(graph, x, hash, threads, ids);
}

void DeferredStates::put_steps(HappensBefore& graph, const Prefix& x, Hash128 hash, ThreadSet threads,
                               const std::uint32_t* ids) {
  put(static_cast<std::uint64_t>(std::popcount(threads)));
  for (ThreadSet rest = threads; rest != 0; rest &= rest - 1) {
    const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
    HappensBefore::Probe probe = graph.probe(x, thread, StepResult::kSucceeded, 0);
    if (!probe.possible) probe = graph.probe(x, thread, StepResult::kFailed, 0);
    if (!probe.possible) probe.id = probe.key = {~hash.low, 1};  // not announced: an id that no graph has
    put(Delayed::Step{thread, ids[thread], hash ^ probe.id, probe.key});
  }
}

void DeferredStates::put(const Delayed& entry) {
  begin(entry.order.size(), 0);
  for (const Ran& ran : entry.order) put(ran);
  put(std::uint64_t{entry.steps.size()});
  for (const Delayed::Step& step : entry.steps) put(step);
}

void DeferredStates::put(const Delayed::Step& step) {
  put(std::uint64_t{step.thread});
  put(std::uint64_t{step.id});
  put(step.graph);
  put(step.key);
}

void DeferredStates::read(std::size_t& at, Delayed& entry) const {
  const std::uint64_t actions = get(at);
  entry.same = static_cast<std::uint32_t>(get(at));
  STALEMATE_CHECK(entry.same <= entry.order.size(), "of an entry the one before is not known");
  entry.order.resize(actions);
  for (std::uint32_t i = entry.same; i < actions; ++i) {
    Ran& ran = entry.order[i];
    const std::uint64_t word = get(at);
    ran.thread = static_cast<std::uint32_t>(word >> 2);
    ran.deviates = (word & 2) != 0;
    ran.is_value = (word & 1) != 0;
    ran.choice = static_cast<std::uint32_t>(get(at));
  }
  entry.steps.resize(get(at));
  for (Delayed::Step& step : entry.steps) {
    step.thread = static_cast<std::uint32_t>(get(at));
    step.id = static_cast<std::uint32_t>(get(at));
    std::memcpy(&step.graph, &bytes_[at], sizeof step.graph);
    at += sizeof step.graph;
    std::memcpy(&step.key, &bytes_[at], sizeof step.key);
    at += sizeof step.key;
  }
}

void DeferredStates::take(Delayed& entry) {
  --entries_;
  read(at_, entry);
}

bool DeferredStates::look_ahead(Delayed& entry, const Delayed& taken) {
  if (ahead_ < at_) {
    ahead_ = at_;
    entry.order = taken.order;
  }
  if (ahead_ == bytes_.size()) return false;
  read(ahead_, entry);
  return true;
}

void DeferredStates::save(ByteSink& sink, Delayed taken) const {
  sink.number(entries_);
  // The first is written in full.
  DeferredStates first;
  std::size_t at = at_;
  if (at_ < bytes_.size()) {
    read(at, taken);
    first.put(taken);
  }
  sink.number(first.bytes_.size() + bytes_.size() - at);
  sink.raw(first.bytes_.data(), first.bytes_.size());
  sink.raw(bytes_.data() + at, bytes_.size() - at);
}

bool DeferredStates::load(ByteSource& source) {
  clear();
  entries_ = source.number();
  bytes_.resize(source.count());
  source.raw(bytes_.data(), bytes_.size());
  return source.ok();
}

}  // namespace stalemate::explore

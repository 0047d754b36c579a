#include "explore/interleavings/window.h"

#include <algorithm>
#include <cstring>

namespace stalemate::explore {
namespace {

constexpr std::uint64_t kLastLabel = ~std::uint64_t{0};
// An entry is placed this close to its predecessor, as a fraction 2^-kShare of the gap: a run inserts
// executions before itself repeatedly, and should find room for thousands of them.
constexpr int kShare = 8;

}  // namespace

std::uint32_t Window::insert_execution(std::uint32_t next, std::uint32_t node,
                                       const Entry::Execution& execution) {
  const std::uint32_t entry = insert(next, EntryKind::kExecution, node);
  entries_[entry].execution = execution;
  return entry;
}

std::uint32_t Window::insert_run(std::uint32_t next, std::uint32_t node, const Entry::Alternatives& run) {
  const std::uint32_t entry = insert(next, EntryKind::kRun, node);
  entries_[entry].run = run;
  make_ready(entry);
  return entry;
}

std::uint32_t Window::insert_run(std::uint32_t next, const Run& run, RunKind kind) {
  const auto count = static_cast<std::uint32_t>(run.threads.size());
  Entry::Alternatives alternatives{run.lo, run.hi,   run.check_point(), run.hash, count,
                                   0,      kNothing, run.ascending,     kind,     {}};
  const std::uint32_t near = std::min(count, Entry::kInline);
  std::copy_n(run.threads.begin(), near, alternatives.threads);
  if (count > near) {
    const auto* far = reinterpret_cast<const std::uint8_t*>(run.threads.data() + near);
    alternatives.blocks = store({far, (count - near) * sizeof(std::uint16_t)});
  }
  return insert_run(next, run.node, alternatives);
}

std::uint32_t Window::insert_values(std::uint32_t next, std::uint32_t node, std::uint32_t point,
                                    std::uint32_t hash, std::uint32_t count) {
  return insert_run(next, node, {point, point, point, hash, count, 0, kNothing, true, RunKind::kValues, {}});
}

std::uint32_t Window::insert_starts(std::uint32_t count) {
  return insert_run(kNothing, kNothing, {0, 0, 0, 0, count, 0, kNothing, true, RunKind::kStarts, {}});
}

std::uint32_t Window::insert_pack(std::uint32_t next, std::uint32_t node, const RunBytes& runs) {
  const std::uint32_t entry = insert(next, EntryKind::kPack, node);
  const std::uint32_t blocks = store(runs.bytes());
  entries_[entry].pack = {runs.items(), runs.runs(), blocks, static_cast<std::uint32_t>(runs.bytes().size())};
  return entry;
}

std::uint32_t Window::insert(std::uint32_t next, EntryKind kind, std::uint32_t node) {
  const std::uint32_t prev = next == kNothing ? back_ : entries_[next].prev;
  const std::uint64_t label = label_between(prev, next);
  const std::uint32_t entry = entries_.take();
  Entry& e = entries_[entry];
  e.label = label;
  e.prev = prev;
  e.next = next;
  e.node = node;
  e.kind = kind;
  (prev == kNothing ? front_ : entries_[prev].next) = entry;
  (next == kNothing ? back_ : entries_[next].prev) = entry;
  return entry;
}

void Window::remove(std::uint32_t entry) {
  Entry& e = entries_[entry];
  (e.prev == kNothing ? front_ : entries_[e.prev].next) = e.next;
  (e.next == kNothing ? back_ : entries_[e.next].prev) = e.prev;
  if (e.kind == EntryKind::kRun) discard(e.run.blocks);
  if (e.kind == EntryKind::kPack) discard(e.pack.blocks);
  if (e.kind == EntryKind::kExecution && e.execution.outcome != kNothing) {
    discard(outcomes_[e.execution.outcome].blocks);
    outcomes_.give(e.execution.outcome);
  }
  entries_.give(entry);
}

std::uint64_t Window::label_between(std::uint32_t prev, std::uint32_t next) {
  for (;;) {
    const std::uint64_t low = prev == kNothing ? 0 : entries_[prev].label;
    const std::uint64_t high = next == kNothing ? kLastLabel : entries_[next].label;
    const std::uint64_t gap = high - low;
    if (gap >= 2) return low + std::max<std::uint64_t>(gap >> kShare, 1);
    relabel();
  }
}

// Spreads the labels evenly. The order, and with it the heap, does not change.
void Window::relabel() {
  const std::uint64_t step = kLastLabel / (entries_.live() + 1);
  std::uint64_t label = 0;
  for (std::uint32_t e = front_; e != kNothing; e = entries_[e].next) entries_[e].label = label += step;
}

void Window::make_ready(std::uint32_t entry) {
  ready_.push_back(entry);
  std::push_heap(ready_.begin(), ready_.end(),
                 [this](std::uint32_t a, std::uint32_t b) { return entries_[a].label > entries_[b].label; });
}

Window::Taken Window::take_alternative() {
  Entry::Alternatives& run = entries_[ready_.front()].run;
  Taken taken{{run.ascending ? run.lo : run.hi, run.index + 1}, false};
  if (run.kind == RunKind::kThreads || run.kind == RunKind::kGraded)
    taken.deviation.choice = thread_at(run, run.index);
  if (run.kind != RunKind::kGraded && ++run.index < run.count) return taken;
  run.index = 0;
  taken.exhausted = run.lo == run.hi;
  if (taken.exhausted) {
    std::pop_heap(ready_.begin(), ready_.end(),
                  [this](std::uint32_t a, std::uint32_t b) { return entries_[a].label > entries_[b].label; });
    ready_.pop_back();
  } else {
    run.ascending ? ++run.lo : --run.hi;
  }
  return taken;
}

void Window::threads_of(std::uint32_t entry, std::vector<std::uint16_t>& out) const {
  const Entry::Alternatives& run = entries_[entry].run;
  out.clear();
  for (std::uint32_t index = 0; index < run.count; ++index) out.push_back(thread_at(run, index));
}

std::uint16_t Window::thread_at(const Entry::Alternatives& run, std::uint32_t index) const {
  if (index < Entry::kInline) return run.threads[index];
  constexpr std::uint32_t kPerBlock = Block::kBytes / sizeof(std::uint16_t);
  index -= Entry::kInline;
  std::uint32_t block = run.blocks;
  for (; index >= kPerBlock; index -= kPerBlock) block = blocks_[block].next;
  std::uint16_t thread;
  std::memcpy(&thread, blocks_[block].bytes + index * sizeof thread, sizeof thread);
  return thread;
}

void Window::keep(std::uint32_t entry, const FinishedExecution& outcome, std::span<const Split> splits) {
  const std::uint32_t kept = outcomes_.take();
  outcomes_[kept] = outcome;
  outcomes_[kept].splits = static_cast<std::uint32_t>(splits.size());
  outcomes_[kept].blocks = store({reinterpret_cast<const std::uint8_t*>(splits.data()), splits.size_bytes()});
  entries_[entry].execution.outcome = kept;
}

void Window::splits_of(std::uint32_t entry, std::vector<Split>& out) const {
  out.resize(outcome(entry).splits);
  fetch(outcome(entry).blocks, {reinterpret_cast<std::uint8_t*>(out.data()), out.size() * sizeof(Split)});
}

void Window::unpack(std::uint32_t entry, RunQueue& queue) const {
  const Entry& e = entries_[entry];
  queue.begin_group(e.node, e.pack.runs, e.pack.items);
  std::uint32_t left = e.pack.bytes;
  for (std::uint32_t block = e.pack.blocks; left > 0; block = blocks_[block].next) {
    const std::uint32_t part = std::min(left, Block::kBytes);
    queue.append({blocks_[block].bytes, part});
    left -= part;
  }
}

std::uint32_t Window::store(std::span<const std::uint8_t> bytes) {
  std::uint32_t first = kNothing;
  std::uint32_t last = kNothing;
  while (!bytes.empty()) {
    const std::uint32_t block = blocks_.take();
    const std::size_t part = std::min<std::size_t>(bytes.size(), Block::kBytes);
    std::memcpy(blocks_[block].bytes, bytes.data(), part);
    bytes = bytes.subspan(part);
    blocks_[block].next = kNothing;
    (last == kNothing ? first : blocks_[last].next) = block;
    last = block;
  }
  return first;
}

void Window::fetch(std::uint32_t block, std::span<std::uint8_t> bytes) const {
  while (!bytes.empty()) {
    const std::size_t part = std::min<std::size_t>(bytes.size(), Block::kBytes);
    std::memcpy(bytes.data(), blocks_[block].bytes, part);
    bytes = bytes.subspan(part);
    block = blocks_[block].next;
  }
}

void Window::discard(std::uint32_t block) {
  while (block != kNothing) {
    const std::uint32_t next = blocks_[block].next;
    blocks_.give(block);
    block = next;
  }
}

}  // namespace stalemate::explore

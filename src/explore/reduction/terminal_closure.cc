#include "explore/reduction/terminal_closure.h"

#include <bit>

namespace stalemate::explore {

void TerminalClosure::add(const Prefix& x, Hash128 hash) {
  record_of(x, hash);
  PrefixRecord* record = table_.find(hash);
  if (record == nullptr) return;  // no room: the search will end
  marks_ += !record->marked;
  record->marked = true;
}

PrefixRecord TerminalClosure::enter(const ContextBounds::Grown& grown, bool marks) {
  PrefixRecord* const record = grown.is_new ? nullptr : table_.find(graph_.hash());
  if (record != nullptr) {
    marks_ += marks && !record->marked;
    record->marked |= marks;
    return *record;
  }
  marks_ += marks;
  if (bound_ != kUnlimited) return bounds_.of_grown(grown, marks);
  PrefixRecord fresh;
  fresh.hash = graph_.hash();
  fresh.known = true;
  fresh.marked = marks;
  return table_.insert(fresh);
}

bool TerminalClosure::contains_next(const Prefix& x, Hash128 hash, std::uint32_t thread,
                                    std::uint32_t chosen) {
  Hash128 ids[2];
  for (int i = graph_.next_ids(x, thread, chosen, ids); i > 0; --i)
    if (contains(hash ^ ids[i - 1])) return true;
  return false;
}

bool TerminalClosure::next_is_settled(const Prefix& x, Hash128 hash, std::uint32_t thread,
                                      std::uint32_t chosen) {
  Hash128 ids[2];
  for (int i = graph_.next_ids(x, thread, chosen, ids); i > 0; --i) {
    const PrefixRecord* record = table_.find(hash ^ ids[i - 1]);
    if (record != nullptr && record->settled) return true;
  }
  return false;
}

// Line 18's successors within the bound that are not in H yet. A successor that enters later is counted down,
// so that a state is checked once; so are those in H whose predecessors have not been updated yet.
std::uint8_t TerminalClosure::count_open(const Prefix& x, Hash128 hash, const PrefixRecord& record,
                                         bool& excused) {
  constexpr std::uint32_t kMost = kNeverClosed - 1;
  std::uint32_t open = 0;
  const std::uint32_t chooser = graph_.chooser(x);
  if (chooser != Numbering::kNoName) {
    const std::uint32_t alternatives = graph_.announced(x, chooser)->alternatives;
    for (std::uint32_t value = 0; value < alternatives && open <= kMost; ++value)
      open += !next_is_settled(x, hash, chooser, value);
    return static_cast<std::uint8_t>(open > kMost ? kNeverClosed : open);
  }
  ThreadSet timed = 0;
  for (ThreadSet rest = graph_.enabled(x, timed); rest != 0; rest &= rest - 1) {
    const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (!affords(record, thread)) {
      excused = true;
      continue;
    }
    if (graph_.announced(x, thread)->kind == Announced::Kind::kUnknown) return kNeverClosed;
    open += !next_is_settled(x, hash, thread, 0);
  }
  return static_cast<std::uint8_t>(open);
}

bool TerminalClosure::is_closed(const Prefix& x, Hash128 hash, const PrefixRecord& record) {
  bool excused = false;
  return count_open(x, hash, record, excused) == 0;
}

ThreadSet TerminalClosure::excused_at(const Prefix& x, const PrefixRecord& record) const {
  ThreadSet timed = 0, found = 0;
  for (ThreadSet rest = graph_.enabled(x, timed); rest != 0; rest &= rest - 1) {
    const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (!affords(record, thread)) found |= only(thread);
  }
  return found;
}

// A successor of x within the bound has entered H. Returns whether it was the last (line 18).
bool TerminalClosure::closes(const Prefix& x, Hash128 hash, const PrefixRecord& record) {
  std::uint8_t open = record.open;
  bool excused = record.excused;
  if (!record.evaluated)
    open = count_open(x, hash, record, excused);
  else if (open != kNeverClosed)
    --open;
  PrefixRecord* kept = table_.find(hash);
  if (kept == nullptr) return open == 0;  // no room: it is counted again the next time
  kept->open = open;
  kept->evaluated = true;
  kept->excused = excused;
  return open == 0;
}

// The paper's recursion with an explicit stack. The order does not matter: a predecessor enters H with the
// last of its successors.
void TerminalClosure::mark_whole(std::vector<Excuse>& excuses) {
  add(graph_.whole(), graph_.hash());
  stack_.push_back({graph_.whole(), graph_.hash()});
  while (!stack_.empty() && !cut_.now() && !bounds_.overflowed()) {
    Marked at = stack_.back();
    stack_.pop_back();
    if (PrefixRecord* record = table_.find(at.hash)) record->settled = true;
    for (ThreadSet rest = graph_.frontier(at.x); rest != 0; rest &= rest - 1) {
      const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
      const Hash128 before = at.hash ^ graph_.last_id(at.x, thread);
      --at.x.count[thread];
      const PrefixRecord record = record_of(at.x, before);
      if (affords(record, thread) && !record.marked && closes(at.x, before, record)) {
        add(at.x, before);
        stack_.push_back({at.x, before});
        const PrefixRecord* kept = table_.find(before);
        if (kept != nullptr && kept->excused) excuses.push_back({at.x, before, excused_at(at.x, record)});
      }
      ++at.x.count[thread];
    }
  }
  stack_.clear();
}

}  // namespace stalemate::explore

#include "explore/terminal_closure.h"

#include <bit>

namespace stalemate::explore {

void TerminalClosure::add(const Prefix& x, Hash128 hash) {
  PrefixRecord* record = table_.find(hash);
  if (record == nullptr) {
    if (bound_ != kUnlimited) bounds_.of(x, hash);
    record = table_.find(hash);
    if (record == nullptr) {
      PrefixRecord fresh;
      fresh.hash = hash;
      fresh.known = true;
      record = &table_.insert(fresh);
    }
  }
  marks_ += !record->marked;
  record->marked = true;
}

bool TerminalClosure::contains_next(const Prefix& x, Hash128 hash, std::uint32_t thread,
                                    std::uint32_t chosen) {
  Hash128 ids[2];
  for (int i = graph_.next_ids(x, thread, chosen, ids); i > 0; --i)
    if (contains(hash ^ ids[i - 1])) return true;
  return false;
}

// Line 18: every successor within the bound is in H.
bool TerminalClosure::is_closed(const Prefix& x, Hash128 hash, const PrefixRecord& record,
                                ThreadSet& excused) {
  excused = 0;
  const std::uint32_t chooser = graph_.chooser(x);
  if (chooser != Names::kNoName) {
    const std::uint32_t alternatives = graph_.announced(x, chooser)->alternatives;
    for (std::uint32_t value = 0; value < alternatives; ++value)
      if (!contains_next(x, hash, chooser, value)) return false;
    return true;
  }
  ThreadSet timed = 0;
  for (ThreadSet rest = graph_.enabled(x, timed); rest != 0; rest &= rest - 1) {
    const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (!affords(record, thread))
      excused |= only(thread);
    else if (!contains_next(x, hash, thread, 0))
      return false;
  }
  return true;
}

// The paper's recursion with a stack of its own: a predecessor is looked at again whenever another of its
// successors has entered H, so that the order does not matter.
void TerminalClosure::mark_terminal(std::vector<Excuse>& excuses) {
  add(graph_.whole(), graph_.hash());
  stack_.push_back({graph_.whole(), graph_.hash()});
  while (!stack_.empty() && !bounds_.overflowed()) {
    Marked at = stack_.back();
    stack_.pop_back();
    for (ThreadSet rest = graph_.frontier(at.x); rest != 0; rest &= rest - 1) {
      const auto thread = static_cast<std::uint32_t>(std::countr_zero(rest));
      const Hash128 before = at.hash ^ graph_.last_id(at.x, thread);
      --at.x.count[thread];
      const PrefixRecord record = record_of(at.x, before);
      ThreadSet excused = 0;
      if (affords(record, thread) && !contains(before) && is_closed(at.x, before, record, excused)) {
        add(at.x, before);
        stack_.push_back({at.x, before});
        if (excused != 0) excuses.push_back({at.x, before, excused});
      }
      ++at.x.count[thread];
    }
  }
  stack_.clear();
}

}  // namespace stalemate::explore

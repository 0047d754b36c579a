#include "explore/speculation.h"

#include <utility>

namespace stalemate::explore {

Speculation::Run* Speculation::find(std::uint64_t key) {
  for (std::size_t at = 0; at < used_; ++at)
    if (runs_[at].key == key) return &runs_[at];
  return nullptr;
}

void Speculation::add(std::uint64_t id, std::uint64_t node, std::uint64_t key) {
  if (used_ == runs_.size()) runs_.emplace_back();
  Run& run = runs_[used_++];
  run.id = id;
  run.node = node;
  run.key = key;
  run.back = false;
}

bool Speculation::take(std::uint64_t id, const LogView& log) {
  for (std::size_t at = 0; at < used_; ++at) {
    Run& run = runs_[at];
    if (run.id != id) continue;
    run.back = true;
    run.header = *log.header;
    run.records.assign(log.records.begin(), log.records.end());
    run.text.assign(log.text);
    return true;
  }
  return false;
}

void Speculation::remove_at(std::size_t at) { std::swap(runs_[at], runs_[--used_]); }

void Speculation::remove(std::uint64_t key) {
  for (std::size_t at = used_; at-- > 0;)
    if (runs_[at].key == key) remove_at(at);
}

void Speculation::forget_node(std::uint64_t node) {
  for (std::size_t at = used_; at-- > 0;)
    if (runs_[at].node == node) remove_at(at);
}

}  // namespace stalemate::explore

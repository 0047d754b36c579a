#include "explore/reduction/speculation.h"

#include <utility>

namespace stalemate::explore {

const Speculation::Run* Speculation::find(std::uint64_t key) const {
  for (std::size_t at = 0; at < used_; ++at)
    if (runs_[at].key == key) return &runs_[at];
  return nullptr;
}

void Speculation::add(const Run& run) {
  if (used_ == runs_.size()) {
    runs_.emplace_back();
    logs_.emplace_back();
  }
  runs_[used_++] = run;
}

bool Speculation::take(std::uint64_t id, const LogView& log) {
  for (std::size_t at = 0; at < used_; ++at) {
    if (runs_[at].id != id) continue;
    runs_[at].back = true;
    logs_[at].header = *log.header;
    logs_[at].records.assign(log.records.begin(), log.records.end());
    logs_[at].text.assign(log.text);
    return true;
  }
  return false;
}

void Speculation::remove_at(std::size_t at) {
  --used_;
  std::swap(runs_[at], runs_[used_]);
  std::swap(logs_[at], logs_[used_]);
}

void Speculation::remove(std::uint64_t key) {
  for (std::size_t at = used_; at-- > 0;)
    if (runs_[at].key == key) remove_at(at);
}

void Speculation::move_log(std::uint64_t key, Log& log) {
  for (std::size_t at = used_; at-- > 0;) {
    if (runs_[at].key != key) continue;
    std::swap(logs_[at], log);
    remove_at(at);
  }
}

void Speculation::forget_node(std::uint64_t node) {
  for (std::size_t at = used_; at-- > 0;)
    if (runs_[at].node == node || runs_[at].under == node) remove_at(at);
}

}  // namespace stalemate::explore

// The control ledgers of all workers of a search, merged: what was observed but not controlled, each kind,
// place and object once, by kind, then address. The program may have overwritten a ledger: invalid lines are
// left out, text that cannot be printed is replaced.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>

#include "base/bytes.h"
#include "model/wire/wire.h"

namespace stalemate::host {

struct LedgerLine {
  wire::Uncontrolled what = wire::Uncontrolled::kNone;
  std::uint64_t pc = 0;  // 0: no specific place
  std::string detail;
  // Of code that is not instrumented: whether it has instructions that order threads.
  bool synchronizes() const;
  friend auto operator<=>(const LedgerLine&, const LedgerLine&) = default;
};

class Ledger {
 public:
  // Of a worker that is dead or whose session is over; a line that is being written may be missed.
  void take(const wire::Channel& channel);

  const std::set<LedgerLine>& lines() const { return lines_; }
  // Loops that were treated as yields (S9), by place and by the address of what they read: not part of the
  // rest.
  const std::set<LedgerLine>& polls() const { return polls_; }
  bool empty() const { return lines_.empty() && !overflowed_; }
  // More was observed than a worker's ledger holds.
  bool overflowed() const { return overflowed_; }
  // An entry may hide an interleaving; entries that did not fit count as such.
  bool weakens_coverage() const;
  // To symbolize the addresses: one "start end offset path" per line, hex.
  const std::string& modules() const { return modules_; }

  void add(const Ledger& other);
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);

 private:
  void take_unseen(const wire::Channel& channel);

  std::set<LedgerLine> lines_;
  std::set<LedgerLine> polls_;
  std::string modules_;
  bool overflowed_ = false;
};

}  // namespace stalemate::host

#include "host/ledger.h"

#include <algorithm>

#include "model/uncontrolled.h"

namespace stalemate::host {
namespace {

std::string printable(const char* text, std::size_t most) {
  std::string out(text, std::find(text, text + most, '\0'));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return out;
}

}  // namespace

void Ledger::take(const wire::Channel& channel) {
  const std::uint32_t entries = channel.ledger_entries.load(std::memory_order_acquire);
  if (entries == 0) return;
  overflowed_ |= entries > wire::kLedgerEntries;
  for (std::uint32_t n = 0; n < std::min(entries, wire::kLedgerEntries); ++n) {
    const wire::LedgerEntry& entry = channel.ledger[n];
    const auto what = static_cast<std::uint32_t>(entry.what);
    if (what == 0 || what > static_cast<std::uint32_t>(wire::kLastUncontrolled)) continue;
    std::set<LedgerLine>& lines = entry.what == wire::Uncontrolled::kPolling ? polls_ : lines_;
    lines.insert({entry.what, entry.pc, printable(entry.detail, sizeof entry.detail)});
  }
  if (modules_.empty())
    modules_.assign(channel.modules, std::min<std::uint64_t>(channel.module_bytes, wire::kModuleBytes));
}

bool Ledger::weakens_coverage() const {
  return overflowed_ || std::any_of(lines_.begin(), lines_.end(), [](const LedgerLine& line) {
           return stalemate::weakens_coverage(line.what);
         });
}

}  // namespace stalemate::host

#include "runtime/ledger.h"

#include <cstring>

#include "runtime/state.h"

namespace stalemate::rt {

namespace {

// A place is listed with this many of the objects that it was about.
constexpr std::uint32_t kMostPerPlace = 4;

bool is_the_same(const wire::LedgerEntry& entry, wire::Uncontrolled what, std::uintptr_t pc,
                 const char* detail) {
  return entry.what == what && entry.pc == pc &&
         std::strncmp(entry.detail, detail, sizeof entry.detail - 1) == 0;
}

}  // namespace

void note_uncontrolled(wire::Uncontrolled what, std::uintptr_t pc, const char* detail) {
  if (g.channel == nullptr) return;
  wire::Channel& channel = *g.channel;
  const std::uint32_t entries = channel.ledger_entries.load(std::memory_order_relaxed);
  const std::uint32_t kept = entries < wire::kLedgerEntries ? entries : wire::kLedgerEntries;
  std::uint32_t here = 0;  // at the same place, of another object: names may be made up anew each time
  for (std::uint32_t i = 0; i < kept; ++i) {
    wire::LedgerEntry& entry = channel.ledger[i];
    here += entry.what == what && entry.pc == pc ? 1 : 0;
    if (!is_the_same(entry, what, pc, detail) && (pc == 0 || here < kMostPerPlace)) continue;
    entry.count.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  if (kept < wire::kLedgerEntries) {
    wire::LedgerEntry& entry = channel.ledger[kept];
    entry.what = what;
    entry.pc = pc;
    std::strncpy(entry.detail, detail, sizeof entry.detail - 1);
    entry.count.store(1, std::memory_order_relaxed);
  }
  channel.ledger_entries.store(kept + 1, std::memory_order_release);
}

}  // namespace stalemate::rt

#include "runtime/log/ledger.h"

#include <cstdio>
#include <cstring>

#include "runtime/core/leave_memory.h"
#include "runtime/core/state.h"
#include "runtime/log/call_stack.h"

namespace stalemate::rt {

namespace {

// A place is listed with at most this many objects.
constexpr std::uint32_t kMostPerPlace = 4;

// Its effect is not visible in the program's memory.
bool outside_memory(wire::Uncontrolled what) {
  return what != wire::Uncontrolled::kAtomics && what != wire::Uncontrolled::kLibrary &&
         what != wire::Uncontrolled::kUninstrumented && what != wire::Uncontrolled::kAssembly &&
         what != wire::Uncontrolled::kGeneratedCode && what != wire::Uncontrolled::kAccesses &&
         what != wire::Uncontrolled::kFairness && what != wire::Uncontrolled::kSteps &&
         what != wire::Uncontrolled::kTaskOrder && what != wire::Uncontrolled::kLibraryCall;
}

bool is_the_same(const wire::LedgerEntry& entry, wire::Uncontrolled what, std::uintptr_t pc,
                 const char* detail) {
  return entry.what == what && entry.pc == pc &&
         std::strncmp(entry.detail, detail, sizeof entry.detail - 1) == 0;
}

void add(wire::Channel& channel, std::uint32_t at, wire::Uncontrolled what, std::uintptr_t pc,
         const char* detail) {
  wire::LedgerEntry& entry = channel.ledger[at];
  entry.what = what;
  entry.pc = pc;
  std::memcpy(entry.detail, detail, strnlen(detail, sizeof entry.detail - 1));  // the rest is zero
  entry.count.store(1, std::memory_order_relaxed);
}

}  // namespace

void note_uncontrolled(wire::Uncontrolled what, std::uintptr_t pc, const char* detail) {
  if (outside_memory(what)) leave_memory();
  if (g.channel == nullptr) return;
  wire::Channel& channel = *g.channel;
  const std::uint32_t entries = channel.ledger_entries.load(std::memory_order_relaxed);
  const std::uint32_t kept = entries < wire::kLedgerEntries ? entries : wire::kLedgerEntries;
  std::uint32_t here = 0;  // at the same place, of another object: names may be generated each time
  for (std::uint32_t i = 0; i < kept; ++i) {
    wire::LedgerEntry& entry = channel.ledger[i];
    here += entry.what == what && entry.pc == pc ? 1 : 0;
    if (!is_the_same(entry, what, pc, detail) && (pc == 0 || here < kMostPerPlace)) continue;
    entry.count.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  if (kept < wire::kLedgerEntries) add(channel, kept, what, pc, detail);
  channel.ledger_entries.store(kept + 1, std::memory_order_release);
}

void note_unproven_yield(std::uintptr_t pc) { note_uncontrolled(wire::Uncontrolled::kFairness, pc, ""); }

// "caller caller object": if the access is in a function of the standard library, users want to see its
// callers.
void note_polling(std::uintptr_t pc, std::uint64_t object) {
  if (g.channel == nullptr) return;
  wire::Channel& channel = *g.channel;
  const std::uint32_t entries = channel.ledger_entries.load(std::memory_order_relaxed);
  if (entries >= wire::kLedgerEntries) return;  // a note does not mark the ledger as full
  std::uintptr_t callers[2] = {};
  take_callers(pc, callers, 2);
  char detail[sizeof wire::LedgerEntry::detail];
  const int place = std::snprintf(detail, sizeof detail, "%zx %zx ", callers[0], callers[1]);
  std::snprintf(detail + place, sizeof detail - static_cast<std::size_t>(place), "%zx",
                static_cast<std::size_t>(object));
  constexpr std::uint32_t kEnough = 2;  // one object has a name, more have not
  std::uint32_t polling = 0, here = 0;
  for (std::uint32_t i = 0; i < entries; ++i) {
    const wire::LedgerEntry& entry = channel.ledger[i];
    if (entry.what != wire::Uncontrolled::kPolling) continue;
    if (is_the_same(entry, entry.what, pc, detail)) return;
    ++polling;
    here += entry.pc == pc && std::strncmp(entry.detail, detail, static_cast<std::size_t>(place)) == 0;
  }
  if (here == kEnough || polling == wire::kPollingEntries) return;
  add(channel, entries, wire::Uncontrolled::kPolling, pc, detail);
  channel.ledger_entries.store(entries + 1, std::memory_order_release);
}

}  // namespace stalemate::rt

#include "worker/ledger.h"

#include <algorithm>

#include "model/uncontrolled.h"

namespace stalemate::host {
namespace {

constexpr const char* kSynchronizes = "synchronizes";

std::string printable(const char* text, std::size_t most) {
  std::string out(text, std::find(text, text + most, '\0'));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return out;
}

}  // namespace

void Ledger::take_unseen(const wire::Channel& channel) {
  const std::uint32_t entries = channel.unseen_count.load(std::memory_order_acquire);
  overflowed_ |= entries > wire::kMostUnseen;
  for (std::uint32_t n = 0; n < std::min(entries, wire::kMostUnseen); ++n) {
    const bool assembly = (channel.unseen[n] & wire::kUnseenAssembly) != 0;
    const bool synchronizes = !assembly && (channel.unseen[n] & wire::kUnseenSynchronizes) != 0;
    lines_.insert({assembly ? wire::Uncontrolled::kAssembly : wire::Uncontrolled::kUninstrumented,
                   channel.unseen[n] & ~wire::kUnseenBits, synchronizes ? kSynchronizes : ""});
  }
}

bool LedgerLine::synchronizes() const {
  return what != wire::Uncontrolled::kUninstrumented || detail == kSynchronizes;
}

void Ledger::take(const wire::Channel& channel) {
  take_unseen(channel);
  const std::uint32_t entries = channel.ledger_entries.load(std::memory_order_acquire);
  if (entries == 0 && lines_.empty()) return;
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

void Ledger::add(const Ledger& other) {
  lines_.insert(other.lines_.begin(), other.lines_.end());
  polls_.insert(other.polls_.begin(), other.polls_.end());
  overflowed_ |= other.overflowed_;
  if (modules_.empty()) modules_ = other.modules_;
}

void Ledger::save(ByteSink& sink) const {
  for (const auto* lines : {&lines_, &polls_}) {
    sink.number(lines->size());
    for (const LedgerLine& line : *lines) {
      sink.number(static_cast<std::uint64_t>(line.what));
      sink.number(line.pc);
      sink.text(line.detail);
    }
  }
  sink.text(modules_);
  sink.flag(overflowed_);
}

bool Ledger::load(ByteSource& source) {
  for (auto* lines : {&lines_, &polls_}) {
    for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
      LedgerLine line;
      line.what = static_cast<wire::Uncontrolled>(
          source.number(static_cast<std::uint64_t>(wire::kLastUncontrolled) + 1));
      line.pc = source.number();
      line.detail = source.text();
      lines->insert(std::move(line));
    }
  }
  modules_ = source.text();
  overflowed_ = source.flag();
  return source.ok();
}

bool Ledger::weakens_coverage() const {
  return overflowed_ || std::any_of(lines_.begin(), lines_.end(), [](const LedgerLine& line) {
           return stalemate::weakens_coverage(line.what);
         });
}

}  // namespace stalemate::host

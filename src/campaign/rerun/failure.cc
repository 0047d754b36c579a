#include "campaign/rerun/failure.h"

#include <span>
#include <string_view>
#include <unordered_map>

#include "model/outcome.h"

namespace stalemate::host {
namespace {

class Hash {
 public:
  void add(std::uint64_t value) {
    for (int n = 0; n < 8; ++n, value >>= 8) add_byte(static_cast<unsigned char>(value));
  }
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }  // FNV-1a
  std::uint64_t value_ = 0xcbf29ce484222325;
};

using Records = std::span<const wire::Record>;

constexpr std::size_t kMostCallers = 8;

std::uint32_t depth_of(const wire::Record& frame) { return frame.value & 0xff; }

// The frames of the failure are the last ones of the log.
std::uint64_t place_of_stack(const LogView& log) {
  const Records records = log.records;
  std::size_t last = records.size();
  while (last > 0 && records[last - 1].kind != wire::RecordKind::kFrame) {
    const wire::RecordKind kind = records[last - 1].kind;
    if (kind == wire::RecordKind::kStep || kind == wire::RecordKind::kChoice) return 0;
    --last;
  }
  std::size_t first = last;
  while (first > 0 && records[first - 1].kind == wire::RecordKind::kFrame) {
    --first;
    if (depth_of(records[first]) == 0) break;
  }
  if (first == last) return 0;
  Hash hash;
  const std::size_t most = frames_of_place(log.header->outcome);
  for (std::size_t n = first; n < last && n < first + most; ++n) hash.add(records[n].object);
  return hash.value();
}

// Sums: which thread waits does not matter, since threads that run the same code are alike.
void describe_deadlock(const LogView& log, Failure& failure) {
  std::unordered_map<std::uint16_t, std::uint64_t> steps;
  Hash one, callers;
  std::size_t frames = 0;  // of the thread that waits
  const auto close = [&] {
    if (frames != 0) failure.place += one.value();
    if (frames > 1) failure.callers += callers.value();
    frames = 0;
  };
  bool waits = false;
  for (const wire::Record& record : log.records) {
    if (record.kind == wire::RecordKind::kStep) ++steps[record.thread];
    if (waits && record.kind == wire::RecordKind::kFrame) {
      if (frames++ == 0) one.add(record.object);
      if (frames <= kMostCallers) callers.add(record.object);
      continue;
    }
    close();
    waits = record.kind == wire::RecordKind::kBlocked;
    if (!waits) continue;
    one = callers = Hash();
    one.add(static_cast<std::uint64_t>(record.op));
    one.add(record.object);
    Hash progress;
    progress.add(record.thread);
    progress.add(steps[record.thread]);
    failure.progress += progress.value();
  }
  close();
}

std::uint64_t place_of(const LogView& log) {
  switch (log.header->outcome) {
    case wire::Outcome::kAssertion:
    case wire::Outcome::kAbort:
    case wire::Outcome::kException:
    case wire::Outcome::kCrash:
    case wire::Outcome::kMisuse:
    case wire::Outcome::kDoubleFree:
    case wire::Outcome::kUseAfterFree:
    case wire::Outcome::kHeapOverflow: return place_of_stack(log);
    default: return 0;  // where a loop without end is interrupted is random
  }
}

// The text of a crash or a hang may contain addresses and times.
bool is_worded(wire::Outcome outcome) {
  return outcome == wire::Outcome::kAssertion || outcome == wire::Outcome::kException ||
         outcome == wire::Outcome::kMisuse || outcome == wire::Outcome::kDoubleFree;
}

}  // namespace

Failure failure_of(const LogView& log) {
  Failure failure{*log.header, std::string(log.text), place_of(log)};
  if (log.header->outcome == wire::Outcome::kDeadlock) describe_deadlock(log, failure);
  return failure;
}

bool same_failure(const Failure& a, const Failure& b) {
  if (a.header.outcome != b.header.outcome || a.header.signal != b.header.signal ||
      a.header.exit_code != b.header.exit_code)
    return false;
  if (is_worded(a.header.outcome) && a.text != b.text) return false;
  const auto agree = [](std::uint64_t one, std::uint64_t other) {
    return one == 0 || other == 0 || one == other;
  };
  return agree(a.place, b.place) && agree(a.callers, b.callers);
}

std::uint64_t key_of(const Failure& failure) {
  const wire::LogHeader& header = failure.header;
  if (header.outcome == wire::Outcome::kFinished) return key_of_exit_code(header.exit_code);
  Hash hash;
  hash.add(static_cast<std::uint64_t>(header.outcome));
  hash.add(header.signal);
  // The address in a crash is not the same each time.
  if (header.outcome != wire::Outcome::kCrash || failure.place == 0) hash.add(failure.text);
  hash.add(failure.place);
  return hash.value();
}

std::uint64_t variant_of(const Failure& failure) { return failure.progress; }

std::uint64_t key_of_exit_code(std::int32_t code) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(wire::Outcome::kFinished));
  hash.add(static_cast<std::uint64_t>(code));
  return hash.value();
}

bool is_failure(const wire::LogHeader& header, bool exit_code_counts) {
  const bool wrong_code = header.outcome == wire::Outcome::kFinished && header.exit_code != 0;
  return stalemate::is_failure(header.outcome) || (exit_code_counts && wrong_code);
}

}  // namespace stalemate::host

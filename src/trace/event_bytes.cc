// The binary format: eight characters, the version in four bytes, then packed blocks of what follows, numbers
// by seven bits, texts after their length.
#include <algorithm>

#include "trace/event_file.h"
#include "trace/packed_blocks.h"

namespace stalemate::trace {
namespace {

constexpr std::string_view kMagic = "smtrace\n";
constexpr std::size_t kPrefixBytes = 12;
constexpr std::uint64_t kLongestName = 1 << 16, kLongestText = std::uint64_t{1} << 30;
constexpr std::uint8_t kKindBits = 0x1f, kTimedOut = 0x20, kAtomic = 0x40, kUnseen = 0x80;
constexpr std::uint8_t kUnknown = kTimedOut;  // of accesses, which never time out
static_assert(static_cast<std::uint8_t>(kLastEventKind) <= kKindBits);

bool has_value(EventKind kind) {
  return kind == EventKind::kRead || kind == EventKind::kWrite || kind == EventKind::kUpdate;
}
bool has_lock(EventKind kind) { return kind == EventKind::kWait || kind == EventKind::kWake; }

class EventWriter {
 public:
  explicit EventWriter(std::string& out) : blocks_(out) {}

  void write(const EventTrace& trace) {
    blocks_.byte(static_cast<std::uint8_t>((trace.has_values ? 1 : 0) | (trace.points.empty() ? 0 : 2)));
    for (const auto* table : {&trace.program, &trace.notes, &trace.threads, &trace.variables, &trace.locks,
                              &trace.conditions, &trace.semaphores, &trace.barriers, &trace.locations})
      texts(*table);
    for (const std::uint64_t count : trace.semaphore_counts) blocks_.number(count);
    for (const std::uint32_t parties : trace.barrier_parties) blocks_.number(parties);
    text(trace.finding);
    text(trace.schedule);
    blocks_.number(trace.events.size());
    for (const Event& event : trace.events) write(event, trace.has_values);
    // As differences: they grow.
    std::uint32_t before = 0;
    for (const std::uint32_t point : trace.points) {
      blocks_.number(point - before);
      before = point;
    }
    blocks_.end();
  }

 private:
  void text(const std::string& text) {
    blocks_.number(text.size());
    blocks_.bytes(text);
  }

  void texts(const std::vector<std::string>& table) {
    blocks_.number(table.size());
    for (const std::string& each : table) text(each);
  }

  void write(const Event& event, bool values) {
    const bool bit = has_value(event.kind) ? event.unknown : event.timed_out;
    blocks_.byte(static_cast<std::uint8_t>(static_cast<std::uint8_t>(event.kind) | (bit ? kTimedOut : 0) |
                                           (event.atomic ? kAtomic : 0) | (event.unseen ? kUnseen : 0)));
    blocks_.number(event.thread);
    blocks_.number(event.object);
    blocks_.number(event.location);
    if (has_lock(event.kind)) blocks_.number(event.lock);
    if (!values || !has_value(event.kind) || event.unknown) return;
    blocks_.number(event.value);
    if (event.kind == EventKind::kUpdate) blocks_.number(event.written);
  }

  BlockWriter blocks_;
};

class EventReader {
 public:
  EventReader(std::string_view packed, const TraceLimits& limits) : blocks_(packed), limits_(limits) {}

  Result<EventTrace> read() {
    const std::uint8_t flags = blocks_.byte();
    EventTrace& to = out_;
    to.has_values = (flags & 1) != 0;
    bool good = flags < 4;
    for (auto* table : {&to.program, &to.notes, &to.threads, &to.variables, &to.locks, &to.conditions,
                        &to.semaphores, &to.barriers, &to.locations})
      good = good && texts(*table);
    for (std::size_t i = 0; good && i < to.semaphores.size(); ++i)
      to.semaphore_counts.push_back(blocks_.number());
    for (std::size_t i = 0; good && i < to.barriers.size(); ++i) good = number_into(to.barrier_parties);
    good = good && text(to.finding, kLongestText) && text(to.schedule, kLongestText) && events();
    if ((flags & 2) != 0) good = good && points();
    if (!too_large_.empty()) return fail(Code::kBadFile, too_large_, "record fewer steps");
    if (!good || !blocks_.at_end())
      return fail(Code::kBadFile, "the trace is damaged or not complete", "record it again");
    if (const auto feasible = check_feasible(to); !feasible) return tl::unexpected<Error>(feasible.error());
    return std::move(to);
  }

 private:
  bool text(std::string& to, std::uint64_t longest) {
    const std::uint64_t length = blocks_.number();
    if (length > longest) return false;
    for (std::uint64_t i = 0; i < length && !blocks_.damaged(); ++i) to += static_cast<char>(blocks_.byte());
    return !blocks_.damaged();
  }

  bool texts(std::vector<std::string>& table) {
    const std::uint64_t count = blocks_.number();
    names_ += count;
    if (count > limits_.names || names_ > limits_.names) {
      if (!blocks_.damaged())
        too_large_ = "the trace has more than " + std::to_string(limits_.names) + " names";
      return false;
    }
    for (std::uint64_t i = 0; i < count; ++i)
      if (!text(table.emplace_back(), kLongestName)) return false;
    return !blocks_.damaged();
  }

  bool number_into(std::vector<std::uint32_t>& table) {
    const std::uint64_t number = blocks_.number();
    table.push_back(static_cast<std::uint32_t>(number));
    return number <= ~0u && !blocks_.damaged();
  }

  bool events() {
    const std::uint64_t count = blocks_.number();
    if (count > limits_.events) {
      if (!blocks_.damaged())
        too_large_ = "the trace has more than " + std::to_string(limits_.events) + " events";
      return false;
    }
    for (std::uint64_t i = 0; i < count; ++i)
      if (!event()) return false;
    return !blocks_.damaged();
  }

  bool event() {
    Event event;
    const std::uint8_t first = blocks_.byte();
    const std::uint8_t kind = first & kKindBits;
    if (kind > static_cast<std::uint8_t>(kLastEventKind)) return false;
    event.kind = static_cast<EventKind>(kind);
    event.unknown = has_value(event.kind) && (first & kUnknown) != 0;
    event.timed_out = !has_value(event.kind) && (first & kTimedOut) != 0;
    event.atomic = (first & kAtomic) != 0;
    event.unseen = (first & kUnseen) != 0;
    if (event.unseen && event.kind != EventKind::kWrite) return false;
    const std::uint64_t thread = blocks_.number(), object = blocks_.number(), location = blocks_.number();
    const std::uint64_t lock = has_lock(event.kind) ? blocks_.number() : 0;
    if (thread > 0xffff || std::max({object, location, lock}) > ~0u) return false;
    event.thread = static_cast<std::uint16_t>(thread);
    event.object = static_cast<std::uint32_t>(object);
    event.location = static_cast<std::uint32_t>(location);
    event.lock = static_cast<std::uint32_t>(lock);
    const bool known = out_.has_values && !event.unknown;
    if (known && has_value(event.kind)) event.value = blocks_.number();
    if (known && event.kind == EventKind::kUpdate) event.written = blocks_.number();
    out_.events.push_back(event);
    return !blocks_.damaged();
  }

  bool points() {
    std::uint32_t before = 0;
    for (std::size_t i = 0; i < out_.events.size(); ++i) {
      before += static_cast<std::uint32_t>(blocks_.number());
      out_.points.push_back(before);
      if (blocks_.damaged()) return false;
    }
    return true;
  }

  BlockReader blocks_;
  const TraceLimits& limits_;
  EventTrace out_;
  std::uint64_t names_ = 0;
  std::string too_large_;
};

}  // namespace

std::string to_bytes(const EventTrace& trace) {
  std::string out(kMagic);
  for (unsigned shift = 0; shift < 32; shift += 8) out += static_cast<char>(kEventFileVersion >> shift);
  EventWriter(out).write(trace);
  return out;
}

Result<EventTrace> parse_bytes(std::string_view bytes, const TraceLimits& limits) {
  if (!bytes.starts_with(kMagic))
    return fail(Code::kBadFile, "it is not a trace of stalemate record",
                "a trace as text needs a name that ends in .std");
  if (bytes.size() < kPrefixBytes)
    return fail(Code::kBadFile, "the trace is damaged or not complete", "record it again");
  std::uint32_t version = 0;
  for (std::size_t i = kPrefixBytes; i-- > kMagic.size();)
    version = version << 8 | static_cast<unsigned char>(bytes[i]);
  if (version > kEventFileVersion)
    return fail(Code::kTooNew, "the trace was written by a newer stalemate",
                "update stalemate, or record it again");
  if (version == 0) return fail(Code::kBadFile, "the trace is damaged or not complete", "record it again");
  return EventReader(bytes.substr(kPrefixBytes), limits).read();
}

}  // namespace stalemate::trace

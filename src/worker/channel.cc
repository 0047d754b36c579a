#include "worker/channel.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "worker/bell.h"

namespace stalemate::host {
namespace {

constexpr std::uint64_t kBytesPerStep = 40;  // the step and, on average, less than two enabled/disabled
constexpr std::uint64_t kEffectsAtOnce = 384 << 10;              // a step that wakes all threads, and the end
constexpr std::uint64_t kDetailedLogs = std::uint64_t{1} << 28;  // uses memory only where it is written
// Of a long output, its beginning and a longer part of its end, where it failed.
constexpr std::uint64_t kOutputHead = 16 << 10;
constexpr std::uint64_t kOutputTail = 48 << 10;

}  // namespace

RingSizes ring_sizes(std::uint32_t step_limit, bool detailed, bool effects) {
  RingSizes sizes;
  const std::uint64_t per_step = kBytesPerStep + (effects ? 2 * sizeof(wire::Record) : 0);
  const std::uint64_t longest =
      sizeof(wire::LogHeader) + per_step * step_limit + (effects ? kEffectsAtOnce : 0);
  sizes.logs = std::max(sizes.logs, std::bit_ceil(2 * longest));
  if (detailed) sizes.logs = std::max(sizes.logs, kDetailedLogs);
  // A replay prescribes every point: the steps, and about as many values. So may an item of a search whose
  // threads are switched everywhere.
  const auto points = static_cast<std::uint32_t>(std::min<std::uint64_t>(2ull * step_limit, ~0u));
  sizes.items = std::max(sizes.items, std::bit_ceil(wire::item_bytes(points)));
  return sizes;
}

bool sound_records(std::span<const wire::Record> records, std::uint32_t threads) {
  return std::ranges::all_of(records, [threads](const wire::Record& record) {
    return record.kind != wire::RecordKind::kNone && record.kind <= wire::kLastRecordKind &&
           record.op < OpKind::kCount && record.thread < threads;
  });
}

Channel::Descriptor::Descriptor(Descriptor&& other) noexcept : value(std::exchange(other.value, -1)) {}

Channel::Descriptor& Channel::Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(value, other.value);
  return *this;
}

Channel::Descriptor::~Descriptor() {
  if (value >= 0) close(value);
}

Channel::Channel(Mapping mapping, Descriptor capture)
    : mapping_(std::move(mapping)), capture_(std::move(capture)) {}

Result<Channel> Channel::create(const wire::Config& config, RingSizes sizes) {
  auto mapping = Mapping::create(sizes.items, sizes.logs);
  if (!mapping) return tl::unexpected<Error>(mapping.error());
  Descriptor capture(memfd_create("stalemate-output", MFD_CLOEXEC));
  if (capture.value < 0)
    return fail(Code::kIo,
                std::string("could not create a file for captured output: ") + std::strerror(errno));
  mapping->channel().config = config;
  return Channel(std::move(*mapping), std::move(capture));
}

bool Channel::room_for(std::uint64_t bytes) const {
  // A corrupted item_tail can only make the ring look full or empty; the worker that reads garbage then
  // diverges or dies, and is replaced.
  const std::uint64_t used = item_head_ - shared().item_tail.load(std::memory_order_acquire);
  return used <= mapping_.item_ring_bytes() && mapping_.item_ring_bytes() - used >= bytes;
}

bool Channel::push(const explore::WorkItem& item) {
  const auto count = static_cast<std::uint32_t>(item.deviations.size());
  const std::uint64_t bytes = wire::item_bytes(count);
  STALEMATE_CHECK(bytes <= mapping_.item_ring_bytes(), "a work item larger than its ring");
  if (!room_for(bytes)) return false;
  std::byte* const at = mapping_.item_ring() + (item_head_ & (mapping_.item_ring_bytes() - 1));
  const wire::ItemHeader header{item.id.value, item.seed,   item.tail,    count,      item.cut_points,
                                item.flags,    item.length, item.changes, item.watch, item.watch_bytes};
  std::memcpy(at, &header, sizeof header);
  if (count != 0) std::memcpy(at + sizeof header, item.deviations.data(), count * sizeof(wire::Deviation));
  in_flight_items_.push(item);
  item_head_ += bytes;
  shared().item_head.store(item_head_, std::memory_order_seq_cst);
  return true;
}

Arrival Channel::scribbled(std::string complaint) {
  complaint_ = std::move(complaint);
  return Arrival::kScribbled;
}

Arrival Channel::peek(LogView& log) {
  for (;;) {
    if (log_seen_ == log_tail_) {
      const std::uint64_t head = shared().log_head.load(std::memory_order_acquire);
      if (head == log_tail_) return Arrival::kNothing;
      if (head < log_tail_ || head - log_tail_ > mapping_.log_ring_bytes() || head % 16 != 0)
        return scribbled("the position of its logs makes no sense");
      log_seen_ = head;
    }
    const std::byte* const at = mapping_.log_ring() + (log_tail_ & (mapping_.log_ring_bytes() - 1));
    const std::uint64_t published = log_seen_ - log_tail_;
    if (published < sizeof header_) return scribbled("it published half a log header");
    std::memcpy(&header_, at, sizeof header_);
    if (header_.magic != wire::kLogMagic) return scribbled("a log header was overwritten");
    peeked_ = wire::log_bytes(header_.records, header_.text_bytes);
    if (peeked_ > published) return scribbled("a log is longer than what was published");
    if (in_flight_items_.empty() || header_.item != in_flight_items_.front().id.value) {
      // A worker that dies between publishing a log and removing its item may publish it again.
      if (popped_any_ && header_.item == last_item_) {
        log_tail_ += peeked_;
        continue;
      }
      return scribbled("a log belongs to another item than the one it was given");
    }
    if (header_.outcome == wire::Outcome::kRunning || header_.outcome > wire::kLastOutcome ||
        header_.points > header_.records || header_.steps > header_.records)
      return scribbled("a log header contradicts itself");
    const auto* records = reinterpret_cast<const wire::Record*>(at + sizeof header_);
    log.header = &header_;
    log.records = {records, header_.records};
    log.text = {reinterpret_cast<const char*>(records + header_.records), header_.text_bytes};
    if (!sound_records(log.records, header_.threads)) return scribbled("the records of a log make no sense");
    return Arrival::kLog;
  }
}

void Channel::pop() {
  last_item_ = in_flight_items_.front().id.value;
  popped_any_ = true;
  log_tail_ += peeked_;
  in_flight_items_.pop();
}

void Channel::release_logs() { shared().log_tail.store(log_tail_, std::memory_order_seq_cst); }

void Channel::wake_worker() {
  if (shared().worker_sleeps.load(std::memory_order_seq_cst) != 0) ring(shared().worker_bell);
}

std::optional<LogView> Channel::partial_log() {
  if (in_flight_items_.empty() || shared().log_head.load(std::memory_order_acquire) != log_tail_)
    return std::nullopt;
  const std::uint64_t write = shared().log_write.load(std::memory_order_acquire);
  if (write < log_tail_ + sizeof header_ || write - log_tail_ > mapping_.log_ring_bytes())
    return std::nullopt;
  const std::byte* const at = mapping_.log_ring() + (log_tail_ & (mapping_.log_ring_bytes() - 1));
  std::memcpy(&header_, at, sizeof header_);
  if (header_.magic != wire::kLogMagic || header_.item != in_flight_items_.front().id.value)
    return std::nullopt;
  const auto* records = reinterpret_cast<const wire::Record*>(at + sizeof header_);
  header_.records = static_cast<std::uint32_t>((write - log_tail_ - sizeof header_) / sizeof(wire::Record));
  header_.text_bytes = 0;
  header_.points = header_.steps = 0;
  std::uint32_t threads = header_.threads;
  for (std::uint32_t n = 0; n < header_.records; ++n) {
    threads = std::max(threads, records[n].thread + 1u);
    header_.steps += records[n].kind == wire::RecordKind::kStep;
    header_.points +=
        records[n].kind == wire::RecordKind::kStep || records[n].kind == wire::RecordKind::kChoice;
  }
  header_.threads = static_cast<std::uint16_t>(std::min(threads, 0xffffu));
  const LogView log{&header_, {records, header_.records}, {}};
  if (!sound_records(log.records, header_.threads)) return std::nullopt;
  return log;
}

void Channel::trim_capture() const {
  constexpr std::uint64_t kWorthwhile = 4 << 20;
  struct stat file {};
  if (fstat(capture_.value, &file) != 0) return;
  // Blocks, not size: memory freed before is not counted.
  if (static_cast<std::uint64_t>(file.st_blocks) * 512 < kWorthwhile) return;
  const auto end = static_cast<std::uint64_t>(file.st_size) - kOutputTail;
  fallocate(capture_.value, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(kOutputHead),
            static_cast<off_t>(end - kOutputHead));
}

std::string Channel::captured() const {
  struct stat file {};  // not lseek: the worker writes through the same file offset
  if (fstat(capture_.value, &file) != 0 || file.st_size <= 0) return {};
  const auto bytes = static_cast<std::uint64_t>(file.st_size);
  const auto part = [this](std::uint64_t from, std::uint64_t length) {
    std::string text(length, '\0');
    const ssize_t got = pread(capture_.value, text.data(), text.size(), static_cast<off_t>(from));
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
  };
  if (bytes <= kOutputHead + kOutputTail) return part(0, bytes);
  const std::string left_out = std::to_string(bytes - kOutputHead - kOutputTail);
  return part(0, kOutputHead) + "\n… " + left_out + " bytes left out …\n" +
         part(bytes - kOutputTail, kOutputTail);
}

}  // namespace stalemate::host

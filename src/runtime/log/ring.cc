#include "runtime/log/ring.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <climits>
#include <ctime>

#include "base/check.h"
#include "model/wire/entry.h"
#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t seen) {
  timespec timeout = {0, 100 * 1000 * 1000};
  kernel::call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAIT, static_cast<long>(seen),
               reinterpret_cast<long>(&timeout), 0, 0);
}

void futex_wake(std::atomic<std::uint32_t>& word) {
  kernel::call(SYS_futex, reinterpret_cast<long>(&word), FUTEX_WAKE, INT_MAX, 0, 0, 0);
}

std::uint64_t now_ns() {
  timespec now;
  kernel::call(SYS_clock_gettime, CLOCK_MONOTONIC, reinterpret_cast<long>(&now), 0, 0, 0, 0);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000u + static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

void Ring::attach(void* mapping) {
  channel = static_cast<wire::Channel*>(mapping);
  char* base = static_cast<char*>(mapping);
  items = base + wire::item_ring_offset();
  logs = base + wire::log_ring_offset(channel->item_ring_bytes);
  item_mask = channel->item_ring_bytes - 1;
  log_mask = channel->log_ring_bytes - 1;
  woken_at = channel->log_head.load();
  resumed_ns = now_ns();
}

void Ring::set_state(wire::ServerState state) {
  channel->server_state.store(state);
  wake_host();
}

void Ring::wake_host() {
  woken_at = channel->log_head.load(std::memory_order_relaxed);
  channel->host_bell.fetch_add(1);
  if (channel->host_sleeps.load() != 0) futex_wake(channel->host_bell);
}

// All published logs are announced before waiting: else both sides might wait for each other.
template <class Ready>
bool Ring::wait_for_host(Ready ready) {
  for (std::uint32_t spin = channel->config.spin_count; spin > 0; --spin) {
    if (ready()) return true;
    __builtin_ia32_pause();
  }
  channel->waiting.store(1);
  const std::uint64_t began = now_ns();
  channel->worker_busy_ns.fetch_add(began - resumed_ns);
  wake_host();
  bool is_ready = false;
  for (;;) {
    const std::uint32_t bell = channel->worker_bell.load();
    channel->worker_sleeps.store(1);
    is_ready = ready();
    if (is_ready || channel->shutdown.load() != 0) break;
    futex_wait(channel->worker_bell, bell);
  }
  channel->worker_sleeps.store(0);
  resumed_ns = now_ns();
  channel->waiting.store(0);
  return is_ready;
}

bool Ring::await_item() {
  const bool got = wait_for_host([this] {
    return channel->item_head.load(std::memory_order_acquire) !=
           channel->item_tail.load(std::memory_order_relaxed);
  });
  return got && channel->shutdown.load() == 0;
}

const wire::ItemHeader* Ring::front_item() const {
  return reinterpret_cast<const wire::ItemHeader*>(
      items + (channel->item_tail.load(std::memory_order_relaxed) & item_mask));
}

wire::LogHeader* Ring::begin_log(std::uint64_t item) {
  const std::uint64_t start = channel->log_head.load(std::memory_order_relaxed);
  const bool room = wait_for_host([this, start] {
    return start - channel->log_tail.load(std::memory_order_acquire) <= log_mask + 1 - longest_log();
  });
  if (!room) kernel::exit(0);
  auto* header = reinterpret_cast<wire::LogHeader*>(logs + (start & log_mask));
  *header = wire::LogHeader{};
  header->item = item;
  channel->log_write.store(start + sizeof(wire::LogHeader), std::memory_order_relaxed);
  return header;
}

wire::LogHeader* Ring::header_under_way() const {
  const std::uint64_t start = channel->log_head.load();
  if (channel->log_write.load() <= start) return nullptr;
  return reinterpret_cast<wire::LogHeader*>(logs + (start & log_mask));
}

void Ring::publish() {
  const std::uint64_t start = channel->log_head.load(std::memory_order_relaxed);
  const auto* header = reinterpret_cast<const wire::LogHeader*>(logs + (start & log_mask));
  const std::uint64_t end = start + wire::log_bytes(header->records, header->text_bytes);
  channel->log_write.store(end, std::memory_order_relaxed);
  const std::uint64_t consumed = channel->item_tail.load(std::memory_order_relaxed);
  channel->item_tail.store(consumed + wire::item_bytes(front_item()->deviations), std::memory_order_release);
  channel->log_head.store(end, std::memory_order_release);
  // Lazy wake: a sleeping host is woken once per eighth of the ring; before waiting it is woken anyway.
  if (end - woken_at > (log_mask + 1) / 8) wake_host();
}

}  // namespace stalemate::rt

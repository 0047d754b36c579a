// The host's end of one channel: pushes work items, takes execution logs in item order. Has its own copy of
// every position and of the items in flight, and checks everything it reads from shared memory: the program
// under test may have overwritten it. One owner, one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "model/log/log_view.h"
#include "worker/items_in_flight.h"
#include "worker/mapping.h"

namespace stalemate::host {

struct RingSizes {
  std::uint64_t items = 256 * 1024;
  std::uint64_t logs = 1024 * 1024;
};

// Rings that hold at least two of the longest logs that `step_limit` allows; detailed logs have frames.
// With Config::effects they are longer.
RingSizes ring_sizes(std::uint32_t step_limit, bool detailed, bool effects = false);

enum class Arrival { kNothing, kLog, kScribbled };

class Channel {
 public:
  static Result<Channel> create(const wire::Config& config, RingSizes sizes);

  // False: the ring is full. Never waits. The worker sees the item at once, and is woken by wake_worker().
  bool push(const explore::WorkItem& item);
  // Checks the next published log against the oldest item in flight. The view is valid until pop().
  Arrival peek(LogView& log);
  void pop();
  // Makes what was popped reusable for the worker; cheap, once per batch.
  void release_logs();
  void wake_worker();
  // What a dead worker left of the oldest item in flight: its unpublished records (S1), if it had begun.
  std::optional<LogView> partial_log();
  // Why peek() returned kScribbled: one clause.
  const std::string& complaint() const { return complaint_; }

  // Items pushed whose logs were not popped, oldest first.
  const ItemsInFlight& in_flight() const { return in_flight_items_; }

  const Mapping& mapping() const { return mapping_; }
  wire::Channel& shared() const { return mapping_.channel(); }
  int capture_fd() const { return capture_.value; }
  // The captured output of the last item with kItemCapture; of a long one, its beginning and its end.
  std::string captured() const;
  // Frees the memory of what captured() leaves out, while the program continues to print.
  void trim_capture() const;

 private:
  struct Descriptor {
    int value = -1;
    Descriptor() = default;
    explicit Descriptor(int fd) : value(fd) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();
  };

  Channel(Mapping mapping, Descriptor capture);
  Arrival scribbled(std::string complaint);
  bool room_for(std::uint64_t bytes) const;

  Mapping mapping_;
  Descriptor capture_;
  std::uint64_t item_head_ = 0;
  std::uint64_t log_tail_ = 0;
  std::uint64_t log_seen_ = 0;   // log_head as checked last
  std::uint64_t peeked_ = 0;     // bytes of the log that peek() returned
  std::uint64_t last_item_ = 0;  // popped last
  bool popped_any_ = false;
  wire::LogHeader header_;  // a copy: it cannot change after the check
  ItemsInFlight in_flight_items_;
  std::string complaint_;
};

// Checks what a strategy relies on: kinds, operations and threads in range. Pure.
bool sound_records(std::span<const wire::Record> records, std::uint32_t threads);

}  // namespace stalemate::host

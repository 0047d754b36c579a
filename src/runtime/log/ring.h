// The worker's end of the two rings (model/wire/wire.h). Used by the server, which waits for items, and by
// the session, which takes them and writes logs; never by both at once.
#pragma once

#include <cstdint>

#include "model/wire/wire.h"

namespace stalemate::rt {

struct Ring {
  wire::Channel* channel = nullptr;
  char* items = nullptr;
  char* logs = nullptr;
  std::uint64_t item_mask = 0;
  std::uint64_t log_mask = 0;
  std::uint64_t woken_at = 0;    // log position at the last wake-up of the host
  std::uint64_t resumed_ns = 0;  // since when busy

  void attach(void* mapping);
  void set_state(wire::ServerState state);

  // Waits until there is an item; false: shut down. Does not publish.
  bool await_item();
  // The next item, which stays in the ring until its log is published.
  const wire::ItemHeader* front_item() const;

  // Starts a log: waits for room, writes an empty header. The longest log is half the ring.
  wire::LogHeader* begin_log(std::uint64_t item);
  std::uint64_t longest_log() const { return (log_mask + 1) / 2; }
  // The header of a log begun and not published; nullptr if there is none.
  wire::LogHeader* header_under_way() const;
  // Makes the log visible and consumes the item.
  void publish();

 private:
  template <class Ready>
  bool wait_for_host(Ready ready);
  void wake_host();
};

}  // namespace stalemate::rt

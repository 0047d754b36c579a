#include "runtime/heap/block_records.h"

#include "runtime/core/state.h"
#include "runtime/heap/heap_blocks.h"
#include "runtime/log/call_stack.h"
#include "runtime/log/record.h"

namespace stalemate::rt {

namespace {

// The largest distance of a faulty access from its block.
constexpr std::uint64_t kBeside = 4096;

// Complemented: an address in the runtime's variables would make its block reachable.
std::uint64_t hidden_watch = 0;
std::uint64_t watch_bytes = 0;
const wire::Record* half_full = nullptr;

bool is_watched(std::uint64_t block, std::size_t bytes) {
  const std::uint64_t begin = ~hidden_watch;
  return watch_bytes != 0 && block < begin + watch_bytes + kBeside && begin < block + bytes + kBeside;
}

}  // namespace

void begin_block_records(const wire::ItemHeader& item) {
  hidden_watch = ~item.watch;
  watch_bytes = item.watch_bytes;
  half_full = g.write + (g.write_end - g.write) / 2;
}

void note_block(std::uint64_t block, std::size_t bytes, bool ends, std::uintptr_t pc) {
  const bool wanted = is_watched(block, bytes) || (g.channel->config.leaks != 0 && g.write < half_full);
  if (!wanted || g.write + CallStack::kDepth >= g.write_end) return;
  Fiber* self = g.current;
  const auto size =
      static_cast<std::uint32_t>(bytes < wire::kBlockBytes ? bytes : std::size_t{wire::kBlockBytes});
  put({wire::RecordKind::kBlock, OpKind::kNone, static_cast<std::uint16_t>(self->id),
       size | (ends ? std::uint32_t{wire::kBlockEnds} : 0u), fresh_address(block)});
  take_call_stack(self, pc);
  put_frames(self, pc);
}

}  // namespace stalemate::rt

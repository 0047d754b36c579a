#include "runtime/heap/leaks.h"

#include <fcntl.h>

#include "model/wire/layout.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/heap/heap_blocks.h"
#include "runtime/heap/reachability.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/memory_map.h"
#include "runtime/platform/pages.h"
#include "runtime/platform/tls.h"
#include "runtime/scheduler/scheduler.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kLarge = 1u << 20;  // mappings of which only the pages that exist are read
constexpr std::uint32_t kMostLeaks = 256;   // in one execution; and of one place:
constexpr std::uint32_t kMostOfPlace = 16;

// In memory that is not a root and not part of a snapshot.
struct Scratch {
  std::uint64_t words[8192];  // of what may not be read in place
  std::uint64_t pages[512];
};

Scratch* scratch = nullptr;
std::uint64_t session_frame = 0;

void scan(std::uint64_t begin, std::uint64_t end) { mark_from({begin, end}); }

// A page of a file that is shorter than its mapping cannot be accessed: the kernel makes a copy.
void scan_file(PageRange range) {
  const int memory = kernel::open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return;
  for (std::uint64_t at = range.begin; at < range.end;) {
    const std::uint64_t left = range.end - at;
    const std::size_t wanted = left < sizeof scratch->words ? left : sizeof scratch->words;
    const long got = kernel::pread(memory, scratch->words, wanted, static_cast<long>(at));
    if (got <= 0) break;
    const auto copy = reinterpret_cast<std::uint64_t>(scratch->words);
    mark_words({copy, copy + static_cast<std::uint64_t>(got)}, at);
    at += static_cast<std::uint64_t>(got);
  }
  mark_rest();
  kernel::close(memory);
}

// Reading a page that was never written would make the kernel provide it.
void scan_existing(PageRange range) {
  constexpr std::uint64_t kExists = std::uint64_t{3} << 62;
  const int pagemap = kernel::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  for (std::uint64_t at = range.begin; at < range.end;) {
    const long got = pagemap < 0 ? 0
                                 : kernel::pread(pagemap, scratch->pages, sizeof scratch->pages,
                                                 static_cast<long>(at / kPageBytes * 8));
    if (got <= 0) {
      scan(at, range.end);
      break;
    }
    for (long n = 0; n < got / 8 && at < range.end; ++n, at += kPageBytes)
      if ((scratch->pages[n] & kExists) != 0) scan(at, at + kPageBytes);
  }
  if (pagemap >= 0) kernel::close(pagemap);
}

// Where the used part of the stack of a running thread begins.
std::uint64_t stack_in_use(const Fiber* fiber) {
  if (fiber != g.current) return reinterpret_cast<std::uint64_t>(fiber->stack_pointer);
  const void* frame = fiber->exit_frame != nullptr ? fiber->exit_frame : __builtin_frame_address(0);
  return reinterpret_cast<std::uint64_t>(frame);
}

bool contains(PageRange range, std::uint64_t address) { return address - range.begin < range.bytes(); }

// The stack that the process began on: below the used part lie dead frames.
PageRange used_part(PageRange range) {
  if (!contains(range, session_frame)) return range;
  std::uint64_t begin = session_frame;
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (!f->finished && contains(range, stack_in_use(f)) && stack_in_use(f) < begin) begin = stack_in_use(f);
  return {begin & ~std::uint64_t{7}, range.end};
}

// Everything that the runtime maps at an address of its choice, and the arenas.
bool is_ours(PageRange range) { return layout::in_runtime_regions(range.begin); }

void scan_mapping(const MappedRange& mapping, void*) {
  if (!mapping.writable || mapping.shared || is_ours(mapping.range)) return;
  const PageRange range = used_part(mapping.range);
  if (mapping.file)
    scan_file(range);
  else if (range.bytes() > kLarge)
    scan_existing(range);
  else
    scan(range.begin, range.end);
}

// The explorer's heap and stack, if this process was forked from it. Modules contain nothing of it.
void distrust_mapping(const MappedRange& mapping, void*) {
  if (mapping.writable && !mapping.shared && !mapping.file && !is_ours(mapping.range))
    distrust(mapping.range);
}

// libc may still store something in the descriptor of a thread that has ended, and another thread may ask for
// its result.
void scan_fiber(const Fiber* fiber) {
  const auto descriptor = reinterpret_cast<std::uint64_t>(fiber->tcb);
  const std::uint64_t thread_end = stack_high(fiber->slot) + tls_bytes();
  if (fiber->slot != 0) scan(descriptor, thread_end);
  if (!fiber->joined) mark_word(reinterpret_cast<std::uint64_t>(fiber->result));
  if (fiber->finished) return;
  mark_word(reinterpret_cast<std::uint64_t>(fiber->argument));
  mark_word(reinterpret_cast<std::uint64_t>(fiber->cleanups));
  if (fiber->slot != 0) scan(stack_high(fiber->slot), descriptor);
  const std::uint64_t from = stack_in_use(fiber) & ~std::uint64_t{7};
  if (layout::in_stacks(from)) return scan(from, stack_high(layout::stack_slot(from)));
  // It runs on memory of the program: a mapping, or a block.
  mark_word(from);
  scan_existing({stack_low(fiber->slot), stack_high(fiber->slot)});
}

// A loop that leaks a thousand blocks must not hide a leak at another place.
struct Places {
  std::uintptr_t pc[64] = {};
  std::uint32_t times[64] = {};
  bool is_enough(std::uintptr_t place) {
    for (std::uint32_t i = 0; i < 64; ++i) {
      if (pc[i] != place && pc[i] != 0) continue;
      pc[i] = place;
      return ++times[i] > kMostOfPlace;
    }
    return false;
  }
};

void put_leak(const HeapBlock& block, std::uint64_t beyond) {
  const auto thread = static_cast<std::uint16_t>(block.allocated_by);
  const auto bytes = static_cast<std::uint32_t>(block.bytes < ~0u ? block.bytes : ~0u);
  ++g.header->leaks;
  put({wire::RecordKind::kLeak, OpKind::kNone, thread, bytes, fresh_address(block.begin)});
  put({wire::RecordKind::kFrame, OpKind::kNone, thread, 0, block.allocated_at});
  if (beyond != 0) put({wire::RecordKind::kValue, OpKind::kNone, thread, 8, beyond});
}

}  // namespace

const char* prepare_leaks() {
  if (g.channel->config.leaks == 0 || scratch != nullptr) return nullptr;
  const int maps = kernel::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return "leaks cannot be looked for without /proc: mount it, or leave --leaks away";
  kernel::close(maps);
  scratch = static_cast<Scratch*>(kept_pages(sizeof(Scratch)));
  prepare_reachability();
  if (!g.whole_program) each_mapping(distrust_mapping, nullptr);
  return nullptr;
}

void note_session_stack(const void* frame) { session_frame = reinterpret_cast<std::uint64_t>(frame); }

void look_for_leaks() {
  if (scratch == nullptr || g.channel->config.leaks == 0 || !collect_blocks()) return;
  forget_watched_bytes();
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next) scan_fiber(f);
  // Without the list of mappings no block can be called lost.
  if (!each_mapping(scan_mapping, nullptr)) return;
  Places places;
  std::uint32_t reported = 0;
  each_lost_block([&](const HeapBlock& block, std::uint64_t beyond) {
    if (reported == kMostLeaks || places.is_enough(block.allocated_at)) return;
    ++reported;
    put_leak(block, beyond);
  });
}

}  // namespace stalemate::rt

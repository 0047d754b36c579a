#include "runtime/states/memory_fingerprint.h"

#include <algorithm>

#include "model/wire/layout.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/memory_map.h"
#include "runtime/platform/own_variables.h"
#include "runtime/platform/tls.h"
#include "runtime/scheduler/sync_object.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

std::uint64_t number(const void* at) { return reinterpret_cast<std::uint64_t>(at); }

class Print {
 public:
  void add(std::uint64_t word) { hash_ = (hash_ ^ (word ^ word >> 32)) * 0x9e3779b97f4a7c15u + 1; }
  // Whole words.
  void add(PageRange range) {
    bytes_ += range.bytes();
    if (bytes_ > kMostBytes) return;
    for (std::uint64_t at = range.begin; at + 8 <= range.end; at += 8)
      add(*reinterpret_cast<const std::uint64_t*>(at));
  }
  std::uint64_t result() const { return bytes_ > kMostBytes ? 0 : hash_ | 1; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
  std::uint64_t bytes_ = 0;
};

struct Scan {
  Print print;
  PageRange own[3];           // by address: the runtime's variables inside the program, and the kernel's
  std::uint64_t own_end = 0;  // where the runtime is a library: of the last mapping of it

  // Without the ranges in own.
  void add(PageRange rest) {
    for (const PageRange& part : own) {
      if (part.begin >= rest.end || part.end <= rest.begin) continue;
      if (part.begin > rest.begin) print.add({rest.begin, part.begin});
      rest.begin = round_up(part.end, 8);
    }
    if (rest.begin < rest.end) print.add(rest);
  }
};

bool is_ours(const MappedRange& mapping) {
  const std::uint64_t at = mapping.range.begin;
  const auto in = [at](std::uint64_t region, std::uint64_t bytes) { return at - region < bytes; };
  return layout::in_stacks(at) || in(layout::kOwnRegion, layout::kOwnBytes) ||
         in(layout::kKeptRegion, layout::kKeptBytes) || in(layout::kGateRegion, layout::kGateBytes) ||
         in(layout::kObjectRegion, layout::kHeapRegion - layout::kObjectRegion) ||
         in(layout::kShadowRegion, layout::kShadowBytes);
}

void add_program_memory(const MappedRange& mapping, void* argument) {
  Scan& scan = *static_cast<Scan*>(argument);
  if (!mapping.writable || mapping.shared || is_ours(mapping)) return;
  const bool has_state = number(&g) - mapping.range.begin < mapping.range.bytes();
  if (__start_stalemate_data == nullptr && (has_state || mapping.range.begin == scan.own_end)) {
    scan.own_end = mapping.range.end;
    return;
  }
  scan.add(mapping.range);
}

PageRange variables(const char* start, const char* stop) {
  return start == nullptr ? PageRange{} : PageRange{number(start) & ~std::uint64_t{7}, number(stop)};
}

void add_threads(Scan& scan, const void* running_from) {
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next) {
    if (f->finished) continue;
    const void* from = f == g.current ? running_from : f->stack_pointer;
    scan.print.add({number(from), stack_high(f->slot)});
    scan.add({number(f->tcb) - tls_image_bytes(), number(f->tcb)});
  }
}

void add_objects(Print& print) {
  for (std::uint32_t n = 0; n < object_count(); ++n) {
    const SyncObject* object = object_by_number(n);
    print.add(number(object->owner));
    print.add(std::uint64_t{object->depth} << 32 | object->count);
    print.add(std::uint64_t{object->sleeping} << 32 | static_cast<std::uint32_t>(object->health));
    for (const ReadHold* hold = object->readers; hold != nullptr; hold = hold->next)
      print.add(number(hold->reader) + hold->depth);
  }
}

}  // namespace

std::uint64_t memory_fingerprint(const void* running_from) {
  Scan scan;
  scan.own[0] = variables(__start_stalemate_data, __stop_stalemate_data);
  scan.own[1] = variables(__start_stalemate_bss, __stop_stalemate_bss);
  scan.own[2] = kernel_words();
  std::sort(std::begin(scan.own), std::end(scan.own),
            [](const PageRange& a, const PageRange& b) { return a.begin < b.begin; });
  if (!each_mapping(add_program_memory, &scan)) return 0;
  add_threads(scan, running_from);
  add_objects(scan.print);
  return scan.print.result();
}

}  // namespace stalemate::rt

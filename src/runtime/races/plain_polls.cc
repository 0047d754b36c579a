#include "runtime/races/plain_polls.h"

#include <cstring>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/shadow/vector_clock.h"
#include "runtime/uninstrumented/hang.h"

namespace stalemate::rt {

namespace {

struct Seen {
  std::uintptr_t pc = 0, address = 0;
  std::uint64_t value = 0;
  std::uint32_t times = 0;
};

constexpr std::uint32_t kSeen = 8;       // different loads of a loop
constexpr std::uint32_t kTimes = 10000;  // without anything else happening

Seen seen[kSeen];
std::uint32_t seen_count = 0;
bool asked = false;
bool suspected = false;
std::uint32_t step = 0;  // at which it was
std::uint32_t volatile_reads = 0, volatile_reads_step = 0;

[[noreturn]] void end_polling(std::uintptr_t pc) {
  for (std::uint32_t n = 0; n < seen_count && g.write + 8 < g.write_end; ++n) {
    if (seen[n].times < kTimes / 2) continue;  // before the loop
    put({wire::RecordKind::kPolls, OpKind::kNone, static_cast<std::uint16_t>(g.current->id), 0, seen[n].pc});
    ++g.header->races;
  }
  end_execution(
      {wire::Outcome::kHang, "waits for a plain variable to change, without a step", 0, hanging_place(pc)});
}

}  // namespace

void begin_plain_polls() {
  asked = suspected = false;
  volatile_reads = 0;
}

bool suspect_plain_polls() {
  if (asked && step == g.steps) return false;
  asked = true;
  step = g.steps;
  suspected = racing.now != 0 && g.channel->config.races == 2;
  if (!suspected) return true;
  seen_count = 0;
  racing.careful = true;
  racing.whole = kCareful;
  return true;
}

void count_volatile_read() {
  constexpr std::uint32_t kMany = 100000;
  if (volatile_reads_step != g.steps) {
    volatile_reads_step = g.steps;
    volatile_reads = 0;
  }
  if (++volatile_reads == kMany && g.active) suspect_plain_polls();
}

void note_plain_access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc) {
  if (!suspected || step != g.steps) return;
  if (write) {
    seen_count = 0;
    return;
  }
  const std::uint64_t value = value_at(address, bytes);
  for (std::uint32_t n = 0; n < seen_count; ++n) {
    if (seen[n].pc != pc || seen[n].address != address || seen[n].value != value) continue;
    if (++seen[n].times == kTimes) end_polling(pc);
    return;
  }
  if (seen_count == kSeen) seen_count = 0;
  seen[seen_count++] = {pc, address, value, 1};
}

std::uint64_t value_at(std::uintptr_t address, std::size_t bytes) {
  constexpr std::uintptr_t kFirst = 65536, kBeyond = std::uintptr_t{1} << 47;
  if (address < kFirst || address >= kBeyond) return 0;  // the program is about to fault
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), bytes < sizeof value ? bytes : sizeof value);
  return value;
}

}  // namespace stalemate::rt

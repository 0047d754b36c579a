// One execution in readable form: the points in order, each with its thread, operation and call stack, why
// the thread changed before it, and what was true at the end. Read from an execution log (detailed or not),
// owned, and independent of the log's lifetime.
//
// A log is written by the program under test, so nothing in it is trusted: unknown threads get a path that no
// real thread has, and invalid records are skipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "model/log/log_view.h"

namespace stalemate::trace {

// Why the previous thread gave way (S3). kContinues: no switch.
enum class SwitchReason : std::uint8_t {
  kContinues,
  kStart,      // the first step of the execution
  kPreempted,  // it was enabled
  kBlocked,    // its next step was not enabled
  kFinished,   // it had ended
  kFree,       // it was inside a timed wait or a sleep: it had given up the processor
  kFair,       // it had yielded, and others must run first (S9)
};

const char* name_of(SwitchReason reason);

struct CodeAddress {
  std::uint64_t pc = 0;   // a return address
  std::uint64_t cfa = 0;  // canonical frame address of the function that contains it; 0 = unknown
};

using CallStack = std::vector<CodeAddress>;  // innermost first

struct Point {
  bool is_choice = false;  // a data point (S5): chosen of alternatives; else a thread point
  OpKind op = OpKind::kNone;
  SwitchReason reason = SwitchReason::kContinues;
  std::uint32_t thread = 0;  // of a data point: the thread that was running
  std::uint32_t value = 0;   // as in wire::Record; of a data point: what was chosen
  std::uint64_t object = 0;  // of a data point: the number of alternatives
  std::optional<std::uint64_t> datum;
  std::uint32_t datum_bytes = 8;
  CallStack stack;
};

// A thread that waits for ever, at the end of a deadlock.
struct Blocked {
  std::uint32_t thread = 0;
  OpKind op = OpKind::kNone;
  std::uint64_t object = 0;
  std::optional<std::uint32_t> holder;
  std::uint64_t held_at = 0;  // code address where the holder acquired it; 0 = unknown
  CallStack stack;
};

// What a thread had announced when another one failed.
struct Pending {
  std::uint32_t thread = 0;
  OpKind op = OpKind::kNone;
  std::uint64_t object = 0;
};

// A plain access in the log: a watched one, or the later one of a race (S13).
struct Access {
  std::size_t after = 0;  // that many points come before it
  std::size_t order = 0;  // and that many records
  std::uint32_t thread = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool writes = false;
  bool is_volatile = false;
  bool is_atomic = false;
  bool races = false;
  bool quiet = false;  // the rest: of a race
  bool earlier_writes = false;
  bool earlier_is_atomic = false;
  std::uint32_t earlier_thread = 0;
  std::uint64_t earlier_code = 0;  // 0: unknown
  CallStack stack;
};

// Which thread began or ended a block of the heap, and where.
struct BlockEvent {
  std::size_t after = 0;  // as in Access
  std::size_t order = 0;
  std::uint32_t thread = 0;
  CallStack stack;
};

// A block of the heap in the log.
struct Block {
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;  // wire::kBlockBytes: or more
  BlockEvent begun;
  std::optional<BlockEvent> ended;
};

// The use of the heap that ended the execution.
struct Fault {
  std::uint32_t thread = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool writes = false;
  std::uint32_t earlier_thread = 0;  // which freed, or accessed what is freed now
};

// A block that was not reachable at the end.
struct Leak {
  std::uint32_t thread = 0;  // allocated it
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;   // all ones: or more
  std::uint64_t beyond = 0;  // bytes that only it leads to
  CallStack stack;           // the innermost frame alone: the block has the others
};

struct Thread {
  std::string path;  // S11
  std::uint32_t slot = 0;
  std::uint32_t parent = 0;   // main: itself
  bool known = false;         // created in this execution, or main
  bool ready_at_end = false;  // its next step was enabled
};

// The stretch that repeats at the end of an execution in a cycle (S9).
struct Cycle {
  std::size_t begin = 0;    // the point where its first round begins
  std::size_t period = 0;   // points of one round
  std::uint64_t turns = 0;  // observed; the log need not have them all
  bool proved = false;      // the program's memory was the same after every round
  std::uint32_t busy = 0;   // good samaritan: the thread that does not yield
};

struct Execution {
  std::vector<Thread> threads;  // by id
  std::vector<Point> points;
  std::vector<Blocked> blocked;
  std::vector<Pending> pending;
  std::vector<Access> accesses;
  std::optional<Cycle> cycle;
  std::vector<Block> blocks;  // in the order in which they begin
  std::optional<Fault> fault;
  std::vector<Leak> leaks;
  CallStack failing_stack;
  std::uint32_t failing_thread = 0;
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  std::uint32_t steps = 0;
  wire::LogHeader header;
  std::string text;
};

Execution read_execution(const LogView& log);

// Steps on locks: which may acquire one, which did, which release one.
bool has_acquired(const Point& point);
// The step that acquired a lock that is still held at the end; null: it is free, or this is unknown.
const Point* last_acquisition(const Execution& execution, std::uint64_t mutex);

// Where a step is in the source. A start has no code of the program yet: it is where its thread was created.
const CallStack& place_of(const Execution& execution, const Point& point);

// Unpacks wire::Record::value of a kFrame: the depth, and, if known, the canonical frame address as an offset
// into the thread's stack slot, above the low eight bits.
constexpr std::uint32_t frame_depth(std::uint32_t value) { return value & 0xff; }
constexpr std::uint32_t frame_cfa_offset(std::uint32_t value) { return value >> 8; }

}  // namespace stalemate::trace

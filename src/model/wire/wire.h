// The bytes that cross the split between explorer and worker: work items one way, execution logs the other,
// through two rings in shared memory. Both sides are built from this header alone.
//
// Rules for both sides:
//  - positions only grow; a ring's offset is position & (size - 1); sizes are powers of two; each ring is
//    mapped twice in a row, so that data that starts inside the first copy is contiguous.
//  - one writer per field. The worker updates `log_write` at every record, so that a dead worker
//    leaves a readable partial log.
//  - the host never blocks on a full item ring: it drains logs first. The worker publishes before it waits.
//  - the program under test may overwrite anything: the host validates every header that comes back.
#pragma once

#include <atomic>
#include <cstdint>

#include "model/wire/op_kind.h"

namespace stalemate::wire {

inline constexpr std::uint32_t kChannelMagic = 0x534d4348;  // "SMCH"
inline constexpr std::uint32_t kLogMagic = 0x534d4c47;      // "SMLG"
inline constexpr std::uint32_t kVersion = 15;

// ---- work items: host -> worker ---------------------------------------------------------------------

// How a worker chooses where the item prescribes nothing.
enum class Tail : std::uint32_t {
  kContinue = 0,  // the last thread while it is enabled, else the least creation path: no preemption
  kLeast = 1,     // the least creation path among the enabled
  kRandom = 2,    // uniform, from `seed`
  kInTurn = 3,    // the last thread while it is enabled, else the next one by creation path, cyclically
  kPct = 4,       // highest priority; `length` and `changes` place the points where priorities change
  kPos = 5,       // a random priority per announced step, drawn again if a step conflicts with the one taken
};

// At point `point` choose thread / value `choice` instead of what the tail would.
struct Deviation {
  std::uint32_t point = 0;
  std::uint32_t choice = 0;
  friend bool operator==(const Deviation& a, const Deviation& b) {
    return a.point == b.point && a.choice == b.choice;
  }
};

enum ItemFlags : std::uint32_t {
  kItemDetailed = 1,  // record the call stack of every step (Frame records) and values
  kItemCapture = 2,   // capture the program's output: the worker writes it to its capture file
  kItemPairs = 4,     // record every pair of code that races, not only the accesses that race
  kItemWalkOn = 8,    // at `cut_points` continue as kRandom does instead of ending
};

struct ItemHeader {
  std::uint64_t id = 0;
  std::uint64_t seed = 0;
  Tail tail = Tail::kContinue;
  std::uint32_t deviations = 0;  // that many Deviation follow, by increasing point; padded to 16 bytes
  std::uint32_t cut_points = 0;  // end the execution at this many points (depth bound); 0 = never
  std::uint32_t flags = 0;
  std::uint32_t length = 0;       // kPct: steps among which the change points are drawn
  std::uint32_t changes = 0;      // kPct: how many (depth less one)
  std::uint64_t watch = 0;        // with kItemDetailed: plain accesses of these bytes are recorded, each with
  std::uint32_t watch_bytes = 0;  // its call stack (kAccess)
  std::uint32_t reserved[3] = {};
};
static_assert(sizeof(ItemHeader) == 64);

constexpr std::uint64_t item_bytes(std::uint32_t deviations) {
  return sizeof(ItemHeader) + ((deviations * sizeof(Deviation) + 15) & ~std::uint64_t{15});
}

// ---- execution logs: worker -> host -----------------------------------------------------------------

enum class RecordKind : std::uint8_t {
  kNone = 0,
  kEnabled,   // thread became enabled before the next point; value = 1: only inside a timed wait (S3)
  kDisabled,  // thread became blocked, or finished, before the next point
  kStep,      // a thread point: `thread` was chosen and does `op` on `object`
  kChoice,  // a data point (S5): value = chosen, object = number of alternatives, op = the step it belongs to
  // Detailed executions, and the end of failed ones:
  kFrame,    // object = return address; value = depth (0 innermost) in the low 8 bits, above them the frame's
             // canonical address as an offset into the stack slot (0: unknown); belongs to the record before
  kValue,    // object = the value read or written at the point before it; value = its bytes;
             // of a signal, the thread that it wakes
  kBlocked,  // at the end of a deadlock: thread waits in op on object; value = holder thread or ~0
  kHeldAt,   // follows kBlocked: object = code address where the holder acquired it
  kPending,  // at the end of a detailed execution that failed: what a thread had announced (op, object); with
             // Config::effects at every logged end, of every thread that is neither finished nor running
  kRace,  // an access of `thread` at `object` that races (S13): see RaceBits; a kFrame with its code address
          // follows, in detailed executions its whole call stack
  kAccess,  // in detailed executions: a plain access of watched bytes, at `object`: AccessBits; kFrame follow
  // The heap:
  kFault,  // at the end of an execution that failed by its use of the heap: `object` = the first byte of the
           // access, value = AccessBits of it (kEarlierThread: which freed, or accessed what is freed now)
  kBlock,  // in detailed executions: a block that lies at or beside the watched bytes begins or ends;
           // `object` = its first byte, value = BlockBits; kFrame follow
  kLeak,   // at the end of an execution: no thread can free `object` now; value = its bytes (all ones: or
          // more), `thread` allocated it, a kFrame with the code address follows, then, if more blocks can be
          // reached from it alone, a kValue with their bytes
  kCycle,  // at the end of an execution in a cycle (S9): its last points are whole rounds; value = CycleBits,
           // `object` = number of rounds observed, `thread` does not yield (kGoodSamaritan)
  kPartner,  // follows kRace and its frames: object = code address of the earlier access, if known
  kPolls,    // at the end of a hang: object = code address of a plain load that a loop without steps repeats
  kState,    // `object` = hash of a state that the execution passes through (stalemate::state_here)
  kEffect,   // with Config::effects: more about the step before it, of the same thread; see below
  kSignature,  // with Config::states: the state before the next thread point; missing: it is unknown.
               // `object`, `value` = its hash; `thread` = the last one; by op: kNone, of the program, kStart,
               // the same if leaving that thread would be a preemption (S3), kYield, of the fairness state
  kAwait,      // with Config::effects: the atomic step that `thread` has announced would be silent (S9) while
           // locations have these values. Two records for each: `object` = the location, in the first of a
           // set value = how many there are; then, with op kLoad, `object` = the value, hashed as in kEffect.
           // One record with op kCas: `object` = what the step expects, hashed likewise
  kTouched,  // with Config::private_atomics: `object` = code of an atomic operation that was no step, on
             // memory that another thread used as well; 0: all such code
};

inline constexpr RecordKind kLastRecordKind = RecordKind::kTouched;

// kEffect, between a step and the next one, of the thread that made it. By its op, which is that of the step:
//   kLoad, kStore, kRmw, kCas, kRetry, kPlainLoad, kPlainStore   value = bytes accessed; object = what was
//   there before,
//                    hashed; 0: not logged
//   kStore           value = 0; object = what an atomic operation has stored, hashed likewise
//   kCas, kFutexWait   value = 0; object = what it expects to be there, hashed likewise
//   kWait            object = the mutex; value = 1: a level of a recursive one is kept
//   kSemWait, kSemTryWait, kSemTimedWait, kSemPost       value = the count afterwards
//   kSignal, kBroadcast, kFutexWake                      value = a thread that it wakes; one record for each
//   kBarrierArrive   of the last one: value = a thread that it releases; one record for each
// Of any step:
//   kYield           the step counted as a yield (S9)
//   kNone            the step did something that these records cannot express: no conclusions from it
// Of what the thread announces next, whether that is chosen before the end or not:
//   kReacquire, kFutexWoken   value = 1: the wait has a deadline; 3: it ends spuriously (S5), and no thread
//                    can wake it
//   kLock, kTimedLock   object = a recursive mutex that the thread already holds: a level is added. (Without
//                    this record, a thread that announces kLock of what it holds will wait for ever.)
//   kSemOpen         object = a semaphore that was not used before; value = its count. Not logged if that
//                    use is the first step of all.

// Values of kDisabled: the thread has finished; it is enabled, but fairness holds it back (S9).
inline constexpr std::uint32_t kFinished = 1;
inline constexpr std::uint32_t kHeldBack = 2;

struct Record {
  RecordKind kind = RecordKind::kNone;
  OpKind op = OpKind::kNone;
  std::uint16_t thread = 0;
  std::uint32_t value = 0;
  std::uint64_t object = 0;  // canonical name of the object as a number: see runtime/naming.h
};
static_assert(sizeof(Record) == 16);

// Record::value of kRace and kAccess.
enum AccessBits : std::uint32_t {
  kAccessBytes = 0xff,  // 255: or more
  kAccessWrites = 0x100,
  kAccessVolatile = 0x800,
  // Of kRace:
  kEarlierWrites = 0x200,
  kRaceQuiet = 0x400,  // volatile or benign: promoted, not reported
  kAccessAtomic = 0x1000,
  kEarlierAtomic = 0x2000,  // if the earlier access is known
  kEarlierThread = 0xffff0000,
};

// Record::value of kCycle.
enum CycleBits : std::uint32_t {
  kCyclePoints = 0x7fffffff,  // of one round
  kCycleProved = 0x80000000,  // the program's memory is the same after every round
};

// Record::value of kBlock.
enum BlockBits : std::uint32_t {
  kBlockBytes = 0x7fffffff,  // all ones: or more
  kBlockEnds = 0x80000000,   // it is freed
};

// How an execution ended.
enum class Outcome : std::uint8_t {
  kRunning = 0,  // not ended: the worker died here
  kFinished,     // normal end; exit_code
  kDeadlock,
  kAssertion,  // text = message
  kAbort,
  kException,  // text = type and what()
  kCrash,      // signal; text = known details (stack overflow, address)
  kStepLimit,  // more than the allowed steps, by one thread; all others wait for it or have ended
  kHang,       // no step for too long: the watchdog ended it
  kCut,        // depth bound reached
  kAbandoned,  // stalemate::assume(false)
  kDiverged,   // the item did not fit: `divergence` = point; text = expected / actual
  kMisuse,     // text has the kind
  kDoubleFree,
  kUseAfterFree,
  kHeapOverflow,
  kLivelock,       // a fair cycle; kCycle has details
  kGoodSamaritan,  // a thread repeats itself without a yield while another one could run
  kRepeats,        // it has returned to one of its own states (Config::states), and would repeat for ever
  kTriesFailed,    // every thread that is left waits, one of them in a try that failed: redundant
  kOutOfSteps,     // more than the allowed steps, and more than one thread could run: too long, not a finding
};
inline constexpr Outcome kLastOutcome = Outcome::kOutOfSteps;

// Of tries that fail (S10).
enum FailedTries : std::uint16_t {
  kTriesLeftOut = 1,  // a thread waited where one would have ended
  kTriesMade = 2,     // a thread was prescribed that waited so: the execution is redundant
};

// What the program reports about its states.
enum StateUses : std::uint32_t {
  kStateAtEnd = 1,      // LogHeader::state
  kStatesOnTheWay = 2,  // kState records
  // Of those that the worker logs (kSignature):
  kStatesLogged = 4,        // they are valid; if this is missing, none of them is
  kLooksAtClock = 8,        // a clock was read, which is not in them unless Config::clocks is set
  kFreesOldBlock = 16,      // of another kind: memory from before the search was freed, and is not restored
  kStatesUnknown = 0xff00,  // from some point on they are unknown: a StatesUnknown
  kStatesUnknownShift = 8,
};

// Why the state of the program is unknown.
enum class StatesUnknown : std::uint8_t {
  kNothing = 0,
  kSnapshot,  // there is no snapshot to compare memory with
  kKernel,    // a part of it is in the kernel: files, pipes, sockets, mappings, children
  kSignals,   // handlers or masks of signals
  kStack,     // a thread runs on a stack that the program made
  kTooMuch,   // there is too much memory
};
inline constexpr StatesUnknown kLastStatesUnknown = StatesUnknown::kTooMuch;

// What a worker logs of states.
enum class States : std::uint32_t {
  kNone = 0,
  kMemory = 1,   // the program's whole memory
  kProgram = 2,  // what the program reports (state_here), and the steps since then
};

struct LogHeader {
  std::uint32_t magic = kLogMagic;
  Outcome outcome = Outcome::kRunning;
  std::uint8_t signal = 0;
  std::uint16_t threads = 0;  // created in this execution, main included
  std::uint64_t item = 0;
  std::uint32_t records = 0;     // Record[] follows the header
  std::uint32_t text_bytes = 0;  // then this many bytes of text, padded to 16
  std::uint32_t points = 0;
  std::uint32_t steps = 0;
  std::uint32_t failing_thread = ~0u;
  std::int32_t exit_code = 0;
  std::uint64_t state = 0;  // hash of what stalemate::state() was given; 0 = never called
  std::uint32_t divergence = 0;
  std::uint16_t uses_state = 0;  // StateUses
  std::uint16_t tries = 0;       // FailedTries
  std::uint32_t races = 0;       // kRace, kPolls and kTouched records
  std::uint32_t leaks = 0;       // kLeak records
};
static_assert(sizeof(LogHeader) == 64);

constexpr std::uint64_t log_bytes(std::uint32_t records, std::uint32_t text_bytes) {
  return sizeof(LogHeader) + std::uint64_t{records} * sizeof(Record) +
         ((std::uint64_t{text_bytes} + 15) & ~std::uint64_t{15});
}

// ---- the channel: one shared mapping per worker -----------------------------------------------------

enum class Isolation : std::uint32_t {
  kNone = 0,    // the body is called again
  kFork = 1,    // a process per execution
  kMemory = 2,  // all writable memory is restored; a process per execution that changed the kernel's state
};

// What was observed and not controlled. The number is part of the wire format; add at the end.
enum class Uncontrolled : std::uint32_t {
  kNone = 0,
  kAtomics,         // unobserved atomic operations: code that was not compiled with us
  kLibrary,         // a library built without us
  kSystemCall,      // a system call that may block, or that another thread may observe
  kKernelThread,    // a thread that is not a fiber
  kFileWritten,     // what one execution writes, the next one may read
  kProcess,         // a process started by the program
  kSignal,          // a signal from outside, at an arbitrary time
  kTime,            // a clock that is not virtual
  kRandomness,      // numbers that differ from run to run
  kBlocking,        // a call that waited for another process
  kAccesses,        // memory accesses that were not checked for races
  kPolling,         // controlled, but worth a note: a polling loop without a yield, treated as one (S9)
  kFairness,        // a loop was assumed, without a proof, to repeat itself, and executions were left out
  kCapacity,        // an execution that was abandoned: it exceeds a capacity of the runtime
  kUninstrumented,  // uninstrumented code of an instrumented program, run beside other threads
  kAssembly,        // the same for inline assembly that synchronizes or calls the kernel
  kGeneratedCode,   // the same for code that the program generated
  kSteps,           // an execution that was longer than --steps allows
  kTaskOrder,       // tasks that were ready to begin at once, and were not begun in every order
  kLibraryCall,     // a function of the C library whose accesses are not known, called beside other threads
  kOutsideState,    // state outside of memory that threads use in an order that is not explored
};
inline constexpr Uncontrolled kLastUncontrolled = Uncontrolled::kOutsideState;

// One line of the control ledger: what, where (a code address of the program, or 0), how often, and a word on
// the object (a path, the name of a call).
struct LedgerEntry {
  Uncontrolled what = Uncontrolled::kNone;
  std::atomic<std::uint32_t> count{0};
  std::uint64_t pc = 0;
  char detail[48] = {};
};
static_assert(sizeof(LedgerEntry) == 64);
inline constexpr std::uint32_t kLedgerEntries = 128;
inline constexpr std::uint32_t kPollingEntries = 32;  // at most: notes take no room from the rest

// Life of the worker's server process (the one that forks a child for each session).
enum class ServerState : std::uint32_t { kStarting = 0, kReady = 1, kStopped = 2, kRefused = 3 };

// How isolation `memory` determines what an execution has written.
enum class Tracking : std::uint32_t {
  kAuto = 0,          // the first of the others that is available
  kWriteProtect = 1,  // the kernel reports it (runtime/platform/dirty_pages.h)
  kCopy = 2,          // it does not: everything is copied back
};

inline constexpr std::uint32_t kMostPromoted = 512;
inline constexpr std::uint32_t kMostShared = 1024;
inline constexpr std::uint64_t kAtomicWord = 4;  // bytes

// Config::pure_loops: whether threads await where a step would be silent (S9), and where it would end a try
// that fails (S10).
inline constexpr std::uint32_t kAllIterations = 0, kAwaits = 1, kNoFailedTries = 2;

struct Config {
  Isolation isolation = Isolation::kFork;
  std::uint32_t step_limit = 100000;
  std::uint32_t watchdog_ms = 10000;  // no step for so long = kHang
  std::uint32_t spurious = 0;         // S5 options, 0 = off
  std::uint32_t weak_cas = 0;
  std::uint32_t try_fails = 0;
  std::uint32_t fair = 1;        // every k-th yield counts (S9); 0: not fair
  std::uint32_t spin_yield = 1;  // threads yield where they repeat themselves; 0: where they declare it
  std::uint32_t pure_loops = kAllIterations;
  std::uint32_t fair_after = 2;     // visits after which a loop yields without a proof that it repeats itself
  std::uint32_t pass_output = 0;    // 1: do not redirect stdout and stderr
  std::uint32_t races = 0;          // 1: detect them, and errors of the heap; 2: and promote code
  std::uint32_t leaks = 0;          // 1: detect blocks that no thread can free any more
  std::uint32_t reuse = 0;          // 1: memory is allocated again as soon as it is free
  std::uint32_t malloc_points = 0;  // 1: allocating and freeing are steps
  std::uint32_t plain_steps = 0;    // 1: all plain accesses are steps; with races only
  std::uint32_t effects = 0;        // 1: log what reduction needs to know of each step (kEffect, kPending)
  States states = States::kNone;    // log the state at each point (kSignature)
  std::uint32_t clocks = 0;         // 1: virtual clocks are part of it
  Tracking tracking = Tracking::kAuto;
  // Not 0: detailed executions become traces. Plain accesses log their values, updates the previous value as
  // well, and call stacks have at most so many frames.
  std::uint32_t trace_frames = 0;
  std::uint32_t watch_code = 1;    // note uninstrumented code that runs beside threads; 0: a debugger's
                                   // breakpoints would be disturbed
  std::uint32_t spin_count = 200;  // how often a worker without items polls before it sleeps
  // Code addresses whose plain accesses are steps (S13); read again at the start of every execution.
  std::uint32_t promoted_count = 0;
  std::uint64_t promoted[kMostPromoted] = {};
  // 1: atomic operations on words that only one thread uses are no steps. They are steps on these words, and
  // by promoted code.
  std::uint32_t private_atomics = 0;
  std::uint32_t shared_count = 0;
  std::uint64_t shared[kMostShared] = {};  // addresses of words
};

inline constexpr std::uint64_t kChannelBytes = 128 * 1024;  // this struct, modules and refusal included
inline constexpr std::uint64_t kModuleBytes = 48 * 1024;

// Uninstrumented code that ran beside threads: return addresses into the functions, or behind the first byte
// of the instructions of inline assembly.
inline constexpr std::uint32_t kMostUnseen = 4096;
inline constexpr std::uint64_t kUnseenAssembly = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kUnseenSynchronizes = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kUnseenBits = kUnseenAssembly | kUnseenSynchronizes;

struct Channel {
  std::uint32_t magic = kChannelMagic;
  std::uint32_t version = kVersion;
  std::uint64_t item_ring_bytes = 0;  // the item ring follows at kChannelBytes, then the log ring
  std::uint64_t log_ring_bytes = 0;
  Config config;

  alignas(64) std::atomic<std::uint64_t> item_head{0};  // host: bytes pushed
  alignas(64) std::atomic<std::uint64_t> item_tail{
      0};  // worker: bytes consumed; moves when the log is published
  alignas(64) std::atomic<std::uint64_t> log_head{0};  // worker: bytes published
  // On a separate cache line: it is written at every record, while the host polls log_head.
  alignas(64) std::atomic<std::uint64_t> log_write{0};  // worker: end of the record written last
  alignas(64) std::atomic<std::uint64_t> log_tail{0};   // host: bytes consumed
  alignas(64) std::atomic<std::uint32_t> host_bell{0};  // futex: worker rings
  std::atomic<std::uint32_t> host_sleeps{0};
  alignas(64) std::atomic<std::uint32_t> worker_bell{0};  // futex: host rings
  std::atomic<std::uint32_t> worker_sleeps{0};
  alignas(64) std::atomic<std::uint64_t> progress{0};  // child: grows with every step
  std::atomic<std::uint32_t> waiting{0};               // child waits for the host, so it does not hang
  std::atomic<std::uint32_t> child_pid{0};
  std::atomic<std::uint32_t> shutdown{0};  // host: finish
  std::atomic<ServerState> server_state{ServerState::kStarting};
  std::atomic<std::uint32_t> sessions{0};        // children forked so far
  std::atomic<std::uint64_t> worker_busy_ns{0};  // time not spent waiting for the host
  std::atomic<std::uint32_t> snapshots{0};       // sessions that undo executions
  std::atomic<std::uint64_t> undone{0};          // executions after which memory was restored
  std::uint64_t image_base = 0;                  // load address of the program
  std::uint32_t capture_bytes = 0;               // output captured for the last kItemCapture item
  std::uint32_t module_bytes = 0;                // text: one "start end offset path" per line, hex
  char refusal[1024];                            // why, with kRefused
  std::atomic<std::uint32_t> ledger_entries{0};  // written; more were observed if it exceeds kLedgerEntries
  LedgerEntry ledger[kLedgerEntries];
  std::atomic<std::uint32_t> unseen_count{0};  // more were observed if it exceeds kMostUnseen
  std::uint64_t unseen[kMostUnseen] = {};
  char modules[kModuleBytes];
};
static_assert(sizeof(Channel) <= kChannelBytes);

// The beginning of Channel::refusal for a fault of the runtime, not of the program.
inline constexpr const char* kInternalError = "stalemate: internal error: ";

// The program is started with the channel's file descriptor, and one for captured output, in these; then how
// many characters at the start of LD_PRELOAD are the runtime's (0: the program was linked with it).
inline constexpr const char* kChannelVariable = "STALEMATE_CHANNEL";  // "<channel fd>,<capture fd>,<length>"

}  // namespace stalemate::wire

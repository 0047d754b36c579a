// The one global of the runtime: what is running and where the log goes. Lives in ordinary memory of the
// session process; the channel it points to is shared with the explorer.
#pragma once

#include <cstdint>

#include "model/wire/wire.h"

namespace stalemate::rt {

struct Fiber;

struct State {
  bool active = false;             // an execution is under way, and the program's code is running
  bool detailed = false;           // record call stacks and values
  bool traced = false;             // and the values of plain accesses: see plain_values.h
  bool records_values = false;     // values alone, for a while: see cycle_detection.h
  bool signals = false;            // the program has handlers or masks: see signals.h
  bool floating_point = false;     // the program has changed control words: see floating_point.h
  bool effects = false;            // log what reduction needs: see effects.h
  bool states = false;             // log the state before each step: see state_log.h
  bool whole_program = false;      // the program's main runs: process exit is its last step
  bool starts_afresh = true;       // nothing that an execution does to memory outlives it
  bool undoes_executions = false;  // the session returns to a snapshot after each
  bool exiting = false;            // process exit has happened: its handlers run to the end, unscheduled
  Fiber* current = nullptr;
  Fiber* last = nullptr;  // thread of the last step, L(α) of S3
  void* main_tcb = nullptr;
  void* loop_stack = nullptr;  // where the session's loop is parked while fibers run

  // The item.
  wire::Tail tail = wire::Tail::kContinue;
  std::uint32_t next_deviation_point = ~0u;
  const wire::Deviation* deviation = nullptr;
  const wire::Deviation* deviations_end = nullptr;
  std::uint32_t prescribed_points = 0;  // from this point on only the tail decides
  std::uint64_t random = 1;
  std::uint64_t seed = 0;
  std::uint32_t length = 0;   // kPct: steps among which priorities change
  std::uint32_t changes = 0;  // kPct: how often
  std::uint32_t frames = 64;  // of a call stack, at most
  std::uint32_t cut_points = ~0u;
  bool walks_on = false;        // there, as a random walk
  std::uint32_t next_look = 0;  // at this many steps, cycle_detection.h checks whether the execution will end

  // The log.
  wire::Channel* channel = nullptr;
  wire::LogHeader* header = nullptr;
  wire::Record* write = nullptr;
  wire::Record* write_end = nullptr;
  wire::Record* last_step = nullptr;
  std::uint64_t write_position = 0;
  std::uint32_t points = 0;
  std::uint32_t steps = 0;
  std::uint32_t unfinished = 0;  // threads
  std::uint32_t outsiders = 0;   // threads that wait for another process
  std::uint32_t timers = 0;      // that are armed: see timers.h
  std::uint64_t state_hash = 0;
  std::uint32_t uses_state = 0;  // wire::StateUses
  bool uses_time = false;        // a thread has waited or read a clock: virtual time must be carried
  std::uint64_t clock_looks = 0;
};

extern State g;

}  // namespace stalemate::rt

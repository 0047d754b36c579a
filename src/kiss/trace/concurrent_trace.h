// A failing path of the sequential program, read as the execution of the concurrent one that it simulates:
// which thread did what in which order, and why the thread changed. Threads are named by creation path (S11).
// Pure; ids that the table does not have are left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kiss/check/check.h"
#include "kiss/table.h"

namespace stalemate::kiss {

enum class StepKind : std::uint8_t {
  kHappens,
  kIsDue,    // the thread stops: it is blocked there, makes an access that races, or fails
  kCreates,  // `created`
  kEnds,
};

struct TraceStep {
  StepKind kind = StepKind::kHappens;
  std::uint32_t thread = 0;
  const TableStatement* statement = nullptr;  // of the table; null: kEnds, or a kCreates without a call
  std::uint32_t created = 0;
};

struct ConcurrentTrace {
  std::vector<std::string> threads;  // creation paths
  std::vector<TraceStep> steps;      // the steps of one call of a primitive are one
  std::uint32_t failing_thread = 0;
};

// `table` must outlive the result.
ConcurrentTrace read_trace(const Failure& failure, const Table& table);

// Of a race: the index of the step at which the other thread stopped; steps.size(): there is none.
std::size_t other_access(const ConcurrentTrace& trace);

// Threads that are blocked at the end, each with its last step: of a deadlock.
std::vector<std::size_t> blocked_at_end(const ConcurrentTrace& trace);

}  // namespace stalemate::kiss

// The rows of the table that shows a failing execution: steps, switches with their reason, and the failure.
// Built once from the execution; the reporters only lay it out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/object_names.h"
#include "report/source_text.h"
#include "trace/execution.h"

namespace stalemate::report {

struct Lane {
  std::string path;
  std::string name;  // given by the program, else the thread's outermost function
};

enum class RowKind : std::uint8_t {
  kStep,
  kSwitch,   // text = the reason; lane = the next thread
  kSkipped,  // text = how many steps of this lane are left out
  kGap,      // rows of several lanes are left out
  kRemark,   // not a step, but important: where a block was allocated
  kFailure,
};

struct Row {
  RowKind kind = RowKind::kStep;
  std::uint32_t lane = 0;
  std::uint32_t step = 0;  // from 1; 0 = none
  bool preemption = false;
  std::string text;
  std::string place;
  std::string code;  // the line of source
};

struct Interleaving {
  std::vector<Lane> lanes;  // by id
  std::vector<Row> rows;
};

// Something important that is not a step: an access that races, an allocation.
struct Mark {
  std::size_t after = 0;  // that many points come before it
  std::uint32_t thread = 0;
  std::string text;
  trace::CallStack stack;
  bool is_remark = false;
};

// Marks have separate rows, in their order if they follow the same step.
Interleaving build_interleaving(const trace::Execution& execution, const ObjectNames& names,
                                const SourceLines& lines, const std::vector<Mark>& marks = {});

// A table that is too long loses the rows in its middle. Before the failure is added: that stays. `remark`:
// where they are.
void fold_long_table(Interleaving& interleaving, const std::string& remark);

// "lock m", "load x -> 3", "create 0.1".
// A value of that many bytes, for users.
std::string shown_value(std::uint64_t value, std::uint32_t bytes);

std::string describe_step(const trace::Execution& execution, const ObjectNames& names,
                          const trace::Point& point);
// Whether a blocked thread waits for something that another thread, or itself, holds.
bool is_held(const trace::Blocked& blocked);
// What a blocked thread waits for: "m", "0.1 to finish", "a signal on ready"; `held`: a thread has what it
// needs.
std::string describe_wait(const ObjectNames& names, OpKind op, std::uint64_t object, bool held);

}  // namespace stalemate::report

// The execution that becomes a trace: an item run with every plain access as a step, or a schedule followed
// so. A schedule in which plain accesses are not steps is run twice: as it is, to see where they come, and
// then with them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/rerun/rerun.h"
#include "explore/engine/work_item.h"
#include "tools/stalemate/record/record_options.h"

namespace stalemate::tools {

struct Recorded {
  host::Recording recording;
  std::vector<std::string> program;
};

Result<Recorded> record_item(const RecordRequest& request, explore::WorkItem item);
// Sets options of the request as the schedule has them.
Result<Recorded> record_schedule(RecordRequest& request);

// The schedule that `replay` follows to the same execution.
std::string schedule_text(const host::Recording& recording, const RunOptions& options,
                          const std::vector<std::string>& program, const std::string& finding);

}  // namespace stalemate::tools

// Repeats witnesses on the program: runs it under their schedules, up to the read that sees something else
// and on to its end, and reports what was observed. Only what was observed is called confirmed.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/rerun/rerun.h"
#include "predict/predict.h"
#include "record/variable_cells.h"
#include "report/predict_result.h"
#include "tools/stalemate/predict/predict_options.h"
#include "tools/stalemate/record/record_options.h"
#include "trace/event_trace.h"
#include "trace/schedule.h"

namespace stalemate::tools {

class WitnessRepeater {
 public:
  // Runs the program once as it was recorded, to compare with. An error: the trace has no schedule, or one
  // that sets more than an execution depends on; it names a command, and was not recorded by this user; the
  // program cannot start, or no longer does what was recorded.
  static Result<WitnessRepeater> start(const trace::EventTrace& trace, const PredictOptions& options);

  // Fills in what was observed.
  void repeat(const std::vector<std::uint16_t>& order, report::PredictWitness& witness);

 private:
  explicit WitnessRepeater(const trace::EventTrace& trace) : trace_(&trace) {}

  struct Ending {
    std::string failure;  // a clause; empty: none
    std::string output;
    int exit_code = 0;
  };
  static Ending ending_of(const host::Recording& recording);
  std::string afterwards(const Ending& ending) const;

  const trace::EventTrace* trace_;
  trace::Schedule schedule_;
  RecordRequest request_;
  Ending recorded_;
  std::vector<ByteRange> accessed_;  // as recorded
};

}  // namespace stalemate::tools

// `--algorithm paper`: the columns of Tables I and A1 for a trace, and how often the published algorithm is
// wrong about it.
#pragma once

#include <vector>

#include "predict/predict.h"
#include "report/predict_result.h"

namespace stalemate::tools {

std::vector<report::PredictTableRow> paper_columns(const trace::EventTrace& trace,
                                                   const predict::Limits& limits);

}  // namespace stalemate::tools

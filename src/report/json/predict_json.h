// The JSON of `stalemate predict`, field by field as docs/json.md has it. Scripts rely on it: add, never
// change.
#pragma once

#include <string>

#include "report/predict_result.h"

namespace stalemate::report {

// Ends with a line feed. Bytes that are not UTF-8 are replaced.
std::string render_predict_json(const PredictResult& result);

}  // namespace stalemate::report

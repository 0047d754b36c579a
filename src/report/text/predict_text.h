// The report of `stalemate predict` for the terminal: a page, however many witnesses there are.
#pragma once

#include <cstdint>
#include <string>

#include "report/predict_result.h"
#include "report/style.h"

namespace stalemate::report {

// A value of a trace, of unknown type.
std::string value_text(std::uint64_t value);

std::string render_predict_text(const PredictResult& result, const Style& style);

}  // namespace stalemate::report

// What `stalemate predict` says to the person at the terminal: a page, however many witnesses there are.
#pragma once

#include <string>

#include "report/predict_result.h"
#include "report/style.h"

namespace stalemate::report {

std::string render_predict_text(const PredictResult& result, const Style& style);

}  // namespace stalemate::report

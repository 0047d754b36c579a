// From the triplets of an analysis to the reporters' input: the best witness of each group, the first ones of
// all, their schedules and values.
#pragma once

#include "predict/predict.h"
#include "predict/witness_book.h"
#include "report/predict_result.h"

namespace stalemate::tools {

// Empty for the initial value.
std::string location_of(const trace::EventTrace& trace, std::int64_t event);

// Fills in groups and witnesses. At most `list` witnesses; the best of each group come first if there are
// more.
void report_witnesses(const trace::EventTrace& trace, predict::Analysis& analysis,
                      const predict::WitnessBook& book, std::size_t list, report::PredictResult& result);

}  // namespace stalemate::tools

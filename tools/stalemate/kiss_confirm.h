// Whether the program itself does what a path of the sequential one simulates: it is built, the execution is
// repeated on it, and its schedule is kept.
#pragma once

#include "kiss/check/check.h"
#include "report/kiss_result.h"
#include "tools/stalemate/kiss_options.h"
#include "tools/stalemate/kiss_translation.h"

namespace stalemate::tools {

// Sets `confirmed`, `confirmation` and, where it is, the schedule of the finding. The program stays at
// OUT/NAME/NAME, named after the first source, so that the schedule can be replayed.
void confirm(const KissOptions& options, const Translation& translation, const kiss::Failure& failure,
             const std::string& folder, report::KissFinding& finding);

}  // namespace stalemate::tools

// Checks a sequential program with choices (made by the printer, or by hand against share/kiss.h): every path
// of it, by re-execution in worker processes, or by another checker's command. Knows nothing of threads:
// threads and statements in its result are numbers that the program reported.
//
// Deterministic: paths are ordered lexicographically by their choices; the failure that is returned is the
// first in that order and the numbers count what comes before it, with any number of workers.
#pragma once

#include <string>

#include "base/result.h"
#include "kiss/check/check_result.h"

namespace stalemate::kiss {

// `share`: where kiss.h is. An error if the C compiler rejects the file: that is a bug of ours.
Result<Compiled> compile(const std::string& source, const std::string& share, const std::string& object);

// `engine`: the executable that runs the paths.
Result<CheckResult> check(const Compiled& program, const std::string& engine, const Bounds& bounds,
                          const Resources& resources);

// Another checker. `{}` in the command, which a shell runs, is replaced by a copy of the source with the
// bounds as constants and a main(); kiss.h lies beside it. Its verdict: the last of "VERIFICATION FAILED" and
// "VERIFICATION SUCCESSFUL" in its output (CBMC, ESBMC), or of TRUE and FALSE at the beginning of a line or
// after "Verification result: " (checkers of the competition), or a kiss_failure that it shows. An exit code
// alone is not a verdict: a checker fails for other reasons too, and that is an error. What it prints as
// `name=number` gives the failure if known: kiss_step (see kiss.h), kiss_failure, kiss_failed_at,
// kiss_input_thread and kiss_input_value. If only its own bound on loops failed, the limit is "unwinding". Of
// the resources, time and interruption count.
Result<CheckResult> check_by_command(const std::string& command, const std::string& source,
                                     const std::string& share, const Bounds& bounds,
                                     const Resources& resources);

}  // namespace stalemate::kiss

// The JSON of `stalemate kiss`, "stalemate-kiss/1". Scripts rely on it: add, never change.
#pragma once

#include <string>

#include "report/kiss_result.h"

namespace stalemate::report {

std::string render_kiss_json(const KissResult& result);

}  // namespace stalemate::report

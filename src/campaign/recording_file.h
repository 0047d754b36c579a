// A recording as a file: with it a test binary, which has no reader of debug information, passes a finding to
// the tool to be explained. Versioned; read only by the same version.
#pragma once

#include <string>
#include <string_view>

#include "campaign/rerun/rerun.h"

namespace stalemate::host {

std::string to_bytes(const Recording& recording);
// Checks every size and every record: the bytes may come from anywhere.
Result<Recording> parse_recording(std::string_view bytes);

}  // namespace stalemate::host

// Exit codes that scripts rely on; those of errors are complain.h's.
#pragma once

namespace stalemate::tools {

inline constexpr int kExitClean = 0, kExitBug = 1, kExitIncomplete = 3, kExitDiverged = 4,
                     kExitInterrupted = 130;

}  // namespace stalemate::tools

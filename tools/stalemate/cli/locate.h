// Where the command and its parts are, relative to the command itself: the same in the build tree and
// after an installation.
#pragma once

#include "base/result.h"
#include "tools/stalemate/cli/paths.h"

namespace stalemate::tools {

// Everything but the scratch directory. An error if the runtime is not beside the command.
Result<Paths> locate_parts();

// What kiss needs in addition.
struct KissParts {
  std::string translate;  // the front end
  std::string engine;     // runs the paths of sequential programs
  std::string share;      // holds kiss.h and the models
};
// An error if the front end was not built.
Result<KissParts> locate_kiss();

}  // namespace stalemate::tools

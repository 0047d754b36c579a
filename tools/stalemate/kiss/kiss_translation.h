// The sequential program of a multithreaded one, made by the front end, a separate program.
#pragma once

#include <string>

#include "kiss/table.h"
#include "tools/stalemate/cli/locate.h"
#include "tools/stalemate/kiss/kiss_options.h"

namespace stalemate::tools {

struct Translation {
  std::string file;  // the C file, in `folder`
  kiss::Table table;
};

// What cannot be translated is an error with its file and line.
Result<Translation> translate(const KissOptions& options, const KissParts& parts, const std::string& folder);

// Writes the sequential program for users and other checkers; all of it or nothing. `race`: the number of the
// variable; 0: none.
Result<void> emit(const KissOptions& options, const Translation& translation, std::uint32_t race);

}  // namespace stalemate::tools

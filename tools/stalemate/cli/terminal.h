// What the command writes where: results to standard output, progress and complaints to standard error, each
// handled separately.
#pragma once

#include <string>

#include "base/options.h"
#include "base/result.h"
#include "report/style.h"
#include "worker/worker_pool.h"

namespace stalemate::tools {

// Colour, width and alphabet of the terminal on standard output.
report::Style output_style(const RunOptions& options);

// Once, at the start: closed standard streams are opened on /dev/null, and a closed pipe does not end the
// process before the result is written.
void settle_standard_streams();

// What a command needs at least, whatever it does.
bool has_enough_stack();

// Empty if it has been removed.
std::string working_directory();

// Prints to standard output; false: it cannot be written. `colors`: the text has our color codes.
bool print(const std::string& text, bool colors = false);

// Writes `text` to a file, or to standard output for "-".
Result<void> deliver(const std::string& path, const std::string& text);

// Whether `path` can be written. An empty path and "-" can. Does not change an existing file.
Result<void> check_writable(const std::string& path);

// One repainted line on a terminal, nothing elsewhere unless requested.
class ProgressLine {
 public:
  explicit ProgressLine(const RunOptions& options);
  void show(const host::Progress& progress);
  void clear();

 private:
  bool shown_ = false;
  bool repaint_ = false;
  bool wanted_ = false;
  StrategyKind strategy_;
  double told_at_ = 0;
};

}  // namespace stalemate::tools

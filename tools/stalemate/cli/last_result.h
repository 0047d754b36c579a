// The result of a run that an internal error ends: verdict `error`, with the findings so far, so that no
// finding is lost and no JSON is empty. There is one at a time; it is written only if a check fails or an
// exception escapes while it lives.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "base/options.h"
#include "campaign/findings/collector.h"

namespace stalemate::tools {

class LastResult {
 public:
  LastResult(const RunOptions& options, const std::vector<std::string>& program);
  ~LastResult();
  LastResult(const LastResult&) = delete;
  LastResult& operator=(const LastResult&) = delete;

  // All that the search has found so far.
  void found(const std::vector<host::Candidate>& candidates) { candidates_ = candidates; }
  // The result was written: nothing more to report.
  void written() { silent_ = true; }

 private:
  static void speak();
  void write() const;

  const RunOptions& options_;
  const std::vector<std::string>& program_;
  std::vector<host::Candidate> candidates_;
  bool silent_ = false;
  std::terminate_handler before_;
};

}  // namespace stalemate::tools

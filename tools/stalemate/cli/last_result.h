// The result of a run that a fault of our own ends: verdict `error`, with what had been found by then, so
// that no finding is lost and no JSON is empty. There is one at a time; it speaks only if a check fails or an
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
  // Nothing is left to say: the result was written.
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

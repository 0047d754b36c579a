// The exit codes of a search, in canonical order (S4): how many executions ended with each, and which of them
// are findings. An execution whose exit code differs from that of the first one that ended normally shows
// that the program's result depends on the interleaving; of the two, the one that is not 0 is the failing
// one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/bytes.h"
#include "base/options.h"
#include "campaign/findings/candidate.h"
#include "explore/engine/execution.h"

namespace stalemate::host {

class ExitCodes {
 public:
  explicit ExitCodes(ExitCodeMode mode) : mode_(mode) {}

  // Whether count() reads the item of an execution that ended like this.
  bool wants_item(const wire::LogHeader& header) const;

  // A failing execution and, if that makes it fail, another one with another exit code.
  struct Verdict {
    NormalEnd failing;
    std::optional<NormalEnd> other;
  };
  // The next execution that ended normally.
  std::optional<Verdict> count(const explore::Execution& execution);

  // Exit code to number of executions.
  const std::map<std::int32_t, std::uint64_t>& counts() const { return counts_; }
  std::uint64_t count_of(std::int32_t code) const;

  void save(ByteSink& sink) const;
  bool load(ByteSource& source);

 private:
  ExitCodeMode mode_;
  std::optional<NormalEnd> first_;
  std::map<std::int32_t, std::uint64_t> counts_;
};

}  // namespace stalemate::host

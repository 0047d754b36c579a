// The visited states of a search, whatever they consist of: an execution is expanded only up to the first
// state that an earlier execution has visited. Read in canonical order (S4), so that what is left out does
// not depend on the workers.
#pragma once

#include <cstdint>
#include <optional>

#include "base/hash128.h"
#include "explore/engine/summary.h"

namespace stalemate::explore {

class StateCache {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  virtual ~StateCache() = default;

  // Looks up the states of an execution, from that before point `first` on.
  virtual void read(const LogView& log, std::uint32_t first) = 0;
  // ---- of that execution:
  // The first of its points with a visited state; kNone: all are new.
  virtual std::uint32_t met_at() const = 0;
  // Why nothing can be concluded from its log.
  virtual GaveUp trouble() const = 0;
  // The hash of its whole happens-before graph, if known.
  virtual std::optional<Hash128> graph() const = 0;
  // Stores its new states. It is to be expanded up to met_at(). `bound`: the bound in which it was run.
  virtual void keep(Summary& summary, std::size_t bound) = 0;

  virtual std::uint64_t bytes() const = 0;
};

}  // namespace stalemate::explore

// What runs behind a Search: every interleaving (interleaving_search.h), or one execution for each
// happens-before graph (reduced_search.h). The contract is that of Search.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "base/ids.h"
#include "explore/engine/estimate.h"
#include "explore/engine/plan.h"
#include "explore/engine/summary.h"
#include "explore/engine/work_item.h"
#include "model/log/log_view.h"

namespace stalemate::explore {

class Engine {
 public:
  virtual ~Engine() = default;
  virtual bool next(WorkItem& item) = 0;
  virtual void finished(ItemId id, const LogView& log) = 0;
  virtual void end(Limit limit) = 0;
  virtual bool over() const = 0;
  virtual std::uint64_t in_flight() const = 0;
  virtual const Summary& summary() const = 0;
  virtual FrontierSize frontier() const = 0;
  virtual std::optional<Estimate> estimate() const { return {}; }
  virtual bool can_save() const { return false; }
  virtual void save(ByteSink&) {}
  virtual bool load(ByteSource&) { return false; }
};

}  // namespace stalemate::explore

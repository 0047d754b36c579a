#include "explore/search.h"

#include "explore/dpor/dpor_search.h"
#include "explore/interleavings/interleaving_search.h"
#include "explore/reduction/reduced_search.h"

namespace stalemate::explore {

Search::Search(std::unique_ptr<Strategy> strategy, Budget budget, Observer& observer,
               const MemoryLimits& room, const ReductionPlan& plan) {
  if (plan.how == Reduced::kNone || (plan.how == Reduced::kCache && plan.yields))
    engine_ = std::make_unique<InterleavingSearch>(std::move(strategy), budget, observer, room, plan);
  else if (plan.how == Reduced::kDpor)
    engine_ = std::make_unique<DporSearch>(std::move(strategy), budget, observer, plan);
  else
    engine_ = std::make_unique<ReducedSearch>(std::move(strategy), budget, observer, room, plan);
}
Search::~Search() = default;

bool Search::next(WorkItem& item) { return engine_->next(item); }
void Search::finished(ItemId id, const LogView& log) { engine_->finished(id, log); }
void Search::stop() { engine_->end(Limit::kStopped); }
bool Search::done() const { return engine_->over(); }
std::uint64_t Search::in_flight() const { return engine_->in_flight(); }
const Summary& Search::summary() const { return engine_->summary(); }
FrontierSize Search::frontier() const { return engine_->frontier(); }
std::optional<Estimate> Search::estimate() const { return engine_->estimate(); }
bool Search::can_save() const { return engine_->can_save(); }
void Search::save(ByteSink& sink) { engine_->save(sink); }
bool Search::load(ByteSource& source) { return engine_->load(source); }

}  // namespace stalemate::explore

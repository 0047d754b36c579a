#include "campaign/reduction_choice.h"

#include "campaign/cache_choice.h"

namespace stalemate::host {
namespace {

using explore::GaveUp;
using explore::Reduced;

// Executions that are cut, or continue as random walks, have no class; samples are not searched.
bool can_reduce(const RunOptions& options) {
  const bool every_execution = options.strategy == StrategyKind::kIcb ||
                               options.strategy == StrategyKind::kDfs ||
                               options.strategy == StrategyKind::kDpor;
  return every_execution && !options.depth && !options.walk_from;
}

const char* reason(GaveUp why) {
  switch (why) {
    case GaveUp::kNothing: break;
    case GaveUp::kYields: return "threads yield";
    case GaveUp::kOperation: return "the effect of an operation on other threads is not known";
    case GaveUp::kRaces: return "racing accesses overlap, or are no steps (--races)";
    case GaveUp::kThreads: return "there are too many threads";
    case GaveUp::kBudget: return "there are too many prefixes to keep";
    case GaveUp::kClocks: break;
  }
  return "";
}

}  // namespace

Result<void> check_reduction(const RunOptions& options) {
  if (options.plain_steps && options.races == RaceMode::kOff)
    return fail(Code::kUsage, "--plain-steps=on needs the check of accesses, and --races is off",
                "use --races=on or report");
  if (options.cache != CacheKind::kOff) return check_cache(options);
  if (options.strategy == StrategyKind::kDpor) {
    if (options.depth || options.walk_from)
      return fail(Code::kUsage, "the strategy dpor needs whole executions, and the depth is bounded",
                  "remove --depth and --walk-from, or use --strategy=dfs");
    if (options.reduce != Reduction::kAuto)
      return fail(Code::kUsage,
                  "the strategy dpor has its own reduction, and does not take --reduce=" +
                      std::string(stalemate::name_of(options.reduce)),
                  "remove --reduce, or use --strategy=icb or dfs");
    return {};
  }
  const bool asked = options.reduce == Reduction::kCache || options.reduce == Reduction::kPor;
  if (!asked || can_reduce(options)) return {};
  const std::string reduce = "--reduce=" + std::string(stalemate::name_of(options.reduce));
  const bool cut = options.strategy == StrategyKind::kIcb || options.strategy == StrategyKind::kDfs;
  if (cut)
    return fail(Code::kUsage, reduce + " needs whole executions, and the depth is bounded",
                "remove --depth and --walk-from, or use --reduce=none");
  return fail(Code::kUsage,
              "the strategy " + std::string(stalemate::name_of(options.strategy)) + " has no " + reduce,
              "use --strategy=icb or dfs, or remove --reduce");
}

ReductionChoice::ReductionChoice(const RunOptions& options, wire::Isolation isolation, unsigned jobs)
    : asked_(options.strategy), jobs_(jobs) {
  if (!can_reduce(options)) return;
  if (options.cache != CacheKind::kOff) {
    plan_.states = true;
    plan_.most_state_bytes = options.cache_limit;
    return;
  }
  plan_.fair = options.fair;
  plan_.ends_at_races = options.races == RaceMode::kReport && !options.plain_steps;
  plan_.speculative = isolation == wire::Isolation::kNone ? kSpeculativeCalls * jobs : jobs;
  if (isolation == wire::Isolation::kNone) plan_.speculative_at_once = kCallsAtOnce * jobs;
  plan_.most_prefixes = kMostPrefixesAsked;
  switch (options.reduce) {
    case Reduction::kAuto:  // the same executions as kPor, at a lower cost
      plan_.how = Reduced::kCache;
      plan_.most_prefixes = kMostPrefixes;
      plan_.most_prefixes_each = kMostPrefixesEach;
      may_try_all_ = asked_ == StrategyKind::kIcb;
      break;
    case Reduction::kPor: plan_.how = Reduced::kPor; break;
    case Reduction::kCache: plan_.how = Reduced::kCache; break;
    // If executions are calls, distinguishing the classes would take most of the time.
    case Reduction::kNone: plan_.counts_classes = isolation != wire::Isolation::kNone; break;
  }
  if (asked_ == StrategyKind::kDpor) search_all();
  reduces_ = plan_.how != Reduced::kNone;
}

// Items that it issues early are needed in any case.
void ReductionChoice::search_all() {
  plan_.how = Reduced::kDpor;
  plan_.speculative = kSpeculativeCalls * jobs_;
}

StrategyKind ReductionChoice::strategy() const {
  if (plan_.how == Reduced::kDpor) return StrategyKind::kDpor;
  return asked_ == StrategyKind::kDpor ? StrategyKind::kDfs : asked_;
}

bool ReductionChoice::needs_effects() const { return plan_.how != Reduced::kNone || plan_.counts_classes; }

bool ReductionChoice::can_be_saved() const { return plan_.how != Reduced::kNone && !plan_.yields; }

void ReductionChoice::save(ByteSink& sink) const {
  sink.number(given_up_.size());
  for (const GaveUp why : given_up_) sink.number(static_cast<std::uint64_t>(why));
}

bool ReductionChoice::load(ByteSource& source) {
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    const std::uint64_t why = source.number(static_cast<std::uint64_t>(GaveUp::kClocks) + 1);
    if (why == static_cast<std::uint64_t>(GaveUp::kNothing)) source.fail();
    if (source.ok()) give_up(static_cast<GaveUp>(why));
  }
  return source.ok();
}

void ReductionChoice::give_up(GaveUp why) {
  given_up_.push_back(why);
  if (why == GaveUp::kClocks) {
    plan_.clocks = true;
    return;
  }
  why_ = why;
  if (plan_.how == Reduced::kNone) {
    plan_.counts_classes = false;  // only counting is left to give up
  } else if (why == GaveUp::kYields && !plan_.yields) {
    plan_.how = Reduced::kCache;
    plan_.yields = true;
  } else if (why == GaveUp::kBudget && may_try_all_ && !plan_.yields) {
    may_try_all_ = false;
    search_all();
    plan_.most_executions = kMostUnbounded;
  } else {
    plan_.how = Reduced::kNone;
    plan_.yields = false;
    plan_.counts_classes = true;
  }
}

std::optional<std::string> ReductionChoice::note() const {
  if (why_ == GaveUp::kNothing) return std::nullopt;
  if (plan_.how == Reduced::kCache)
    return "reduced by cache, together with the state of fairness: threads yield, and classes may be "
           "executed again";
  if (plan_.how == Reduced::kDpor)
    return "reduced by dpor, which knows no bound: there are too many prefixes to keep";
  std::string note = reduces_ ? "not reduced" : "";
  if (!plan_.counts_classes) note += reduces_ ? ", and classes not counted" : "classes not counted";
  return note + ": " + reason(why_);
}

const char* name_of(Reduced reduced) {
  switch (reduced) {
    case Reduced::kNone: break;
    case Reduced::kCache: return "cache";
    case Reduced::kPor: return "por";
    case Reduced::kDpor: return "dpor";
  }
  return "none";
}

}  // namespace stalemate::host

#include "campaign/cache_choice.h"

namespace stalemate::host {
namespace {

// One option requests what another one rules out.
tl::unexpected<Error> contradiction(const std::string& sentence, const std::string& next) {
  return fail(Code::kUsage, sentence, next);
}

const char* reason(wire::StatesUnknown why) {
  switch (why) {
    case wire::StatesUnknown::kNothing: break;
    case wire::StatesUnknown::kSnapshot: return "memory cannot be compared with a snapshot here";
    case wire::StatesUnknown::kKernel:
      return "the kernel holds a part of it: files, pipes, sockets, mappings or processes";
    case wire::StatesUnknown::kSignals: return "the program handles or masks signals";
    case wire::StatesUnknown::kStack: return "a thread runs on a stack that the program made";
    case wire::StatesUnknown::kTooMuch: return "there is too much memory to compare";
  }
  return "such an execution cannot be undone";
}

}  // namespace

Result<void> check_cache(const RunOptions& options) {
  const std::string cache = "--cache=" + std::string(stalemate::name_of(options.cache));
  if (options.strategy != StrategyKind::kIcb && options.strategy != StrategyKind::kDfs)
    return contradiction(
        "the strategy " + std::string(stalemate::name_of(options.strategy)) + " has no " + cache,
        "use --strategy=icb or dfs, or remove --cache");
  if (options.depth || options.walk_from)
    return contradiction(cache + " needs whole executions, and the depth is bounded",
                         "remove --depth and --walk-from, or --cache");
  if (options.reduce == Reduction::kCache || options.reduce == Reduction::kPor)
    return contradiction(
        cache + " and --reduce=" + std::string(stalemate::name_of(options.reduce)) + " cannot be combined",
        "remove one of them");
  if (!options.checkpoint.empty())
    return contradiction("a search with " + cache + " has no checkpoint", "remove --checkpoint");
  if (options.cache != CacheKind::kMemory) return {};
  if (options.isolate == IsolationKind::kFork || options.isolate == IsolationKind::kNone)
    return contradiction(cache + " compares memory with a snapshot, and needs --isolate=memory",
                         "remove --isolate");
  if (options.reuse)
    return contradiction("--reuse depends on the addresses of blocks, which " + cache + " ignores",
                         "remove one of them");
  return {};
}

std::optional<std::string> note_on(const explore::CachedStates& cached) {
  std::string note;
  if (cached.unknown_states != 0)
    note = "the state is not known at all points of " + std::to_string(cached.unknown_states) +
           (cached.unknown_states == 1 ? " execution, which was expanded at each of them: "
                                       : " executions, which were expanded at each of them: ") +
           reason(cached.why);
  if (cached.full)
    note += (note.empty() ? "" : "; ") + std::string(
                                             "the cache was full, and states beyond it were explored "
                                             "whenever they were met: raise --cache-limit");
  if (note.empty()) return std::nullopt;
  return note;
}

}  // namespace stalemate::host

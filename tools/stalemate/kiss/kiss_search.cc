#include "tools/stalemate/kiss/kiss_search.h"

#include <algorithm>
#include <thread>

namespace stalemate::tools {
namespace {

void add(kiss::CheckResult& sum, kiss::CheckResult next) {
  next.paths += sum.paths;
  next.blocked += sum.blocked;
  next.states += sum.states;
  next.pruned += sum.pruned;
  next.seconds += sum.seconds;
  next.cut_loops |= sum.cut_loops;
  next.cut_long_loops |= sum.cut_long_loops;
  next.cut_recursion |= sum.cut_recursion;
  next.too_many_threads |= sum.too_many_threads;
  next.cut_unknown |= sum.cut_unknown;
  next.loops_cut.merge(sum.loops_cut);
  next.loops_passed.merge(sum.loops_passed);
  if (next.failure) next.failure->path += sum.paths;
  sum = std::move(next);
}

class Searcher {
 public:
  Searcher(const KissOptions& options, const KissParts& parts, const Translation& translation,
           kiss::Compiled compiled, const std::atomic<bool>& interrupted)
      : options_(options),
        parts_(parts),
        translation_(translation),
        compiled_(std::move(compiled)),
        interrupted_(interrupted) {}

  Result<Searched> search(std::uint32_t race, std::uint32_t jobs) const {
    Searched searched;
    searched.race = race;
    for (std::uint32_t ts = 0; ts <= options_.ts; ++ts) {
      searched.ts = ts;
      auto result = check(bounds_of(ts, race), left_of(searched.sum, jobs));
      if (!result) return tl::unexpected<Error>(result.error());
      add(searched.sum, std::move(*result));
      if (searched.sum.ending != kiss::Ending::kComplete) break;
      searched.completed = ts;
    }
    return searched;
  }

 private:
  Result<kiss::CheckResult> check(const kiss::Bounds& bounds, const kiss::Resources& resources) const {
    if (const auto spent = spent_limit(resources); !spent.empty()) {
      kiss::CheckResult nothing;
      nothing.ending = kiss::Ending::kOutOfResources;
      nothing.limit = spent;
      return nothing;
    }
    if (!options_.backend.empty())
      return kiss::check_by_command(options_.backend, translation_.file, parts_.share, bounds, resources);
    return kiss::check(compiled_, parts_.engine, bounds, resources);
  }

  static std::string spent_limit(const kiss::Resources& resources) {
    if (resources.paths == 0u) return "paths";
    return resources.time && resources.time->count() == 0 ? "time" : "";
  }

  kiss::Bounds bounds_of(std::uint32_t ts, std::uint32_t race) const {
    return {ts, options_.loops, options_.recursion, race, options_.lowest_input, options_.highest_input};
  }

  // Budgets are of one search, over all ts.
  kiss::Resources left_of(const kiss::CheckResult& spent, std::uint32_t jobs) const {
    kiss::Resources left;
    left.cache = options_.cache;
    left.memory = options_.memory;
    left.jobs = jobs;
    left.interrupted = &interrupted_;
    if (options_.paths) left.paths = *options_.paths - std::min(*options_.paths, spent.paths);
    if (options_.time) {
      const auto gone = std::chrono::milliseconds(static_cast<std::int64_t>(spent.seconds * 1000));
      left.time = *options_.time - std::min(*options_.time, gone);
    }
    return left;
  }

  const KissOptions& options_;
  const KissParts& parts_;
  const Translation& translation_;
  kiss::Compiled compiled_;
  const std::atomic<bool>& interrupted_;
};

// Searches variables in parallel, with their share of the workers.
Result<std::vector<Searched>> search_all(const Searcher& searcher, const std::vector<std::uint32_t>& races,
                                         std::uint32_t jobs) {
  std::vector<Result<Searched>> found(races.size());
  std::atomic<std::size_t> next{0};
  const auto each = static_cast<std::uint32_t>(std::max<std::size_t>(1, jobs / races.size()));
  const auto work = [&] {
    for (std::size_t i = next++; i < races.size(); i = next++) found[i] = searcher.search(races[i], each);
  };
  std::vector<std::thread> workers;
  for (std::uint32_t n = 1; n < std::min<std::size_t>(jobs, races.size()); ++n) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  std::vector<Searched> all;
  for (auto& searched : found) {
    if (!searched) return tl::unexpected<Error>(searched.error());
    all.push_back(std::move(*searched));
  }
  return all;
}

}  // namespace

std::uint32_t jobs_of(const KissOptions& options) {
  return options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
}

Result<std::vector<Searched>> search(const KissOptions& options, const KissParts& parts,
                                     const Translation& translation, const std::string& folder,
                                     const std::vector<std::uint32_t>& races,
                                     const std::atomic<bool>& interrupted) {
  kiss::Compiled compiled;
  if (options.backend.empty()) {
    auto made = kiss::compile(translation.file, parts.share, folder + "/sequential.so");
    if (!made) return tl::unexpected<Error>(made.error());
    compiled = std::move(*made);
  }
  const Searcher searcher(options, parts, translation, std::move(compiled), interrupted);
  if (races.size() > 1) return search_all(searcher, races, jobs_of(options));
  auto one = searcher.search(races.empty() ? 0 : races.front(), jobs_of(options));
  if (!one) return tl::unexpected<Error>(one.error());
  return std::vector<Searched>{std::move(*one)};
}

}  // namespace stalemate::tools

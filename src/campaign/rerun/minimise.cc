#include "campaign/rerun/minimise.h"

#include <algorithm>

#include "campaign/rerun/failure.h"
#include "trace/execution.h"

namespace stalemate::host {
namespace {

// Maximal stretches of one thread; values belong to the stretch they lie in.
struct Block {
  std::uint32_t thread = 0;
  std::size_t begin = 0, end = 0;
};

std::vector<Block> blocks_of(const Picks& picks) {
  std::vector<Block> blocks;
  for (std::size_t n = 0; n < picks.size(); ++n) {
    if (picks[n].is_value && !blocks.empty()) {
      blocks.back().end = n + 1;
    } else if (blocks.empty() || picks[n].choice != blocks.back().thread) {
      blocks.push_back({picks[n].choice, n, n + 1});
    } else {
      blocks.back().end = n + 1;
    }
  }
  return blocks;
}

void append(Picks& to, const Picks& from, std::size_t begin, std::size_t end) {
  to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
            from.begin() + static_cast<std::ptrdiff_t>(end));
}

// Block `later` runs before block `earlier` and everything between them.
Picks moved_forward(const Picks& picks, const Block& earlier, const Block& later) {
  Picks result;
  append(result, picks, 0, earlier.begin);
  append(result, picks, later.begin, later.end);
  append(result, picks, earlier.begin, later.begin);
  append(result, picks, later.end, picks.size());
  return result;
}

}  // namespace

Shape shape_of(const LogView& log) {
  const trace::Execution execution = trace::read_execution(log);
  return {execution.preemptions, execution.switches, execution.steps};
}

Picks picks_of(const LogView& log) {
  Picks picks;
  for (const wire::Record& record : log.records) {
    if (record.kind == wire::RecordKind::kStep) picks.push_back({false, record.thread});
    if (record.kind == wire::RecordKind::kChoice) picks.push_back({true, record.value});
  }
  return picks;
}

std::vector<wire::Deviation> deviations_of(const Picks& picks) {
  std::vector<wire::Deviation> deviations;
  std::uint32_t last = kMainThread;
  for (std::size_t n = 0; n < picks.size(); ++n) {
    const Pick& pick = picks[n];
    if (pick.is_value ? pick.choice != 0 : pick.choice != last)
      deviations.push_back({static_cast<std::uint32_t>(n), pick.choice});
    if (!pick.is_value) last = pick.choice;
  }
  return deviations;
}

std::vector<Picks> simpler(const Picks& picks, std::size_t most) {
  std::vector<Picks> result;
  const std::vector<Block> blocks = blocks_of(picks);
  // Leave the rest to the tail, the earlier the better.
  for (const Block& block : blocks) {
    if (result.size() == most) return result;
    result.push_back(Picks(picks.begin(), picks.begin() + static_cast<std::ptrdiff_t>(block.begin)));
  }
  // Let a thread continue where it was switched away from.
  for (std::size_t n = 0; n + 1 < blocks.size(); ++n)
    for (std::size_t m = n + 2; m < blocks.size(); ++m)
      if (blocks[m].thread == blocks[n].thread) {
        if (result.size() == most) return result;
        result.push_back(moved_forward(picks, blocks[n + 1], blocks[m]));
        break;
      }
  return result;
}

Result<Minimised> minimise(Rerunner& rerunner, const explore::WorkItem& item, const Recording& recording,
                           unsigned most_candidates, const TimeLimits* limits) {
  const auto fails = [failure = failure_of(recording.view())](const Recording& run) {
    return same_failure(failure_of(run.view()), failure);
  };
  // Callers identify where the threads of a deadlock wait.
  const bool deadlock = recording.header.outcome == wire::Outcome::kDeadlock;
  const std::uint32_t flags = deadlock ? std::uint32_t{wire::kItemDetailed} : 0;
  return minimise(rerunner, item, recording, {fails, flags}, most_candidates, limits);
}

Result<Minimised> minimise(Rerunner& rerunner, const explore::WorkItem& item, const Recording& recording,
                           const Wanted& wanted, unsigned most_candidates, const TimeLimits* limits) {
  const auto last = TimeLimits::Clock::now() + kLongestMinimising;
  const auto has_time = [&] {
    return (limits == nullptr || !limits->over()) && TimeLimits::Clock::now() < last;
  };
  // Every repetition of a hang costs the watchdog's timeout.
  if (recording.header.outcome == wire::Outcome::kHang)
    most_candidates = std::min(most_candidates, kMostHanging);
  Minimised best{item, shape_of(recording.view()), 0};
  Picks picks = picks_of(recording.view());
  for (bool improved = true; improved;) {
    improved = false;
    for (const Picks& candidate : simpler(picks, most_candidates)) {
      if (best.candidates == most_candidates) return best;
      best.ended_by_time = !has_time();
      if (best.ended_by_time) return best;
      ++best.candidates;
      explore::WorkItem attempt;
      attempt.id = item.id;
      attempt.deviations = deviations_of(candidate);
      attempt.flags = wanted.flags;
      const auto run = rerunner.run(attempt);
      best.ended_by_time = !run && run.error().code == Code::kInterrupted;
      if (best.ended_by_time) return best;
      if (!run) return tl::unexpected<Error>(run.error());
      if (!wanted.shown(*run)) continue;
      const Shape shape = shape_of(run->view());
      if (shape >= best.shape) continue;
      best.item = attempt;
      best.item.flags = item.flags;
      best.shape = shape;
      picks = picks_of(run->view());
      improved = true;
      break;
    }
  }
  return best;
}

}  // namespace stalemate::host

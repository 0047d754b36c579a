#include "campaign/campaign_checkpoint.h"

#include <algorithm>
#include <utility>

#include "campaign/findings/saved_findings.h"

namespace stalemate::host {

using Clock = std::chrono::steady_clock;

void CampaignState::keep_candidates(const Collector& collector) {
  for (const Candidate& candidate : collector.candidates())
    earlier.push_back({candidate, races.steps_before_pass(), reduction.leaves_out_tries()});
}

void CampaignState::give_up_pass(explore::GaveUp why) {
  reduction.give_up(why);
  races.forget_pass();
  leaks.forget_pass();
}

void CampaignState::leave_out_atomics(std::vector<std::uint64_t> shared) {
  races.forget_pass();
  leaks.forget_pass();
  races.leave_out_atomics(std::move(shared));
}

wire::Isolation CampaignCheckpoint::isolation_of(ByteSource state) {
  return static_cast<wire::Isolation>(state.number());
}

void CampaignCheckpoint::save(ByteSink& sink, const CampaignState& campaign, double seconds) const {
  sink.number(static_cast<std::uint64_t>(isolation_));
  sink.raw(&seconds, sizeof seconds);
  sink.number(campaign.promotions);
  sink.number(campaign.executions);
  sink.flag(campaign.surveyed);
  campaign.reduction.save(sink);
  campaign.races.save(sink);
  campaign.leaks.save(sink);
  sink.number(campaign.earlier.size());
  for (const CampaignState::Earlier& earlier : campaign.earlier) {
    host::save(sink, earlier.candidate);
    sink.number(earlier.steps.promoted);
    sink.flag(earlier.steps.private_atomics);
    sink.flag(earlier.left_out_tries);
  }
}

bool CampaignCheckpoint::load(ByteSource& source) {
  source.number();  // the isolation: the campaign read it when it began
  source.raw(&campaign_.seconds, sizeof campaign_.seconds);
  campaign_.promotions = source.number();
  campaign_.executions = source.number();
  campaign_.surveyed = source.flag();
  if (!campaign_.reduction.load(source)) return false;
  if (!campaign_.races.load(source) || !campaign_.leaks.load(source)) return false;
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    CampaignState::Earlier& earlier = campaign_.earlier.emplace_back();
    earlier.candidate = load_candidate(source);
    earlier.steps.promoted = static_cast<std::size_t>(source.number(campaign_.races.promoted() + 1));
    earlier.steps.private_atomics = source.flag();
    earlier.left_out_tries = source.flag();
  }
  if (source.flag()) pass_ = &source;
  return source.ok();
}

bool CampaignCheckpoint::load_pass(Collector& collector, explore::Search& search) {
  ByteSource& source = *std::exchange(pass_, nullptr);
  before_.ledger.load(source);
  before_.snapshots = source.number();
  const bool loaded = collector.load(source) && search.load(source) && source.at_end();
  file_->forget();
  return loaded;
}

void CampaignCheckpoint::add_earlier(WorkerPoolReport& report) const {
  report.ledger.add(before_.ledger);
  report.snapshots += before_.snapshots;
}

Result<void> CampaignCheckpoint::write_pass(const Collector& collector, explore::Search& search,
                                            const WorkerPoolReport& report, double seconds) const {
  return file_->write([&](ByteSink& sink) {
    save(sink, campaign_, seconds);
    sink.flag(true);
    report.ledger.save(sink);
    sink.number(report.snapshots);
    collector.save(sink);
    search.save(sink);
  });
}

Result<void> CampaignCheckpoint::write_between(const CampaignState& campaign) const {
  return file_->write([&](ByteSink& sink) {
    save(sink, campaign, campaign.seconds);
    sink.flag(false);
  });
}

void CampaignCheckpoint::pause_in(WorkerPoolOptions& pool, Collector& collector, explore::Search& search) {
  if (file_ == nullptr || !search.can_save()) return;
  pool.first_pause = every_;
  pool.on_pause = [this, &collector, &search](const WorkerPoolReport& so_far) {
    return pause(collector, search, so_far);
  };
}

// However large the checkpoint is, most of the time goes to the search. A failed write may succeed later.
std::chrono::milliseconds CampaignCheckpoint::pause(const Collector& collector, explore::Search& search,
                                                    WorkerPoolReport so_far) {
  const auto began = Clock::now();
  add_earlier(so_far);
  if (!search.done()) (void)write_pass(collector, search, so_far, campaign_.seconds + so_far.seconds);
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
  return std::max(every_, took * kSearchShare);
}

namespace {

CampaignResult::Kept why_not_saved(const ReductionChoice& reduction) {
  return reduction.plan().yields ? CampaignResult::Kept::kYields : CampaignResult::Kept::kNotReduced;
}

}  // namespace

Result<CampaignResult::Kept> CampaignCheckpoint::keep(explore::Search& search, const Collector& collector,
                                                      const WorkerPoolReport& report, Ending ending) {
  using Kept = CampaignResult::Kept;
  if (file_ == nullptr) return Kept::kNothing;
  Result<void> written;
  if (search.can_save()) {
    written = write_pass(collector, search, report, campaign_.seconds);
  } else if (!ending.early) {
    file_->remove();
    return Kept::kNothing;
  } else if (search.summary().cut) {
    return Kept::kAsBefore;
  } else {
    CampaignState next = campaign_;
    if (ending.begins_again) {
      next.keep_candidates(collector);
      next.executions += search.summary().executions;
      ++next.promotions;
    } else {
      if (search.summary().limit != explore::Limit::kGaveUp || next.races.promoted_more())
        return why_not_saved(campaign_.reduction);
      next.give_up_pass(search.summary().gave_up);
      if (!next.reduction.can_be_saved()) return why_not_saved(next.reduction);
    }
    written = write_between(next);
  }
  if (!written) return tl::unexpected<Error>(written.error());
  return Kept::kState;
}

}  // namespace stalemate::host

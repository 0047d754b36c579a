#include "host/campaign_checkpoint.h"

#include <algorithm>
#include <utility>

#include "host/saved.h"

namespace stalemate::host {

using Clock = std::chrono::steady_clock;

void CampaignState::keep_candidates(const Collector& collector) {
  for (const Candidate& candidate : collector.candidates())
    earlier.push_back({candidate, races.before_pass()});
}

wire::Isolation CampaignCheckpoint::isolation_of(ByteSource state) {
  return static_cast<wire::Isolation>(state.number());
}

void CampaignCheckpoint::save(ByteSink& sink, double seconds) const {
  sink.number(static_cast<std::uint64_t>(isolation_));
  sink.raw(&seconds, sizeof seconds);
  sink.number(campaign_.promotions);
  campaign_.races.save(sink);
  campaign_.leaks.save(sink);
  sink.number(campaign_.earlier.size());
  for (const CampaignState::Earlier& earlier : campaign_.earlier) {
    host::save(sink, earlier.candidate);
    sink.number(earlier.promoted);
  }
}

bool CampaignCheckpoint::load(ByteSource& source) {
  source.number();  // the isolation: whoever began this campaign has seen it
  source.raw(&campaign_.seconds, sizeof campaign_.seconds);
  campaign_.promotions = source.number();
  if (!campaign_.races.load(source) || !campaign_.leaks.load(source)) return false;
  for (std::size_t left = source.count(); left > 0 && source.ok(); --left) {
    CampaignState::Earlier& earlier = campaign_.earlier.emplace_back();
    earlier.candidate = load_candidate(source);
    earlier.promoted = static_cast<std::size_t>(source.number(campaign_.races.promoted() + 1));
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

void CampaignCheckpoint::add_earlier(PoolReport& report) const {
  report.ledger.add(before_.ledger);
  report.snapshots += before_.snapshots;
}

Result<void> CampaignCheckpoint::write_pass(const Collector& collector, explore::Search& search,
                                            const PoolReport& report, double seconds) const {
  return file_->write([&](ByteSink& sink) {
    save(sink, seconds);
    sink.flag(true);
    report.ledger.save(sink);
    sink.number(report.snapshots);
    collector.save(sink);
    search.save(sink);
  });
}

Result<void> CampaignCheckpoint::write_next_pass(const Collector& collector) {
  const std::size_t before = campaign_.earlier.size();
  campaign_.keep_candidates(collector);
  ++campaign_.promotions;
  auto written = file_->write([&](ByteSink& sink) {
    save(sink, campaign_.seconds);
    sink.flag(false);
  });
  --campaign_.promotions;
  campaign_.earlier.resize(before);
  return written;
}

void CampaignCheckpoint::pause_in(PoolOptions& pool, Collector& collector, explore::Search& search) {
  if (file_ == nullptr || !search.can_save()) return;
  pool.first_pause = every_;
  pool.on_pause = [this, &collector, &search](const PoolReport& so_far) {
    return pause(collector, search, so_far);
  };
}

// However large it has become, most of the time goes to the search. What cannot be written now may be later.
std::chrono::milliseconds CampaignCheckpoint::pause(const Collector& collector, explore::Search& search,
                                                    PoolReport so_far) {
  const auto began = Clock::now();
  add_earlier(so_far);
  if (!search.done()) (void)write_pass(collector, search, so_far, campaign_.seconds + so_far.seconds);
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
  return std::max(every_, took * kSearchShare);
}

Result<CampaignResult::Kept> CampaignCheckpoint::keep(explore::Search& search, const Collector& collector,
                                                      const PoolReport& report, Ending ending) {
  using Kept = CampaignResult::Kept;
  if (file_ == nullptr) return Kept::kNothing;
  Result<void> written;
  if (search.can_save()) {
    written = write_pass(collector, search, report, campaign_.seconds);
  } else if (!ending.early) {
    file_->remove();
    return Kept::kNothing;
  } else if (ending.begins_again) {
    written = write_next_pass(collector);
  } else {
    return Kept::kNotReduced;
  }
  if (!written) return tl::unexpected<Error>(written.error());
  return Kept::kState;
}

}  // namespace stalemate::host
